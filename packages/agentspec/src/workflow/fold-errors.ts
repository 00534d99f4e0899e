/**
 * Exports a node with an error path by wrapping it in a flow inside a catch node. Of a failure Agent Spec passes only
 * the message.
 */
import { isCastable } from '../casting.ts'
import { CAUGHT_BRANCH, CAUGHT_INFO, NEXT, type Property } from '../components.ts'
import { quoted } from '../notes.ts'
import { inputsOf, outputsOf } from '../ports.ts'
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import { addFold, branchOf, branchPortsOf, freeId, type Level, type Making, ON } from './canvas-level.ts'
import { placed } from './store-canvas.ts'
import { catching, flowAround } from './wrap-in-flow.ts'

/** The error port of a folded node. */
const FAILED = 'error'
const MESSAGE: Property = { title: CAUGHT_INFO, anyOf: [{ type: 'string' }, { type: 'null' }] }

export function foldErrors(level: Level, making: Making): Level {
  const errors = level.edges.filter(({ kind }) => kind === 'error')
  if (errors.length === 0) return level
  const unsaid = errors.flatMap((edge) => {
    const why = whyNot(edge.source, making)
    return why === undefined ? [] : [{ edge, why }]
  })
  const left = withoutErrors(level, unsaid, making)
  const failing = new Set(left.edges.filter(({ kind }) => kind === 'error').map(({ source }) => source))
  const arriving = Map.groupBy(left.edges, (edge) => edge.target)
  const folds = new Map([...failing].flatMap((node) => foldOf(node, arriving.get(node) ?? [], making)))
  const by = (node: CanvasNode) => folds.get(node) ?? node
  return {
    nodes: left.nodes.map(by),
    edges: left.edges.map((edge) => {
      const moved = { ...edge, source: by(edge.source), target: by(edge.target) }
      if (moved.source === edge.source) return moved
      if (edge.kind === 'error') return errorEdge(moved, making)
      const hasChoice = branchPortsOf(edge.source, making.made.get(edge.source)) !== undefined
      return edge.kind === 'data' && !hasChoice ? { ...moved, behind: ON } : moved
    }),
  }
}

/** Kinds that loops are folded into. */
const LOOPS = new Set(['map', 'parallel_map', 'flow'])

/** Why the failures of a node cannot be caught; undefined if they can. */
function whyNot(node: CanvasNode, { made, folds, mayCatch }: Making): string | undefined {
  const component = made.get(node)?.component
  if (!mayCatch) return 'error handling requires version 26.1.2 of Agent Spec'
  if (component?.kind === 'catch_exception') return 'it catches failures itself'
  // On the canvas a failed iteration is not a failure of the loop.
  const isLoop = folds.has(node) && LOOPS.has(component?.kind ?? '')
  return isLoop ? 'Agent Spec cannot distinguish a failure of the loop from one of its iterations' : undefined
}

/** A node and its replacement. */
function foldOf(node: CanvasNode, arriving: readonly CanvasEdge[], making: Making): [CanvasNode, CanvasNode][] {
  const one = making.made.get(node)
  if (one === undefined) return []
  const { component } = one
  const ways = new Map((branchPortsOf(node, one) ?? [ON]).map((port) => [port, port === ON ? NEXT : port]))
  const fed = new Set(arriving.map((edge) => one.inputs.get(edge.targetPort)))
  const inputs = inputsOf(component).filter(({ title }) => fed.has(title))
  const id = freeId(making, `${component.id}/catch`)
  const around = {
    id,
    inputs,
    outputs: outputsOf(component),
    ways: new Map([...ways].map(([port, name]) => [branchOf(one, port), name])),
  }
  const flow = flowAround(placed(component, making.folds.has(node) ? undefined : node), around, making)
  const by = addFold(
    making,
    {
      component: catching(flow, { id, name: component.name }),
      inputs: one.inputs,
      outputs: new Map([...one.outputs, [FAILED, CAUGHT_INFO]]),
      ways: new Map([...ways, [FAILED, CAUGHT_BRANCH]]),
    },
    node.node.position,
  )
  return [[node, by]]
}

/** Converts an error edge: order, and the message if the target accepts it. */
function errorEdge(edge: CanvasEdge, { made, notes }: Making): CanvasEdge {
  const target = made.get(edge.target)
  const title = target?.inputs.get(edge.targetPort)
  const takes = target && inputsOf(target.component).find((input) => input.title === title)
  const order: CanvasEdge = { ...edge, kind: 'trigger', sourcePort: FAILED }
  if (takes === undefined) return order
  if (!isCastable(MESSAGE, takes)) {
    notes.warn(
      `${quoted(edge.target.name)} reads the parts of a failure of ${quoted(edge.source.name)}, which Agent Spec does not provide`,
    )
    return order
  }
  notes.warn(`${quoted(edge.target.name)} receives only the message of a failure of ${quoted(edge.source.name)}`)
  return { ...edge, kind: 'data', sourcePort: FAILED, behind: FAILED }
}

/** Removes the error edges and the nodes that only they lead to. */
function withoutErrors(level: Level, errors: readonly { edge: CanvasEdge; why: string }[], { notes }: Making): Level {
  for (const { edge, why } of errors) notes.warn(`${quoted(edge.source.name)}: ${why}; its \`error\` edge is omitted`)
  const unsaid = new Set(errors.map(({ edge }) => edge))
  const gone = new Set<CanvasNode>()
  const arriving = Map.groupBy(level.edges, (edge) => edge.target)
  const isOnly = (node: CanvasNode) =>
    (arriving.get(node) ?? []).every((edge) => unsaid.has(edge) || gone.has(edge.source))
  const leaving = Map.groupBy(level.edges, (edge) => edge.source)
  const work = errors.map(({ edge }) => edge.target)
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (gone.has(node) || !isOnly(node)) continue
    gone.add(node)
    notes.warn(`${quoted(node.name)} is only reached by an error and is omitted`)
    for (const { target } of leaving.get(node) ?? []) work.push(target)
  }
  return {
    nodes: level.nodes.filter((node) => !gone.has(node)),
    edges: level.edges.filter((edge) => !unsaid.has(edge) && !gone.has(edge.source) && !gone.has(edge.target)),
  }
}
