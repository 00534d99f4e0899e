/** Input and output of the conversion of one node: titles, tools and warnings. */
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
  /** Titles of the exported data ports by port id. The converter may remove ports. */
  readonly inputs: Map<string, string>
  readonly outputs: Map<string, string>
  /** A unique id in the document, derived from the wanted one. */
  readonly freeId: (wanted: string) => string
  /** Records a tool that only Millrace has, with its node. */
  readonly needsMillrace: (tool: ServerTool, node: string) => void
  /** Resolves a workflow that the node calls. Absent in the simple dialect, which references workflows by name. */
  readonly called?: FindCalled
}

/** A component, with the branch of each port if the node has several and its component names them itself. */
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

/** Properties of the exported ports, in port order. */
export function propertiesOf(context: NodeContext, side: 'inputs' | 'outputs'): Property[] {
  const titles = context[side]
  return context.node[side].flatMap((port) => {
    const title = titles.get(port.id)
    return title === undefined ? [] : [propertyOf(port, title)]
  })
}

/** Drops inputs without a connection and default: a flow would require a value for them. */
export function dropIdle(context: NodeContext): void {
  for (const port of context.node.inputs) {
    const value = context.node.config[port.id] ?? port.defaultValue
    const isIdle = value === undefined || value === ''
    if (isIdle && !isConnected(context, port.id, 'inputs')) context.inputs.delete(port.id)
  }
}

/** Keeps only some ports; warns about lost connections. */
export function keepOnly(context: NodeContext, side: 'inputs' | 'outputs', kept: readonly string[]): void {
  for (const port of [...context[side].keys()]) {
    if (kept.includes(port)) continue
    if (isConnected(context, port, side)) {
      const what = side === 'inputs' ? 'input' : 'output'
      context.notes.warn(`${quoted(context.name)}: ${what} ${quoted(port)} has no Agent Spec equivalent and is omitted`)
    }
    context[side].delete(port)
  }
}

/** Config keys that are editor-only or expressed differently. */
const SILENT = new Set([
  'instanceTitle',
  'instanceDescription',
  'instanceBadge',
  'nodeType',
  'dynamicInputs',
  'dynamicOutputs',
  'branches',
])

/** Warns about every config key that is set but was not used. */
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

/** A non-empty string; undefined for any other value. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The placeholder of an input in a template. */
export function placeholder(context: NodeContext, port: string): string {
  return `{{${context.inputs.get(port) ?? port}}}`
}

/** A string property, for any type of its port. */
export function asText({ title, description, default: value }: Property): Property {
  return {
    title,
    type: 'string',
    ...(description ? { description } : {}),
    ...(value === undefined ? {} : { default: value }),
  }
}
