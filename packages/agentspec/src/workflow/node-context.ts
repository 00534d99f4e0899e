/** What the conversion of one node needs and gives: its titles, its tools, and words about what is lost. */
import type { NodePort } from '@millrace/model'
import type { Fields, FlowNodeComponent, Property, ServerTool } from '../components.ts'
import { type Notes, quoted } from '../notes.ts'
import type { FindCalled } from './called-workflows.ts'
import { type CanvasNode, isDataPort } from './canvas.ts'
import { propertyOf } from './property-types.ts'
import { titleFor } from './titles.ts'

export interface NodeContext {
  readonly node: CanvasNode
  /** Id and name of the component; names are unique in the flow. */
  readonly id: string
  readonly name: string
  readonly notes: Notes
  /** Title of every data port that takes part in the export, by port id. The converter may take ports out. */
  readonly inputs: Map<string, string>
  readonly outputs: Map<string, string>
  /** An id that nothing else in the document has, made of the wanted one. */
  readonly freeId: (wanted: string) => string
  /** Remembers a tool that only Millrace has, by the node it was made of. */
  readonly needsMillrace: (tool: ServerTool, node: string) => void
  /** Finds a workflow that the node calls. Absent in the seed dialect, which names workflows. */
  readonly called?: FindCalled
}

/** A component, with the branch behind each port where the node has several ways on and its component names them itself. */
export interface Converted {
  readonly component: FlowNodeComponent
  readonly ways?: ReadonlyMap<string, string>
}

export type Convert = (context: NodeContext) => FlowNodeComponent | Converted | undefined

/** Titles for the data ports of a node. */
export function titlesOf(ports: readonly NodePort[]): Map<string, string> {
  const taken = new Set<string>()
  return new Map(ports.filter(isDataPort).map((port) => [port.id, titleFor(port.id, taken)]))
}

export function isConnected({ node }: NodeContext, port: string, side: 'inputs' | 'outputs'): boolean {
  return side === 'inputs'
    ? node.arriving.some((edge) => edge.targetPort === port && edge.kind !== 'trigger')
    : node.leaving.some((edge) => edge.sourcePort === port && edge.kind === 'data')
}

/** Properties of the ports that take part, in the order of the ports. */
export function propertiesOf(context: NodeContext, side: 'inputs' | 'outputs'): Property[] {
  const titles = context[side]
  return context.node[side].flatMap((port) => {
    const title = titles.get(port.id)
    return title === undefined ? [] : [propertyOf(port, title)]
  })
}

/** Drops inputs that nothing feeds and that have no default: in a flow they would need a value. */
export function dropIdle(context: NodeContext): void {
  for (const port of context.node.inputs) {
    const value = context.node.config[port.id] ?? port.defaultValue
    const isIdle = value === undefined || value === ''
    if (isIdle && !isConnected(context, port.id, 'inputs')) context.inputs.delete(port.id)
  }
}

/** Keeps only some ports; a connection to any other is lost, and is said to be. */
export function keepOnly(context: NodeContext, side: 'inputs' | 'outputs', kept: readonly string[]): void {
  for (const port of [...context[side].keys()]) {
    if (kept.includes(port)) continue
    if (isConnected(context, port, side)) {
      const what = side === 'inputs' ? 'input' : 'output'
      context.notes.warn(
        `${quoted(context.name)}: ${what} ${quoted(port)} has no Agent Spec equivalent and is left out`,
      )
    }
    context[side].delete(port)
  }
}

/** Config keys that mean nothing outside the editor, or that are said in other words. */
const SILENT = new Set([
  'instanceTitle',
  'instanceDescription',
  'instanceBadge',
  'nodeType',
  'dynamicInputs',
  'dynamicOutputs',
  'branches',
])

/** Says of every config key that is set, and not among those that were used, that it has no equivalent. */
export function warnOfConfig({ node, name, notes }: NodeContext, used: readonly string[]): void {
  const defaults: Fields = node.type?.config ?? {}
  for (const [key, value] of Object.entries(node.config)) {
    if (used.includes(key) || SILENT.has(key) || isEmpty(value) || defaults[key] === value) continue
    notes.warn(`${quoted(name)}: config ${quoted(key)} has no Agent Spec equivalent`)
  }
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  )
}

/** A text that is set; undefined for an empty one and for any other value. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The placeholder of an input in a template. */
export function placeholder(context: NodeContext, port: string): string {
  return `{{${context.inputs.get(port) ?? port}}}`
}

/** A property of text, whatever type its port has. */
export function asText({ title, description, default: value }: Property): Property {
  return {
    title,
    type: 'string',
    ...(description ? { description } : {}),
    ...(value === undefined ? {} : { default: value }),
  }
}
