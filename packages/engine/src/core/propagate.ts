/** The effects of an event of one step on the rest of the graph. */
import { errorValue } from '@millrace/model'
import type { Failure, Outputs } from './events.ts'
import { abandonRound, advance, knownExits, leaveLoop, openRound } from './loop-rounds.ts'
import type { Propagation } from './propagation.ts'
import { isWithin, openScope, stepAt } from './scopes.ts'
import { EDGE_DEAD, EDGE_DELIVERED, type MutableLoopRun, type MutableState, type MutableStep } from './state.ts'
import { openWalk, walkOn, walkOnFailure } from './walk.ts'

/** Opens the execution: every node that waits for nothing is ready. */
export function openExecution(on: Propagation): void {
  const { state } = on
  const { walk } = state.index.plan
  if (walk !== undefined) return openWalk(on, walk.start)
  const scope = openScope(state, undefined, 0)
  state.root = scope
  for (const node of state.index.levels[0]?.nodes ?? []) {
    if (isIdleTrigger(state, node)) on.skip(stepAt(state, scope, node))
    else on.weigh(scope, node)
  }
  drain(on)
}

/** Of several triggers only the one that started the execution runs; a start by hand runs the `start` triggers. */
function isIdleTrigger({ index, started }: MutableState, node: number): boolean {
  const { nodes } = index.plan
  const own = nodes[node]
  if (own?.trigger === undefined) return false
  const chosen = started?.trigger
  if (chosen !== undefined) return own.id !== chosen
  return own.trigger === 'event' && nodes.some((other) => other.trigger === 'start')
}

/** Completes a step: delivers its outputs, and closes the branches it did not take. */
export function completeStep(
  on: Propagation,
  step: MutableStep,
  { outputs, taken }: { readonly outputs: Outputs; readonly taken?: readonly string[] | undefined },
): void {
  const { plan } = on.state.index
  const loop = plan.nodes[step.node]?.heads ?? -1
  if (loop >= 0 && step.loop === undefined) {
    // The loop has no rounds: its results are reused or pinned.
    leaveLoop(on, { loop, head: step, exits: knownExits(on.state, loop) }, outputs)
    return drain(on)
  }
  on.end(step, 'completed')
  step.outputs = outputs
  if (taken !== undefined && taken.length > 0) step.taken = taken
  if (on.state.walk !== undefined) return walkOn(on, outputs, step)
  for (const at of on.leaving(step)) {
    const edge = plan.edges[at]
    if (edge === undefined || edge.kind === 'error') on.settle(step.scope, at, EDGE_DEAD)
    else if (Object.hasOwn(outputs, edge.fromPort)) on.settle(step.scope, at, EDGE_DELIVERED, outputs[edge.fromPort])
    else if (edge.fromPort === 'trigger' || taken?.includes(edge.fromPort)) on.settle(step.scope, at, EDGE_DELIVERED)
    else on.settle(step.scope, at, EDGE_DEAD)
  }
  drain(on)
}

/** Fails a step and delivers the failure to its error edges. */
export function failStep(on: Propagation, step: MutableStep, failure: Failure): void {
  const { plan } = on.state.index
  on.end(step, 'failed')
  const value = errorValue(plan.nodes[step.node]?.id ?? '', failure)
  if (on.state.walk !== undefined) return walkOnFailure(on, value, step)
  for (const at of on.leaving(step)) {
    const isError = plan.edges[at]?.kind === 'error'
    if (isError) on.settle(step.scope, at, EDGE_DELIVERED, value)
    else on.settle(step.scope, at, EDGE_DEAD)
  }
  drain(on)
}

/** Fails a step inside a loop that continues on errors: the rest of the round is ended. */
export function failRound(on: Propagation, step: MutableStep, run: MutableLoopRun): void {
  on.end(step, 'failed')
  const round = [...run.open].find((scope) => isWithin(step.scope, scope))
  if (round !== undefined) abandonRound(on, round)
  drain(on)
}

/** Starts the first rounds of a loop whose head knows how many there are. */
export function openLoop(on: Propagation, run: MutableLoopRun): void {
  on.advanceLater(run)
  drain(on)
}

/** The condition of a while loop holds: opens another round. */
export function continueLoop(on: Propagation, run: MutableLoopRun): void {
  on.state.ready.delete(run.head)
  openRound(on, run)
  drain(on)
}

/** The condition of a while loop no longer holds. */
export function endLoop(on: Propagation, run: MutableLoopRun): void {
  on.state.ready.delete(run.head)
  leaveLoop(on, run, { result: run.value })
  drain(on)
}

function drain(on: Propagation): void {
  for (let run = on.nextLoop(); run !== undefined; run = on.nextLoop()) advance(on, run)
}
