/** Opens and closes the rounds of loops, and delivers their results. */
import { isStepOver, jsonSize, listOfKept, roundValue } from '@millrace/model'
import { hasBehaviour } from './behaviour.ts'
import type { Outputs } from './events.ts'
import type { Propagation } from './propagation.ts'
import { edgeState, isWithin, openScope, stepAt } from './scopes.ts'
import {
  EDGE_DEAD,
  EDGE_DELIVERED,
  type ExecutionState,
  type LoopRun,
  type MutableLoopRun,
  type MutableScope,
  type MutableState,
} from './state.ts'
import { isRemoved } from './without-values.ts'

/** Closes the rounds that are done, then opens the next ones or ends the loop. */
export function advance(on: Propagation, run: MutableLoopRun): void {
  for (const scope of run.done.splice(0)) if (run.open.has(scope)) closeRound(on.state, scope, run)
  if (run.head.status !== 'running') return
  if (on.state.ending !== undefined && hasBehaviour(on.state, 2)) return
  if (on.state.index.plan.loops[run.loop]?.kind === 'while') {
    // The head decides whether there is another round.
    if (run.open.size === 0) on.state.ready.add(run.head)
    return
  }
  if (hasLargeResults(on.state, run)) {
    // The head fails once no round is open.
    if (run.open.size === 0) on.state.ready.add(run.head)
    return
  }
  if (isEmpty(on.state, run)) passThrough(on.state, run)
  while (run.next < run.total && run.open.size < run.concurrency) openRound(on, run)
  if (run.next >= run.total && run.open.size === 0) leaveLoop(on, run, { results: listOfKept(run.results) })
}

export function openRound(on: Propagation, run: MutableLoopRun): void {
  const index = run.next++
  const scope = openScope(on.state, run, index)
  for (const at of on.leaving(run.head)) {
    const edge = on.state.index.plan.edges[at]
    if (edge === undefined || !deliversInside(on.state, run, at)) continue
    on.settle(scope, at, EDGE_DELIVERED, roundValue(run, index, edge.fromPort))
  }
  if (scope.left === 0) on.roundIsDone(scope)
}

/** Stores the value that the round returned, and frees the memory of its edges. */
function closeRound(state: MutableState, scope: MutableScope, run: MutableLoopRun): void {
  scope.closed = true
  run.open.delete(scope)
  state.scopes.delete(scope.path)
  const back = state.index.plan.loops[run.loop]?.back ?? []
  const last = back.findLast((at) => edgeState(state, scope, at) === EDGE_DELIVERED)
  const value = last === undefined ? null : scope.edgeValues[state.index.edgePlace[last] ?? 0]
  run.results[scope.index] = value
  const { maxValueBytes, valuesRemovedAt } = state.started ?? {}
  if (maxValueBytes !== undefined) {
    // A value that was removed counts as it did: too large results failed the loop.
    const isOriginal = valuesRemovedAt === undefined || !isRemoved(value)
    run.resultsSize += (isOriginal ? jsonSize(value, maxValueBytes) : value.characters) + 1
  }
  if (last !== undefined) run.value = value
}

/** Ends a loop: delivers its outputs, and the values of its rounds for nodes outside. */
export function leaveLoop(
  on: Propagation,
  run: Pick<MutableLoopRun, 'loop' | 'head' | 'exits'>,
  outputs: Outputs,
): void {
  const { head } = run
  const { plan } = on.state.index
  on.end(head, 'completed')
  head.outputs = outputs
  for (const at of on.leaving(head)) {
    const edge = plan.edges[at]
    if (edge === undefined || deliversInside(on.state, run, at)) continue
    const isFed = Object.hasOwn(outputs, edge.fromPort) || edge.fromPort === 'completed' || edge.fromPort === 'trigger'
    if (isFed) on.settle(head.scope, at, EDGE_DELIVERED, outputs[edge.fromPort])
    else on.settle(head.scope, at, EDGE_DEAD)
  }
  for (const at of plan.loops[run.loop]?.exits ?? []) {
    if (run.exits.has(at)) on.settle(head.scope, at, EDGE_DELIVERED, run.exits.get(at))
    else on.settle(head.scope, at, EDGE_DEAD)
  }
}

/** Ends every step of a round that is not over. */
export function abandonRound(on: Propagation, round: MutableScope): void {
  const { state } = on
  const inside = [...state.scopes.values()].filter((scope) => isWithin(scope, round))
  for (const scope of inside) {
    for (const node of state.index.levels[scope.loop + 1]?.nodes ?? []) {
      const step = stepAt(state, scope, node)
      if (!isStepOver(step.status)) on.end(step, state.active.has(step) ? 'cancelled' : 'skipped')
    }
    if (scope === round) continue
    scope.closed = true
    state.scopes.delete(scope.path)
  }
}

/** Values for edges that leave a loop which does not run, because its results are reused or pinned. */
export function knownExits({ index: { plan }, started }: MutableState, loop: number): Map<number, unknown> {
  const { reused, isTest } = started ?? {}
  const exits = new Map<number, unknown>()
  for (const at of plan.loops[loop]?.exits ?? []) {
    const { from = -1, fromPort = '' } = plan.edges[at] ?? {}
    const outputs = reused?.[from]?.outputs ?? (isTest === true ? plan.nodes[from]?.pinned : undefined)
    if (outputs !== undefined && Object.hasOwn(outputs, fromPort)) exits.set(at, outputs[fromPort])
  }
  return exits
}

/** True if the collected results of a loop are larger than a value may be. */
export function hasLargeResults({ started }: ExecutionState, { resultsSize }: LoopRun): boolean {
  return resultsSize > (started?.maxValueBytes ?? Number.POSITIVE_INFINITY)
}

function isEmpty({ index }: MutableState, { loop }: LoopRun): boolean {
  return index.levels[loop + 1]?.nodes.length === 0
}

/** A loop without nodes: each round returns the output of the head, so no round needs a scope. */
function passThrough({ index: { plan, leaving } }: MutableState, run: MutableLoopRun): void {
  const { back = [], exits = [] } = plan.loops[run.loop] ?? {}
  const own = leaving[run.head.node] ?? []
  const port = plan.edges[back.findLast((at) => own.includes(at)) ?? -1]?.fromPort
  for (; run.next < run.total; run.next++) {
    run.results.push(port === undefined ? null : roundValue(run, run.next, port))
  }
  if (run.total === 0) return
  for (const at of exits) {
    const edge = plan.edges[at]
    if (edge !== undefined && own.includes(at)) run.exits.set(at, roundValue(run, run.total - 1, edge.fromPort))
  }
}

/** True if an edge of a loop's head belongs to its rounds: its target is inside, or it leaves from inside. */
function deliversInside({ index: { plan } }: MutableState, { loop }: Pick<LoopRun, 'loop'>, at: number): boolean {
  return plan.edges[at]?.level === loop || plan.loops[loop]?.exits.includes(at) === true
}
