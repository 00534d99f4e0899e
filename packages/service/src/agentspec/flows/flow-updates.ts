/**
 * Sends changes of flows to watchers. A watcher first buffers new changes, then receives the record of every node, then
 * the buffered changes, so that nothing is missed or repeated. A watcher that falls too far behind is disconnected, so
 * that it cannot block the engine or use unlimited memory.
 */
import { type ExecutionEvent, type ExecutionState, Replay, type Step, type Written } from '@millrace/engine'
import { type AgentSpecMessage, type Plan, TimeSlice } from '@millrace/model'
import type { FollowedStream } from '../../executions/streams/remote-events.ts'
import { Broadcast, OVERRUN } from '../../platform/broadcast.ts'
import { errorIn, resultsIn } from './flow-view.ts'
import { flowStatus, type InnerQuestion, lastVisits, nodeRecord } from './node-records.ts'

/** One change: events of the flow itself, or the open questions of a nested execution. */
type Change =
  | { readonly length: number; readonly events: readonly ExecutionEvent[] }
  | { readonly execution: string; readonly waiting: readonly InnerQuestion[] }
  | 'refresh'

/** A flow as a watcher finds it. */
export interface FollowedFlow {
  readonly plan: Plan
  readonly events: readonly ExecutionEvent[]
  /** Open questions of nested executions, by execution. */
  readonly inside: ReadonlyMap<string, readonly InnerQuestion[]>
}

export class FlowUpdates implements FollowedStream {
  readonly #changes = new Broadcast<Change>()
  readonly #limits: { readonly maxQueued?: number }

  /** A watcher with a longer queue is disconnected. */
  constructor(limits: { readonly maxQueued?: number } = {}) {
    this.#limits = limits
  }

  get watched(): number {
    return this.#changes.size
  }

  has(id: string): boolean {
    return this.#changes.has(id)
  }

  get topics(): readonly string[] {
    return this.#changes.topics
  }

  /** Lets the watchers of a flow read it again. */
  refresh(id: string): void {
    this.#changes.publish(id, 'refresh')
  }

  /** Almost free without watchers. */
  publish({
    record,
    events,
    length,
    change,
    state,
  }: Pick<Written, 'record' | 'events' | 'length' | 'change' | 'state'>): void {
    if (this.#changes.size === 0) return
    this.#changes.publish(record.id, { length, events })
    const { root, rootNode = '' } = record.about
    if (root === undefined || !this.#changes.has(root) || change.questions.size === 0) return
    const waiting = [...state.open].map(({ id, question }) => ({ interruptId: id, rootNode, type: question.type }))
    this.#changes.publish(root, { execution: record.id, waiting })
  }

  /** Follows a flow until it ends, the signal aborts, or the watcher is too slow. */
  async *follow(
    id: string,
    { signal, load }: { readonly signal: AbortSignal; readonly load: () => Promise<FollowedFlow> },
  ): AsyncIterable<AgentSpecMessage | typeof OVERRUN> {
    using heard = this.#changes.subscribe(id, { signal, ...this.#limits })
    const flow = await load()
    const board = await FlowBoard.of(flow)
    yield* board.all()
    if (!board.isOver) {
      for await (const next of heard) {
        if (next === OVERRUN) return yield OVERRUN
        if (next !== 'refresh' && 'execution' in next) yield* board.waits(next.execution, next.waiting)
        else if (next === 'refresh' || next.length - next.events.length > board.length)
          yield* board.catchUp(await load())
        else yield* board.happened(next.events.slice(board.length - (next.length - next.events.length)))
        if (board.isOver) break
      }
    }
    if (board.isOver) yield board.end()
  }
}

/** The state of a flow as one watcher knows it, and the last sent record of every node. */
class FlowBoard {
  readonly #replay: Replay
  readonly #inside: Map<string, readonly InnerQuestion[]>
  /** The last started visit of every node; updated incrementally, because a flow may have thousands of steps. */
  readonly #visits: Map<number, Step>
  /** The last sent record of each node, as JSON. */
  readonly #sent: string[] = []
  /** The number of events that it has seen. */
  length = 0

  static async of({ plan, events, inside }: FollowedFlow): Promise<FlowBoard> {
    const replay = new Replay(plan)
    const slice = new TimeSlice()
    for (const event of events) {
      replay.apply(event)
      if (slice.isOver) await slice.next()
    }
    replay.takeChange()
    const board = new FlowBoard(replay, inside)
    board.length = events.length
    return board
  }

  constructor(replay: Replay, inside: FollowedFlow['inside']) {
    this.#replay = replay
    this.#inside = new Map(inside)
    this.#visits = lastVisits(replay.state)
  }

  get #state(): ExecutionState {
    return this.#replay.state
  }

  get isOver(): boolean {
    return this.#state.finishedAt !== undefined
  }

  *all(): Iterable<AgentSpecMessage> {
    yield* this.#changed(this.#state.index.plan.nodes.keys())
  }

  *waits(execution: string, waiting: readonly InnerQuestion[]): Iterable<AgentSpecMessage> {
    this.#inside.set(execution, waiting)
    yield* this.#changed(this.#state.index.plan.nodes.keys())
  }

  /** Continues with a flow that was read again, because changes may have been lost. */
  *catchUp({ events, inside }: FollowedFlow): Iterable<AgentSpecMessage> {
    yield* this.happened(events.slice(this.length))
    this.#inside.clear()
    for (const [execution, waiting] of inside) this.#inside.set(execution, waiting)
    if (!this.isOver) yield* this.all()
  }

  *happened(events: readonly ExecutionEvent[]): Iterable<AgentSpecMessage> {
    this.length += events.length
    for (const event of events) {
      this.#replay.apply(event)
      const { steps } = this.#replay.takeChange()
      for (const step of steps) if (step.run > 0) this.#visits.set(step.node, step)
      const nodes = this.isOver ? this.#inOrder(steps) : [...steps].map(({ node }) => node)
      yield* this.#changed(nodes)
    }
  }

  /** At the end every node gets a final record: running nodes first. */
  #inOrder(steps: Iterable<{ readonly node: number }>): Set<number> {
    return new Set([...[...steps].map(({ node }) => node), ...this.#state.index.plan.nodes.keys()])
  }

  *#changed(nodes: Iterable<number>): Iterable<AgentSpecMessage> {
    const asking = new Set([...this.#inside.values()].flat().map(({ rootNode }) => rootNode))
    for (const node of nodes) {
      const { label = '', id = '' } = this.#state.index.plan.nodes[node] ?? {}
      const status = nodeRecord(this.#state, this.#visits.get(node), asking.has(id))
      const text = JSON.stringify(status)
      if (this.#sent[node] === text) continue
      this.#sent[node] = text
      yield { type: 'node_status', node: label, status }
    }
  }

  end(): AgentSpecMessage {
    if (flowStatus(this.#state) === 'completed') {
      return { type: 'execution_complete', results: resultsIn(this.#state) ?? {} }
    }
    return { type: 'execution_error', error: errorIn(this.#state) ?? 'The flow failed.' }
  }
}
