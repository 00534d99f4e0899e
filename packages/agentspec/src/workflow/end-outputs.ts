/**
 * Converts output nodes to properties of every end of the flow. A value that a path does not provide is null. An output
 * node that is triggered explicitly or has successors stays a step.
 */
import type { DataEdge, EndNode, FlowNodeComponent, Property } from '../components.ts'
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import { freeId, type Level, type Making } from './canvas-level.ts'
import { dataName } from './draw-edges.ts'
import type { Frame } from './flow-frame.ts'
import { isOutputType } from './millrace-types.ts'
import { titleFor } from './titles.ts'

/** An output of the execution: its title and the edges that provide it. */
export interface RunOutput {
  readonly title: string
  readonly node: CanvasNode
  readonly from: readonly CanvasEdge[]
}

export interface SplitLevel {
  readonly level: Level
  readonly outputs: readonly RunOutput[]
}

/** The level without pure output nodes. */
export function withoutOutputs({ nodes, edges }: Level): SplitLevel {
  const named = nodes.filter(({ typeId }) => isOutputType(typeId))
  const taken = new Set<string>()
  const outputs = named.map((node): RunOutput => {
    const { name } = node.config
    return {
      title: titleFor(typeof name === 'string' && name !== '' ? name : node.id, taken),
      node,
      from: edges.filter(
        ({ target, targetPort, kind }) => target === node && targetPort === 'value' && kind === 'data',
      ),
    }
  })
  const steps = new Set(named.filter((node) => !isOnlyNamed(node, edges)))
  const gone = new Set(named.filter((node) => !steps.has(node)))
  return {
    level: {
      nodes: nodes.filter((node) => !gone.has(node)),
      edges: edges.filter(({ source, target }) => !gone.has(source) && !gone.has(target)),
    },
    outputs: outputs.map((one) => (steps.has(one.node) ? { ...one, from: [givenBack(one.node)] } : one)),
  }
}

/** True if a node only names a value. */
function isOnlyNamed(node: CanvasNode, edges: readonly CanvasEdge[]): boolean {
  return !edges.some((edge) => edge.source === node || (edge.target === node && edge.kind !== 'data'))
}

/** The value that an output step passes to its successors. */
function givenBack(node: CanvasNode): CanvasEdge {
  const edge = { id: '', source: node.id, target: '' }
  return { edge, kind: 'data', source: node, sourcePort: 'value', target: node, targetPort: 'value' }
}

/** The frame with the outputs of the execution at each of its ends. */
export function withOutputs(frame: Frame, outputs: readonly RunOutput[], making: Making): Frame {
  if (outputs.length === 0) return frame
  const data: DataEdge[] = []
  const canvasOf = new Map(frame.canvasOf)
  const nodes = frame.nodes.map((node): FlowNodeComponent => {
    if (node.kind !== 'end') return node
    const taken = new Set((node.inputs ?? []).map(({ title }) => title))
    const added = outputs.map((one): Property & { readonly title: string } => {
      const title = titleFor(one.title, taken)
      data.push(...one.from.flatMap((edge) => edgeTo(edge, { end: node, title }, making)))
      return { title, default: null }
    })
    const inputs = [...(node.inputs ?? []), ...added]
    const made: EndNode = { ...node, inputs, outputs: inputs }
    const drawn = canvasOf.get(node)
    if (drawn !== undefined) canvasOf.set(made, drawn)
    return made
  })
  return { ...frame, nodes, canvasOf, data: [...frame.data, ...data] }
}

interface AtEnd {
  readonly end: EndNode
  readonly title: string
}

function edgeTo({ source, sourcePort }: CanvasEdge, { end, title }: AtEnd, making: Making): DataEdge[] {
  const from = making.made.get(source)
  const output = from?.outputs.get(sourcePort) ?? (source.mapsTo === 'output' ? 'value' : undefined)
  if (from === undefined || output === undefined) return []
  const name = dataName({ from: from.component.name, output, to: end.name, input: title })
  return [
    {
      id: freeId(making, name),
      name,
      sourceNode: from.component.id,
      sourceOutput: output,
      destinationNode: end.id,
      destinationInput: title,
    },
  ]
}
