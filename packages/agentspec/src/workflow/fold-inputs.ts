/**
 * Converts input and trigger nodes to properties of the start node. An input node that another node triggers stays a
 * step.
 */
import type { Property, StartNode } from '../components.ts'
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import { addFold, freeId, type Level, type Making, ON } from './canvas-level.ts'
import type { Made } from './convert-nodes.ts'
import { isInputType } from './millrace-types.ts'
import { propertyOf } from './property-types.ts'
import { titleFor } from './titles.ts'

/** True if a node only provides a launch input. */
export function isGivenAtStart(node: CanvasNode): boolean {
  return isInputType(node.typeId) && node.arriving.length === 0 && node.leaving.every(({ kind }) => kind !== 'error')
}

export function foldInputs(level: Level, making: Making): Level {
  const inputs = level.nodes.filter(isGivenAtStart)
  if (inputs.length === 0) return level
  const begins = level.nodes.filter((node) => making.made.get(node)?.component.kind === 'start')
  const gone = new Set([...inputs, ...begins.slice(0, 1)])
  const start = addedStart(level, { inputs, begin: begins[0] }, making)
  const edges = level.edges.map((edge): CanvasEdge => {
    if (!gone.has(edge.source)) return edge
    const port =
      edge.kind === 'data' && edge.source !== begins[0] ? portOf(edge.source, edge.sourcePort) : edge.sourcePort
    return { ...edge, source: start, sourcePort: edge.kind === 'data' ? port : ON }
  })
  return { nodes: [start, ...level.nodes.filter((node) => !gone.has(node))], edges }
}

/** The port of the start node for a port of an input node. */
function portOf({ id }: CanvasNode, port: string): string {
  return `${id}\n${port}`
}

interface Merged {
  readonly inputs: readonly CanvasNode[]
  readonly begin: CanvasNode | undefined
}

function addedStart(level: Level, { inputs, begin }: Merged, making: Making): CanvasNode {
  const before: Made | undefined = begin && making.made.get(begin)
  const properties: Property[] = [...(before?.component.outputs ?? [])]
  const taken = new Set(properties.map(({ title }) => title))
  const outputs = new Map(before?.outputs)
  for (const node of inputs) {
    const ports = node.outputs.filter(({ id }) => isTaken(level, node, id))
    for (const port of ports) {
      const title = titleFor(ports.length > 1 ? `${nameOf(node)}_${port.id}` : nameOf(node), taken)
      properties.push(propertyFor(node, port, title))
      outputs.set(portOf(node, port.id), title)
    }
  }
  const base = before?.component ?? { id: freeId(making, 'Start'), name: freeName(level, making) }
  const component: StartNode = { kind: 'start', id: base.id, name: base.name, inputs: properties, outputs: properties }
  return addFold(making, { component, inputs: new Map(), outputs }, (begin ?? inputs[0])?.node.position)
}

function isTaken({ edges }: Level, node: CanvasNode, port: string): boolean {
  return edges.some(({ source, sourcePort, kind }) => source === node && sourcePort === port && kind === 'data')
}

/** The name of an input: a user-defined id, else the label, because ids such as `text_input.1` are not meaningful. */
function nameOf({ id, typeId, name }: CanvasNode): string {
  return id.startsWith(`${typeId}.`) ? name : id
}

function freeName({ nodes }: Level, { made }: Making): string {
  const taken = new Set(nodes.flatMap((node) => made.get(node)?.component.name ?? []))
  let name = 'Start'
  for (let number = 2; taken.has(name); number++) name = `Start ${number}`
  return name
}

/** Default values of inputs without a launch value. */
const WITHOUT: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  text_input: { text: '' },
  number_input: { value: 0 },
  boolean_input: { value: false },
  json_input: { value: {} },
  webhook_trigger: { body: null, headers: {}, query: {}, method: 'POST' },
}

function propertyFor({ typeId, config }: CanvasNode, port: CanvasNode['outputs'][number], title: string): Property {
  const set = typeId === 'webhook_trigger' ? methodOf(config, port.id) : config.defaultValue
  const value = set ?? WITHOUT[typeId]?.[port.id]
  const { default: _, ...property } = propertyOf(port, title)
  if (value === undefined) return property
  // JSON may be any value, not only an object.
  const isOpen = ['json', 'mixed'].includes(port.dataType)
  const { description } = property
  return isOpen ? { title, ...(description ? { description } : {}), default: value } : { ...property, default: value }
}

function methodOf({ method }: Readonly<Record<string, unknown>>, port: string): unknown {
  return port === 'method' && method !== 'ANY' ? method : undefined
}
