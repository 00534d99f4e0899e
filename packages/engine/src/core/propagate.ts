/**
 * How one thing that happened spreads through the graph: edges settle, nodes become ready or are skipped, iterations end
 * and begin. All of it follows from the history, so none of it is written down.
 * A list of work instead of recursion: a chain of 10,000 skips must not overflow the call stack.
 */

import { errorValue, plain, roundValue } from '@millrace/model'
import { hasBehaviour } from './behaviour.ts'
import type { Failure, Outputs } from './events.ts'
import { countOver, edgeState, openScope, scopeAt, stepAt } from './scopes.ts'
import {
  EDGE_DEAD,
  EDGE_DELIVERED,
  EDGE_OPEN,
  type ExecutionState,
  type LoopRun,
  type Scope,
  type Step,
} from './state.ts'
import { isOver } from './status.ts'
import { openWalk, walkOn, walkOnFailure } from './walk.ts'

interface Settling {
  readonly scope: Scope
  readonly edge: number
  readonly state: typeof EDGE_DELIVERED | typeof EDGE_DEAD
  readonly value: unknown
}

/** Work that one event sets off. */
export class Spread {
  readonly state: ExecutionState
  private readonly at: number
  private readonly work: Settling[] = []
  private done = 0
  private readonly quiet: LoopRun[] = []

  constructor(state: ExecutionState, at: number) {
    this.state = state
    this.at = at
  }

  /** Opens the execution itself: everything that waits for nothing is ready. */
  begin(): void {
    const { walk } = this.state.index.plan
    if (walk !== undefined) return openWalk(this, walk.start)
    const scope = openScope(this.state, undefined, 0)
    this.state.root = scope
    for (const node of this.state.index.levels[0]?.nodes ?? []) {
      if (this.isIdleTrigger(node)) this.skip(stepAt(this.state, scope, node))
      else this.weigh(scope, node)
    }
    this.finish()
  }

  /** Of several triggers only the one that set the execution off has anything to say; by hand, that is a start. */
  private isIdleTrigger(node: number): boolean {
    const { nodes } = this.state.index.plan
    const own = nodes[node]
    if (own?.trigger === undefined) return false
    const chosen = this.state.started?.trigger
    if (chosen !== undefined) return own.id !== chosen
    return own.trigger === 'event' && nodes.some((other) => other.trigger === 'start')
  }

  /** A step has ended well: what it put out is delivered, the rest is dead. */
  completed(step: Step, outputs: Outputs, taken: readonly string[] = []): void {
    const loop = this.state.index.plan.nodes[step.node]?.heads ?? -1
    if (loop >= 0 && step.loop === undefined) {
      // A loop that never went round: its results were taken over or pinned.
      this.leave({ loop, head: step, exits: this.knownExits(loop) }, outputs)
      this.finish()
      return
    }
    this.end(step, 'completed')
    step.outputs = outputs
    if (taken.length > 0) step.taken = taken
    if (this.state.walk !== undefined) return walkOn(this, outputs, step)
    for (const at of this.leaving(step)) {
      const edge = this.state.index.plan.edges[at]
      if (edge === undefined || edge.kind === 'error') this.settle(step.scope, at, EDGE_DEAD)
      else if (Object.hasOwn(outputs, edge.fromPort))
        this.settle(step.scope, at, EDGE_DELIVERED, outputs[edge.fromPort])
      else if (edge.fromPort === 'trigger' || taken.includes(edge.fromPort)) this.settle(step.scope, at, EDGE_DELIVERED)
      else this.settle(step.scope, at, EDGE_DEAD)
    }
    this.finish()
  }

  /** A step has failed and its error edge takes the failure on. */
  routed(step: Step, failure: Failure): void {
    this.end(step, 'failed')
    const value = errorValue(this.state.index.plan.nodes[step.node]?.id ?? '', failure)
    if (this.state.walk !== undefined) return walkOnFailure(this, value, step)
    for (const at of this.leaving(step)) {
      const isError = this.state.index.plan.edges[at]?.kind === 'error'
      if (isError) this.settle(step.scope, at, EDGE_DELIVERED, value)
      else this.settle(step.scope, at, EDGE_DEAD)
    }
    this.finish()
  }

  /** A loop's head has failed with one of its rounds; the run ends, so none of its edges matters any more. */
  failed(head: Step): void {
    if (!isOver(head.status)) this.end(head, 'failed')
  }

  /** A step has failed inside a loop that goes on: the rest of its iteration is skipped. */
  abandoned(step: Step, run: LoopRun): void {
    this.end(step, 'failed')
    const iteration = [...run.open].find((scope) => isWithin(step.scope, scope))
    if (iteration !== undefined) this.abandon(iteration)
    this.finish()
  }

  /** A loop's head knows how often it goes round. */
  opened(run: LoopRun): void {
    this.quiet.push(run)
    this.finish()
  }

  private leaving(step: Step): readonly number[] {
    return this.state.index.leaving[step.node] ?? []
  }

  private end(step: Step, status: 'completed' | 'failed' | 'skipped' | 'cancelled'): void {
    this.state.ready.delete(step)
    this.state.active.delete(step)
    step.status = status
    countOver(this.state, step)
    this.state.touched.add(step)
    step.endedAt = this.at
    step.until = undefined
    step.scope.left--
    if (step.scope.left === 0) this.noteDone(step.scope)
  }

  private noteDone(scope: Scope): void {
    if (scope.run === undefined) return
    scope.run.done.push(scope)
    this.quiet.push(scope.run)
  }

  private settle(scope: Scope, edge: number, state: Settling['state'], value?: unknown): void {
    this.work.push({ scope, edge, state, value })
  }

  /** Does all the work there is, and the work that makes. */
  private finish(): void {
    for (;;) {
      const next = this.work[this.done]
      if (next !== undefined) {
        this.done++
        this.settleNow(next)
      } else {
        const run = this.quiet.pop()
        if (run === undefined) return
        this.turn(run)
      }
    }
  }

  private settleNow({ scope, edge: at, state, value }: Settling): void {
    const { plan, edgePlace } = this.state.index
    const edge = plan.edges[at]
    if (edge === undefined) return
    if (edge.level !== scope.loop && !isAround(edge.level, scope)) return
    if (edge.level !== scope.loop) {
      // It leaves the loop: kept until the loop has ended, the last iteration that delivers counts.
      const inner = childOf(edge.level, scope)
      if (state === EDGE_DELIVERED) inner.run?.exits.set(at, value)
      return
    }
    const place = edgePlace[at] ?? 0
    if (scope.edgeStates[place] !== EDGE_OPEN) return
    scope.edgeStates[place] = state
    scope.edgeValues[place] = value
    if (edge.kind === 'loop_back') return
    for (const target of this.scopesOf(edge.to, scope)) this.arrive(target, edge.to, state)
  }

  /** Every scope below (or at) this one in which a node runs. */
  private scopesOf(node: number, scope: Scope): Iterable<Scope> {
    const level = this.state.index.plan.nodes[node]?.loop ?? -1
    if (level === scope.loop) return [scope]
    return [...this.state.scopes.values()].filter((one) => one.loop === level && !one.closed && isWithin(one, scope))
  }

  private arrive(scope: Scope, node: number, state: Settling['state']): void {
    const place = this.state.index.nodePlace[node] ?? 0
    const left = (scope.waiting[place] ?? 0) - 1
    scope.waiting[place] = left
    const join = this.state.index.plan.nodes[node]?.join
    if (left === 0 || (join === 'any' && state === EDGE_DELIVERED)) this.weigh(scope, node)
  }

  /** Decides about a node: wait on, run, or skip. */
  private weigh(scope: Scope, node: number): void {
    const place = this.state.index.nodePlace[node] ?? 0
    const known = scope.steps[place]
    if (known !== undefined && known.status !== 'idle') return
    const verdict = this.verdictOn(scope, node, scope.waiting[place] ?? 0)
    if (verdict === 'wait') return
    const step = stepAt(this.state, scope, node)
    if (verdict === 'run') this.makeReady(step)
    else this.skip(step)
  }

  makeReady(step: Step): void {
    step.status = 'pending'
    this.state.touched.add(step)
    this.state.ready.add(step)
  }

  private verdictOn(scope: Scope, node: number, left: number): 'wait' | 'run' | 'skip' {
    const { plan, arriving } = this.state.index
    const edges = arriving[node] ?? []
    if (edges.length === 0) return 'run'
    const isAny = plan.nodes[node]?.join === 'any'
    if (left > 0 && !isAny) return 'wait'
    let isLive = false
    let hasOrder = false
    let isOrdered = false
    const fed = new Map<string, boolean>()
    for (const at of edges) {
      const edge = plan.edges[at]
      const delivered = edgeState(this.state, scope, at) === EDGE_DELIVERED
      isLive ||= delivered
      if (edge?.kind === 'trigger' || edge?.toType === 'trigger') {
        hasOrder = true
        isOrdered ||= delivered
      } else if (edge !== undefined) fed.set(edge.toPort, delivered || fed.get(edge.toPort) === true)
    }
    if (isAny) return isLive ? 'run' : left > 0 ? 'wait' : 'skip'
    if (!isLive || (hasOrder && !isOrdered)) return 'skip'
    const starves = plan.nodes[node]?.inputs.some((input) => input.required === true && fed.get(input.id) === false)
    return starves ? 'skip' : 'run'
  }

  private skip(step: Step): void {
    this.end(step, 'skipped')
    for (const at of this.leaving(step)) this.settle(step.scope, at, EDGE_DEAD)
  }

  /** A loop may have something to do: an iteration has ended, or it has only just begun. */
  private turn(run: LoopRun): void {
    for (const scope of run.done.splice(0)) if (run.open.has(scope)) this.close(scope, run)
    if (run.head.status !== 'running') return
    if (this.state.ending !== undefined && hasBehaviour(this.state, 2)) return
    const kind = this.state.index.plan.loops[run.loop]?.kind
    if (kind === 'while') return this.turnWhile(run)
    if (this.isEmpty(run)) this.passThrough(run)
    while (run.next < run.total && run.open.size < run.concurrency) this.iterate(run)
    if (run.next >= run.total && run.open.size === 0) this.leave(run, { results: run.results.map(plain) })
  }

  private isEmpty({ loop }: LoopRun): boolean {
    return this.state.index.levels[loop + 1]?.nodes.length === 0
  }

  /** A loop without nodes: every round brings back what the head puts out, so no round needs a scope of its own. */
  private passThrough(run: LoopRun): void {
    const { plan, leaving } = this.state.index
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

  /** Another round of a while loop is only known once its condition has been asked. */
  private turnWhile(run: LoopRun): void {
    if (run.open.size === 0) this.state.ready.add(run.head)
  }

  /** The condition of a while loop holds. */
  goOn(run: LoopRun): void {
    this.state.ready.delete(run.head)
    this.iterate(run)
    this.finish()
  }

  /** The condition of a while loop no longer holds. */
  stopLoop(run: LoopRun): void {
    this.state.ready.delete(run.head)
    this.leave(run, { result: run.value })
    this.finish()
  }

  private iterate(run: LoopRun): void {
    const index = run.next++
    const scope = openScope(this.state, run, index)
    for (const at of this.state.index.leaving[run.head.node] ?? []) {
      const edge = this.state.index.plan.edges[at]
      if (edge === undefined || !this.deliversInside(run, at)) continue
      this.settle(scope, at, EDGE_DELIVERED, roundValue(run, index, edge.fromPort))
    }
    if (scope.left === 0) this.noteDone(scope)
  }

  /** Whether an edge of a head belongs to its iterations, be it that its target is inside or that it leaves them. */
  private deliversInside({ loop }: Pick<LoopRun, 'loop'>, at: number): boolean {
    const plan = this.state.index.plan
    return plan.edges[at]?.level === loop || plan.loops[loop]?.exits.includes(at) === true
  }

  /** An iteration is over: what it brought back is kept, and the memory of its edges let go. */
  private close(scope: Scope, run: LoopRun): void {
    scope.closed = true
    run.open.delete(scope)
    this.state.scopes.delete(scope.path)
    const back = this.state.index.plan.loops[run.loop]?.back ?? []
    const brought = back.filter((at) => edgeState(this.state, scope, at) === EDGE_DELIVERED)
    const last = brought.at(-1)
    const value = last === undefined ? null : scope.edgeValues[this.state.index.edgePlace[last] ?? 0]
    run.results[scope.index] = value
    if (last !== undefined) run.value = value
  }

  /** A loop is over: its outer outputs are delivered, and what its iterations had for the outside. */
  private leave(run: Pick<LoopRun, 'loop' | 'head' | 'exits'>, outputs: Outputs): void {
    const { head } = run
    this.end(head, 'completed')
    head.outputs = outputs
    for (const at of this.state.index.leaving[head.node] ?? []) {
      const edge = this.state.index.plan.edges[at]
      if (edge === undefined || this.deliversInside(run, at)) continue
      const isFed =
        Object.hasOwn(outputs, edge.fromPort) || edge.fromPort === 'completed' || edge.fromPort === 'trigger'
      if (isFed) this.settle(head.scope, at, EDGE_DELIVERED, outputs[edge.fromPort])
      else this.settle(head.scope, at, EDGE_DEAD)
    }
    for (const at of this.state.index.plan.loops[run.loop]?.exits ?? []) {
      if (run.exits.has(at)) this.settle(head.scope, at, EDGE_DELIVERED, run.exits.get(at))
      else this.settle(head.scope, at, EDGE_DEAD)
    }
  }

  /** What a loop that does not go round has for the outside: what is taken over or pinned of the nodes in it. */
  private knownExits(loop: number): Map<number, unknown> {
    const { plan } = this.state.index
    const { reused, isTest } = this.state.started ?? {}
    const exits = new Map<number, unknown>()
    for (const at of plan.loops[loop]?.exits ?? []) {
      const { from = -1, fromPort = '' } = plan.edges[at] ?? {}
      const outputs = reused?.[from]?.outputs ?? (isTest === true ? plan.nodes[from]?.pinned : undefined)
      if (outputs !== undefined && Object.hasOwn(outputs, fromPort)) exits.set(at, outputs[fromPort])
    }
    return exits
  }

  /** Everything in an iteration that is not over ends here. */
  private abandon(iteration: Scope): void {
    const inside = [...this.state.scopes.values()].filter((scope) => isWithin(scope, iteration))
    for (const scope of inside) {
      for (const node of this.state.index.levels[scope.loop + 1]?.nodes ?? []) {
        const step = stepAt(this.state, scope, node)
        if (!isOver(step.status)) this.end(step, this.state.active.has(step) ? 'cancelled' : 'skipped')
      }
      if (scope !== iteration) {
        scope.closed = true
        this.state.scopes.delete(scope.path)
      }
    }
  }
}

function isWithin(scope: Scope, around: Scope): boolean {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) if (at === around) return true
  return false
}

function isAround(level: number, scope: Scope): boolean {
  return scopeAt(scope, level).loop === level
}

/** The scope on the way up that lies right below a level. */
function childOf(level: number, scope: Scope): Scope {
  let at = scope
  while (at.parent !== undefined && at.parent.loop !== level) at = at.parent
  return at
}
