/**
 * Settles edges and makes nodes ready or skips them. All of it follows from the history, so none of it is recorded.
 * Works off a queue instead of recursing: a chain of 10,000 skipped nodes must not overflow the call stack.
 */
import type { EndedStepStatus, PlanEdge, StepStatus } from '@millrace/model'
import type { MutableChange } from './change.ts'
import { countOver } from './progress.ts'
import { edgeState, isWithin, scopeAt, stepAt } from './scopes.ts'
import {
  EDGE_DEAD,
  EDGE_DELIVERED,
  EDGE_OPEN,
  type MutableLoopRun,
  type MutableScope,
  type MutableState,
  type MutableStep,
  type Scope,
} from './state.ts'
import { setStatus } from './status.ts'

interface Settling {
  readonly scope: MutableScope
  readonly edge: number
  readonly state: typeof EDGE_DELIVERED | typeof EDGE_DEAD
  readonly value: unknown
}

/** Starts and ends of waits that a step keeps; even, so that the last wait has an end. */
const MAX_WAITS = 100

function isWaiting(status: StepStatus): boolean {
  return status === 'paused' || status === 'interrupted'
}

/** The work that one event causes, and the change it makes. */
export class Propagation {
  readonly state: MutableState
  readonly at: number
  readonly change: MutableChange
  /** The first edge to settle. Most events settle at most one: it needs no list. */
  private first: Settling | undefined
  /** The edges to settle after it, in order; those before `next` are settled. */
  private queue: Settling[] | undefined
  private next = 0
  /** Loops to advance once all edges are settled. */
  private loops: MutableLoopRun[] | undefined

  constructor(state: MutableState, at: number, change: MutableChange) {
    this.state = state
    this.at = at
    this.change = change
  }

  setStatus(step: MutableStep, to: StepStatus): void {
    const wasWaiting = isWaiting(step.status)
    setStatus(step, to)
    if (wasWaiting !== isWaiting(to)) this.noteWait(step)
    this.change.steps.add(step)
  }

  /** Waits beyond the limit are not kept: a step may be retried for days. */
  private noteWait(step: MutableStep): void {
    step.waits ??= []
    if (step.waits.length < MAX_WAITS) step.waits.push(this.at)
  }

  end(step: MutableStep, status: EndedStepStatus): void {
    const { state } = this
    state.ready.delete(step)
    state.active.delete(step)
    this.setStatus(step, status)
    countOver(state, step)
    step.endedAt = this.at
    step.until = undefined
    step.scope.left--
    if (step.scope.left === 0) this.roundIsDone(step.scope)
  }

  skip(step: MutableStep): void {
    this.end(step, 'skipped')
    for (const edge of this.leaving(step)) this.settle(step.scope, edge, EDGE_DEAD)
  }

  /** Every step of a scope is over: if the scope is a round, its loop continues. */
  roundIsDone(scope: MutableScope): void {
    if (scope.run === undefined) return
    scope.run.done.push(scope)
    this.advanceLater(scope.run)
  }

  advanceLater(run: MutableLoopRun): void {
    this.loops ??= []
    this.loops.push(run)
  }

  leaving(step: MutableStep): readonly number[] {
    return this.state.index.leaving[step.node] ?? []
  }

  settle(scope: MutableScope, edge: number, state: Settling['state'], value?: unknown): void {
    const settling = { scope, edge, state, value }
    if (this.first === undefined && this.queue === undefined) this.first = settling
    else if (this.queue === undefined) this.queue = [settling]
    else this.queue.push(settling)
  }

  /** Settles all queued edges, then returns the next loop to advance; undefined when nothing is left to do. */
  nextLoop(): MutableLoopRun | undefined {
    for (let settling = this.nextEdge(); settling !== undefined; settling = this.nextEdge()) this.settleNow(settling)
    return this.loops?.pop()
  }

  private nextEdge(): Settling | undefined {
    const { first, queue } = this
    this.first = undefined
    if (first !== undefined || queue === undefined || this.next >= queue.length) return first
    return queue[this.next++]
  }

  private settleNow({ scope, edge: at, state, value }: Settling): void {
    const { plan, edgePlace } = this.state.index
    const edge = plan.edges[at]
    if (edge === undefined) return
    if (edge.level !== scope.loop) {
      // The edge leaves the loop: its value waits until the loop has ended, and the last round that delivers wins.
      if (state === EDGE_DELIVERED && isAround(edge.level, scope))
        roundBelow(edge.level, scope).run?.exits.set(at, value)
      return
    }
    const place = edgePlace[at] ?? 0
    if (scope.edgeStates[place] !== EDGE_OPEN) return
    scope.edgeStates[place] = state
    scope.edgeValues[place] = value
    if (edge.kind === 'loop_back') return
    const level = plan.nodes[edge.to]?.loop ?? -1
    if (level === scope.loop) this.arrive(scope, edge.to, state)
    else for (const target of this.scopesWithin(scope, level)) this.arrive(target, edge.to, state)
  }

  /** Every open scope of a level below this one. */
  private scopesWithin(scope: MutableScope, level: number): MutableScope[] {
    return [...this.state.scopes.values()].filter((one) => one.loop === level && !one.closed && isWithin(one, scope))
  }

  private arrive(scope: MutableScope, node: number, state: Settling['state']): void {
    const place = this.state.index.nodePlace[node] ?? 0
    const left = (scope.waiting[place] ?? 0) - 1
    scope.waiting[place] = left
    const join = this.state.index.plan.nodes[node]?.join
    if (left === 0 || (join === 'any' && state === EDGE_DELIVERED)) this.weigh(scope, node)
  }

  /** Decides about a node: keep waiting, run, or skip. */
  weigh(scope: MutableScope, node: number): void {
    const place = this.state.index.nodePlace[node] ?? 0
    const known = scope.steps[place]
    if (known !== undefined && known.status !== 'idle') return
    const verdict = this.verdictOn(scope, node, scope.waiting[place] ?? 0)
    if (verdict === 'wait') return
    const step = stepAt(this.state, scope, node)
    if (verdict === 'run') this.makeReady(step)
    else this.skip(step)
  }

  makeReady(step: MutableStep): void {
    this.setStatus(step, 'pending')
    this.state.ready.add(step)
  }

  private verdictOn(scope: Scope, node: number, left: number): 'wait' | 'run' | 'skip' {
    const { plan, arriving } = this.state.index
    const edges = arriving[node] ?? []
    if (edges.length === 0) return 'run'
    const [only] = edges
    if (edges.length === 1 && only !== undefined) {
      if (edgeState(this.state, scope, only) === EDGE_DELIVERED) return 'run'
      return left > 0 ? 'wait' : 'skip'
    }
    const isAny = plan.nodes[node]?.join === 'any'
    if (left > 0 && !isAny) return 'wait'
    let isLive = false
    let isWhole = true
    let hasOrder = false
    let isOrdered = false
    for (const at of edges) {
      const edge = plan.edges[at]
      const delivered = edgeState(this.state, scope, at) === EDGE_DELIVERED
      isLive ||= delivered
      isWhole &&= delivered
      if (isOrder(edge) || edge?.kind === 'branch') {
        hasOrder = true
        isOrdered ||= delivered
      }
    }
    if (isAny) return isLive ? 'run' : left > 0 ? 'wait' : 'skip'
    if (!isLive || (hasOrder && !isOrdered)) return 'skip'
    return isWhole || !this.lacksInput(scope, node) ? 'run' : 'skip'
  }

  /** True if a required input has edges, and none of them delivered. */
  private lacksInput(scope: Scope, node: number): boolean {
    const { plan, arriving } = this.state.index
    const fed = new Map<string, boolean>()
    for (const at of arriving[node] ?? []) {
      const edge = plan.edges[at]
      if (edge === undefined || isOrder(edge)) continue
      const delivered = edgeState(this.state, scope, at) === EDGE_DELIVERED
      fed.set(edge.toPort, delivered || fed.get(edge.toPort) === true)
    }
    return plan.nodes[node]?.inputs.some(({ required, id }) => required === true && fed.get(id) === false) ?? false
  }
}

/** True for an edge that only determines when a node runs, and delivers no value. */
function isOrder(edge: PlanEdge | undefined): boolean {
  return edge?.kind === 'trigger' || edge?.toType === 'trigger'
}

function isAround(level: number, scope: Scope): boolean {
  return scopeAt(scope, level).loop === level
}

/** The scope at or around this one whose parent belongs to a level. */
function roundBelow(level: number, scope: MutableScope): MutableScope {
  let at = scope
  while (at.parent !== undefined && at.parent.loop !== level) at = at.parent
  return at
}
