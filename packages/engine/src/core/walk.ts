/**
 * Sequential plans: one current node, from the start to a node without a successor. Outputs are copied along data edges
 * into a table in which the last write wins, so a cycle repeats as long as its branches lead back.
 *
 * The first visit of a node is a step of the execution's own scope. The n-th one has the scope `visit:n`, so that every
 * visit has its own inputs, result, retries and idempotency key.
 */
import type { ErrorValue, PlanEdge } from '@millrace/model'
import type { Failure, Outputs } from './events.ts'
import type { Propagation } from './propagation.ts'
import { openScope, stepAt } from './scopes.ts'
import type { ExecutionState, MutableScope, MutableState, MutableStep, Step } from './state.ts'
import type { Delivery } from './walk-state.ts'

/** The level of the scopes of repeated visits; loops have levels from 0, the execution itself -1. */
const VISIT_LEVEL = -2

export function openWalk(on: Propagation, start: number): void {
  const { state } = on
  state.root = openScope(state, undefined, 0)
  enter(on, start)
}

/** Copies the outputs of a completed step and enters the node behind the branch that it took. */
export function walkOn(on: Propagation, outputs: Outputs, step: MutableStep): void {
  const { node, taken = [] } = step
  for (const [at, edge] of edgesOf(on.state, node)) {
    if ((edge.kind === 'data' || edge.kind === 'branch') && Object.hasOwn(outputs, edge.fromPort)) {
      deliver(on.state, at, outputs[edge.fromPort])
    }
  }
  const ways = edgesOf(on.state, node).filter(([, { kind }]) => kind === 'trigger' || kind === 'branch')
  const next = ways.find(([, { fromPort }]) => fromPort === 'trigger' || taken.includes(fromPort))
  if (next !== undefined) enter(on, next[1].to)
  else if (ways.length > 0) on.state.ending = { status: 'failed', failure: deadEnd(on.state, step) }
}

function deadEnd({ index }: ExecutionState, { node, taken }: Step): Failure {
  const label = index.plan.nodes[node]?.label
  const branch = taken?.join(', ') ?? 'next'
  return { code: 'NO_NEXT_NODE', message: `Nothing follows the branch "${branch}" of "${label}".` }
}

/** Enters the node behind the error edge of a failed step, if it has one. */
export function walkOnFailure(on: Propagation, value: ErrorValue, { node }: Step): void {
  const next = edgesOf(on.state, node).find(([, { kind }]) => kind === 'error')
  if (next === undefined) return
  const [at, edge] = next
  if (edge.toType !== 'trigger') deliver(on.state, at, value)
  enter(on, edge.to)
}

function edgesOf({ index }: ExecutionState, node: number): [at: number, edge: PlanEdge][] {
  return (index.leaving[node] ?? []).flatMap((at) => {
    const edge = index.plan.edges[at]
    return edge === undefined ? [] : [[at, edge] satisfies [number, PlanEdge]]
  })
}

function deliver({ index, walk }: MutableState, edge: number, value: unknown): void {
  const { to = -1, toPort = '' } = index.plan.edges[edge] ?? {}
  const inputs = walk?.table.get(to) ?? new Map<string, Delivery>()
  walk?.table.set(to, inputs.set(toPort, { edge, value }))
}

function enter(on: Propagation, node: number): void {
  const { state } = on
  const { walk, root } = state
  if (walk === undefined || root === undefined) return
  const visit = (walk.visits[node] ?? 0) + 1
  walk.visits[node] = visit
  const step = stepAt(state, visit === 1 ? root : visitScope(state, root, visit), node)
  // A copy: later writes belong to later visits.
  step.delivered = new Map([...(walk.table.get(node)?.values() ?? [])].map(({ edge, value }) => [edge, value]))
  on.makeReady(step)
}

function visitScope(state: MutableState, parent: MutableScope, visit: number): MutableScope {
  const path = `visit:${visit}`
  const known = state.scopes.get(path)
  if (known !== undefined) return known
  const scope: MutableScope = {
    path,
    loop: VISIT_LEVEL,
    index: visit - 1,
    parent,
    run: undefined,
    steps: [],
    waiting: [],
    edgeStates: [],
    edgeValues: [],
    left: 0,
    closed: false,
  }
  state.scopes.set(path, scope)
  return scope
}
