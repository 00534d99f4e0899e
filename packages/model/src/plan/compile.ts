/** Compiles a workflow to a plan. Expects a valid workflow; ignores parts that it does not understand. */
import type { Catalogue } from '../catalogue.ts'
import type { PlanExpressions } from '../expressions/compiled.ts'
import { NodeNames } from '../expressions/node-names.ts'
import { isOutputType, joinOf, PINNED_EXTENSION, RETRY_EXTENSION, timeoutMsOf } from '../extensions.ts'
import { findLoops, type LoopHead, loopsAround } from '../graph/loops.ts'
import { isObject } from '../json.ts'
import { branchesOf, passedInput } from '../node-ports.ts'
import type { NodeType } from '../node-type.ts'
import { passOver } from '../validate/disabled/pass-over.ts'
import { edgeKind, withJoins } from '../validate/edge-kinds.ts'
import { type LoopTrait, loopHeadsOf } from '../validate/loop-heads.ts'
import {
  isAnnotation,
  isUsedAsTool,
  LOOP_BACK,
  type ResolvedEdge,
  type ResolvedNode,
  resolveGraph,
} from '../validate/resolved-graph.ts'
import { componentOf, MAX_WALK_STEPS, walkStart } from '../validate/sequential.ts'
import { type Graph, titleOf } from '../workflow/workflow.ts'
import { sentType } from './branch-edges.ts'
import type { Plan, PlanEdge, PlanLoop, PlanNode, PlanTool, RetryPolicy } from './plan.ts'
import { planExpressions } from './plan-expressions.ts'

/** The branch of a node that continues on one of several branches; no port of a document can have this name. */
export const NEXT_BRANCH = 'trigger next'

/** Components that continue on the branch of the flow that they ran: their trigger is one branch among others. */
const BRANCHING = new Set(['flow_node', 'catch_exception_node'])

export function compile(graph: Graph, catalogue: Catalogue): Plan {
  const resolved = resolveGraph(passOver(graph, catalogue).graph, catalogue)
  const known = resolved.nodes.filter((one) => one.type !== undefined && !isAnnotation(one))
  const tools = known.filter(isUsedAsTool)
  const steps = known.filter((one) => !isUsedAsTool(one))
  const numbers = new Map(steps.map((one, at) => [one, at]))
  const wired = resolved.edges.filter((edge) => numbers.has(edge.source) && numbers.has(edge.target))
  const heads = loopHeadsOf(steps)
  const ends = wired.map((edge) => ({
    from: numbers.get(edge.source) ?? 0,
    to: numbers.get(edge.target) ?? 0,
    fromPort: edge.sourcePortId,
    isBack: edge.targetPortId === LOOP_BACK,
  }))
  const { loopOf, parents } = findLoops(steps.length, ends, heads)
  const nesting = { loopOf, parents, heads, headAt: new Map(heads.map((head, loop) => [head.node, loop])) }
  const start = walkStart(resolved)
  const drawn = wired.map((edge, at) => planEdge(edge, ends[at] ?? NOWHERE, nesting))
  const edges = start === undefined ? withJoins(drawn) : drawn
  const withErrorEdge = new Set(edges.filter((edge) => edge.kind === 'error').map((edge) => edge.from))
  const attached = attachedTools(tools)
  const names = new NodeNames(known)
  const expressionsOf = (one: ResolvedNode) => planExpressions(one, names, (other) => numbers.get(other))
  return {
    nodes: steps.map((one, at) => planNode(one, { at, withErrorEdge, nesting, attached, expressionsOf })),
    edges,
    loops: heads.map((_, loop) => planLoop(loop, edges, nesting)),
    tools: tools.map((tool) => planTool(tool, expressionsOf(tool))),
    ...(start === undefined ? {} : { walk: { start: numbers.get(start) ?? 0, maxSteps: MAX_WALK_STEPS } }),
  }
}

const NOWHERE = { from: 0, to: 0, fromPort: '', isBack: false }

interface Nesting {
  readonly loopOf: Int32Array
  readonly parents: Int32Array
  readonly heads: readonly (LoopHead & { readonly kind: LoopTrait['kind'] })[]
  /** The loop that a node is the head of. */
  readonly headAt: ReadonlyMap<number, number>
}

function planEdge(edge: ResolvedEdge, { from, to }: { from: number; to: number }, nesting: Nesting): PlanEdge {
  return {
    from,
    to,
    fromPort: fromPortOf(edge),
    toPort: edge.targetPortId,
    kind: edgeKind(edge),
    fromType: sentType(edge),
    toType: edge.targetPort?.dataType ?? 'mixed',
    level: commonLevel(sourceLevel(edge, from, nesting), targetLevel(edge, to, nesting), nesting),
  }
}

function fromPortOf({ source, sourcePortId }: ResolvedEdge): string {
  return sourcePortId === 'trigger' && BRANCHING.has(componentOf(source.type) ?? '') ? NEXT_BRANCH : sourcePortId
}

/** An output that delivers in every iteration belongs to the iteration, although its node is outside. */
function sourceLevel(edge: ResolvedEdge, from: number, { heads, headAt, loopOf }: Nesting): number {
  const own = headAt.get(from) ?? -1
  return heads[own]?.each.has(edge.sourcePortId) ? own : (loopOf[from] ?? -1)
}

function targetLevel(edge: ResolvedEdge, to: number, { headAt, loopOf }: Nesting): number {
  const own = headAt.get(to) ?? -1
  return own >= 0 && edge.targetPortId === LOOP_BACK ? own : (loopOf[to] ?? -1)
}

function commonLevel(a: number, b: number, { parents }: Nesting): number {
  if (a === b) return a
  const around = new Set(loopsAround(a, parents))
  return loopsAround(b, parents).find((loop) => around.has(loop)) ?? -1
}

interface NodeContext {
  readonly at: number
  readonly withErrorEdge: ReadonlySet<number>
  readonly nesting: Nesting
  readonly attached: ReadonlyMap<ResolvedNode, readonly number[]>
  readonly expressionsOf: (node: ResolvedNode) => PlanExpressions | undefined
}

function planNode(resolved: ResolvedNode, context: NodeContext): PlanNode {
  const { at, withErrorEdge, nesting, attached } = context
  const { node, type, config } = resolved
  const extensions = node.data?.extensions ?? {}
  const retry = retryOf(extensions[RETRY_EXTENSION])
  const timeoutMs = timeoutMsOf(extensions)
  const pinned = extensions[PINNED_EXTENSION]
  const tools = attached.get(resolved)
  const expressions = context.expressionsOf(resolved)
  return {
    id: node.id,
    type: type?.node_type_id ?? '',
    label: titleOf(node) || node.id,
    config,
    inputs: inputsOf(resolved),
    loop: nesting.loopOf[at] ?? -1,
    heads: nesting.headAt.get(at) ?? -1,
    join: joinOf(extensions),
    hasErrorEdge: withErrorEdge.has(at),
    ...(type?.category === 'triggers' ? { trigger: isStart(type) ? 'start' : 'event' } : {}),
    ...(retry ? { retry } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(isObject(pinned) ? { pinned } : {}),
    ...passesOf(resolved),
    ...(isOutputType(type) ? { outputName: String(config.name || node.id) } : {}),
    ...(componentOf(type) === 'end_node' ? { givesOutputs: true } : {}),
    ...(tools ? { tools } : {}),
    ...(expressions ? { expressions } : {}),
  }
}

function passesOf({ type, config }: ResolvedNode): Pick<PlanNode, 'passes'> {
  const passes = type !== undefined && branchesOf(type, config).length > 0 ? passedInput(type) : undefined
  return passes === undefined ? {} : { passes }
}

function isStart(type: NodeType): boolean {
  return type.node_type_id === 'start' || componentOf(type) === 'start_node'
}

function inputsOf({ ports }: ResolvedNode): PlanNode['inputs'] {
  return [...(ports?.inputs.values() ?? [])]
    .filter((port) => port.dataType !== 'trigger' && port.dataType !== 'tool' && port.id !== LOOP_BACK)
    .map(({ id, dataType, required, defaultValue }) => ({
      id,
      dataType,
      ...(required ? { required } : {}),
      ...(defaultValue === undefined ? {} : { defaultValue }),
    }))
}

/** For every agent the numbers of the tools connected to it, in document order. */
function attachedTools(tools: readonly ResolvedNode[]): Map<ResolvedNode, number[]> {
  const attached = new Map<ResolvedNode, number[]>()
  for (const [number, tool] of tools.entries()) {
    const edges = [...tool.leaving.values()].flat().filter((edge) => edge.sourcePort?.dataType === 'tool')
    for (const agent of new Set(edges.map((edge) => edge.target))) {
      attached.set(agent, [...(attached.get(agent) ?? []), number])
    }
  }
  return attached
}

function planTool({ node, type, config }: ResolvedNode, expressions: PlanExpressions | undefined): PlanTool {
  return {
    id: node.id,
    type: type?.node_type_id ?? '',
    label: titleOf(node) || node.id,
    config,
    ...(expressions ? { expressions } : {}),
  }
}

function planLoop(loop: number, edges: readonly PlanEdge[], { heads, loopOf, parents }: Nesting): PlanLoop {
  const head = heads[loop]
  const numbered = edges.map((edge, at) => ({ edge, at }))
  const isInside = (node: number) => loopsAround(loopOf[node] ?? -1, parents).includes(loop)
  const isOfRound = (edge: PlanEdge) =>
    isInside(edge.from) || (edge.from === head?.node && head.each.has(edge.fromPort))
  const isBack = (edge: PlanEdge) => edge.kind === 'loop_back' && edge.to === head?.node
  const back = numbered.filter(({ edge }) => isBack(edge) && isOfRound(edge))
  const exits = numbered.filter(({ edge }) => !isBack(edge) && isOfRound(edge) && !isInside(edge.to))
  return {
    head: head?.node ?? 0,
    kind: head?.kind ?? 'foreach',
    parent: parents[loop] ?? -1,
    body: [...loopOf.keys()].filter((node) => loopOf[node] === loop),
    back: back.map(({ at }) => at),
    exits: exits.map(({ at }) => at),
  }
}

const MAX_DELAY_MS = 24 * 3600 * 1000

/** The retry policy in a node's extensions, with defaults and limits applied. */
function retryOf(given: unknown): RetryPolicy | undefined {
  if (!isObject(given)) return undefined
  const number = (key: string, fallback: number, [low, high]: readonly [number, number]) => {
    const value = given[key]
    return typeof value === 'number' && Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : fallback
  }
  return {
    maxAttempts: Math.floor(number('maxAttempts', 3, [1, 100])),
    delayMs: number('delayMs', 1000, [0, MAX_DELAY_MS]),
    factor: number('factor', 2, [1, 10]),
    maxDelayMs: number('maxDelayMs', 60_000, [0, MAX_DELAY_MS]),
    jitter: number('jitter', 0, [0, 1]),
  }
}
