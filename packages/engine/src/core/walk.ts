/**
 * Sequential plans: one current node, from the start to a node that nothing follows. Outputs are copied along data edges
 * into a table where the last write stays, so a cycle is walked as often as its branches lead back.
 *
 * The first visit of a node is a step of the execution's own scope. The n-th one has the scope `visit:n`, so that every
 * visit has its own inputs, result, retries and idempotency key.
 */
import type { ErrorValue, PlanEdge } from '@millrace/model'
import type { Failure, Outputs } from './events.ts'
import type { Spread } from './propagate.ts'
import { openScope, stepAt } from './scopes.ts'
import type { ExecutionState, Scope, Step } from './state.ts'

/** What is kept of a walk beside its steps. */
export interface WalkState {
  /** By node, then by input port: the edge that wrote last, and what it delivered. */
  readonly table: Map<number, Map<string, Delivery>>
  /** How often each node was entered. */
  readonly visits: Uint32Array
}

interface Delivery {
  readonly edge: number
  readonly value: unknown
}

/** The level of the scopes of repeated visits; loops have levels from 0, the execution itself -1. */
const VISIT_LEVEL = -2

export function openWalk(spread: Spread, start: number): void {
  const { state } = spread
  state.root = openScope(state, undefined, 0)
  enter(spread, start)
}

/** Copies the outputs of a completed step and enters the node behind the branch that it took. */
export function walkOn(spread: Spread, outputs: Outputs, step: Step): void {
  const { node, taken = [] } = step
  for (const [at, edge] of edgesOf(spread.state, node)) {
    if (edge.kind === 'data' && Object.hasOwn(outputs, edge.fromPort)) {
      deliver(spread.state, at, outputs[edge.fromPort])
    }
  }
  const ways = edgesOf(spread.state, node).filter(([, { kind }]) => kind === 'trigger')
  const next = ways.find(([, { fromPort }]) => fromPort === 'trigger' || taken.includes(fromPort))
  if (next !== undefined) enter(spread, next[1].to)
  else if (ways.length > 0) spread.state.ending = { status: 'failed', failure: deadEnd(spread.state, step) }
}

function deadEnd({ index }: ExecutionState, { node, taken }: Step): Failure {
  const label = index.plan.nodes[node]?.label
  const branch = taken?.join(', ') ?? 'next'
  return { code: 'NO_NEXT_NODE', message: `Nothing follows the branch "${branch}" of "${label}".` }
}

/** Enters the node behind the error edge of a failed step, if it has one. */
export function walkOnFailure(spread: Spread, value: ErrorValue, { node }: Step): void {
  const next = edgesOf(spread.state, node).find(([, { kind }]) => kind === 'error')
  if (next === undefined) return
  const [at, edge] = next
  if (edge.toType !== 'trigger') deliver(spread.state, at, value)
  enter(spread, edge.to)
}

function edgesOf({ index }: ExecutionState, node: number): [at: number, edge: PlanEdge][] {
  return (index.leaving[node] ?? []).flatMap((at) => {
    const edge = index.plan.edges[at]
    return edge === undefined ? [] : [[at, edge] satisfies [number, PlanEdge]]
  })
}

function deliver({ index, walk }: ExecutionState, edge: number, value: unknown): void {
  const { to = -1, toPort = '' } = index.plan.edges[edge] ?? {}
  const inputs = walk?.table.get(to) ?? new Map<string, Delivery>()
  walk?.table.set(to, inputs.set(toPort, { edge, value }))
}

function enter(spread: Spread, node: number): void {
  const { state } = spread
  const { walk, root } = state
  if (walk === undefined || root === undefined) return
  const visit = (walk.visits[node] ?? 0) + 1
  walk.visits[node] = visit
  const step = stepAt(state, visit === 1 ? root : visitScope(state, root, visit), node)
  // A copy: later writes belong to later visits.
  step.delivered = new Map([...(walk.table.get(node)?.values() ?? [])].map(({ edge, value }) => [edge, value]))
  spread.makeReady(step)
}

function visitScope(state: ExecutionState, parent: Scope, visit: number): Scope {
  const path = `visit:${visit}`
  const known = state.scopes.get(path)
  if (known !== undefined) return known
  const scope: Scope = {
    path,
    loop: VISIT_LEVEL,
    index: visit - 1,
    parent,
    run: undefined,
    steps: [],
    waiting: new Int32Array(),
    edgeStates: new Uint8Array(),
    edgeValues: [],
    left: 0,
    closed: false,
  }
  state.scopes.set(path, scope)
  return scope
}
