/**
 * Follows executions that other processes drive. For executions that a stream of this process is interested in, it reads
 * the new events, folds them, and publishes them as if they had been written here.
 *
 * Loss-free: a stream that notices missing events reads the history again, and so does every stream after a gap of the
 * bus, after each poll that finds new events, and every second while the bus is away.
 */
import { type ExecutionRecord, type Journal, Replay, type Written } from '@millrace/engine'
import { TimeSlice } from '@millrace/model'
import type { Bus, ClusterStore } from '@millrace/store'
import type { Log } from '../../platform/ports.ts'
import { HintPublisher, hintsIn, type WrittenHint } from './written-hints.ts'

/** A stream of this process. */
export interface FollowedStream {
  /** The executions that it is interested in. */
  readonly topics: readonly string[]
  has(id: string): boolean
  /** It only needs the last batch of events of an execution. */
  readonly needsOnlyEnds?: true
  publish(written: Written): void
  /** An execution has so many events; some may not have been published. */
  refresh(id: string, length: number): void
}

export interface RemoteEventsNeeds {
  readonly bus: Bus
  readonly journal: Pick<Journal, 'load'>
  readonly histories: ClusterStore['histories']
  readonly log: Log
  /** True if it receives messages only after `listen`, while a stream is interested in an execution. */
  readonly isOnDemand?: boolean
}

const POLL_MS = 1_000
/** With the bus: finds events of a process that ended before it could publish them. */
const POLLS_UNTIL_CHECK = 10

/** The state of an execution that is followed. */
interface Tracked {
  readonly record: ExecutionRecord
  readonly replay: Replay
  length: number
}

export class RemoteEvents {
  readonly #needs: RemoteEventsNeeds
  readonly #publisher: HintPublisher
  readonly #streams: FollowedStream[] = []
  readonly #hintListeners: ((hint: WrittenHint) => void)[] = []
  readonly #missedListeners: (() => void)[] = []
  readonly #checkListeners: (() => void)[] = []
  readonly #tracked = new Map<string, Tracked>()
  /** By execution: hints that have not been handled, as one. Present while they are being handled. */
  readonly #waiting = new Map<string, WrittenHint | undefined>()
  /** The lengths that the streams know. */
  readonly #seen = new Map<string, number>()
  readonly #stops: (() => void)[]
  #stopListening: (() => void) | undefined
  #polls = 0
  #checking: Promise<void> | undefined

  constructor(needs: RemoteEventsNeeds) {
    this.#needs = needs
    const { bus } = needs
    this.#publisher = new HintPublisher(bus)
    const timer = setInterval(() => this.#poll(), POLL_MS)
    timer.unref()
    this.#stops = [() => clearInterval(timer), () => this.#stopListening?.(), bus.onGap(() => this.#missed())]
    if (!needs.isOnDemand) this.listen()
  }

  /** Receives messages from now on. What was written before they arrive is found by a check. */
  listen(): void {
    this.#stopListening ??= this.#needs.bus.listen(
      'written',
      (message, isOwn) => {
        for (const hint of hintsIn(message)) this.#heard(hint, isOwn)
      },
      () => void this.#checkAgain(),
    )
  }

  /** Reads everything after this call. */
  async #checkAgain(): Promise<void> {
    await this.#checking
    await this.#check()
  }

  /** Notifies other processes of events that were written here. */
  written(written: Written): void {
    this.#publisher.add(written)
  }

  follow(stream: FollowedStream): void {
    this.#streams.push(stream)
  }

  /** Calls the listener with every hint of another process. */
  onHint(listener: (hint: WrittenHint) => void): void {
    this.#hintListeners.push(listener)
  }

  /** Calls the listener when hints may have been lost, and every second while the bus is away. */
  onMissed(listener: () => void): void {
    this.#missedListeners.push(listener)
  }

  /** Calls the listener when hints may have been lost, and every ten seconds otherwise: their sender may have ended. */
  onCheck(listener: () => void): void {
    this.onMissed(listener)
    this.#checkListeners.push(listener)
  }

  close(): void {
    this.#publisher.flush()
    for (const stop of this.#stops) stop()
  }

  #poll(): void {
    this.#polls += 1
    if (!this.#needs.bus.isConnected) this.#missed()
    else if (this.#polls % POLLS_UNTIL_CHECK === 0) {
      for (const listener of this.#checkListeners) listener()
      void this.#check()
    }
    if (this.#needs.isOnDemand && this.#streams.every(({ topics }) => topics.length === 0)) this.#pause()
  }

  /** The bus stops receiving the messages when there is no other listener in this process. */
  #pause(): void {
    this.#stopListening?.()
    this.#stopListening = undefined
    this.#tracked.clear()
    this.#seen.clear()
  }

  #missed(): void {
    for (const listener of this.#missedListeners) listener()
    void this.#check()
  }

  /** Refreshes the streams of executions that have other lengths than they know. */
  #check(): Promise<void> {
    this.#checking ??= this.#checkAll()
      .catch((err: unknown) => this.#needs.log.warn({ err }, 'executions of other processes could not be read'))
      .finally(() => {
        this.#checking = undefined
      })
    return this.#checking
  }

  async #checkAll(): Promise<void> {
    const wanted = new Set(this.#streams.flatMap(({ topics }) => topics))
    for (const id of this.#tracked.keys()) if (!wanted.has(id)) this.#tracked.delete(id)
    for (const id of this.#seen.keys()) if (!wanted.has(id)) this.#seen.delete(id)
    if (wanted.size === 0) return
    for (const [id, { length, isOver }] of await this.#needs.histories.ends([...wanted])) {
      if (this.#seen.get(id) === length) continue
      this.#seen.set(id, length)
      for (const stream of this.#streams) if (stream.has(id)) stream.refresh(id, length)
      if (isOver && this.#streams.some((stream) => stream.needsOnlyEnds && stream.has(id))) {
        this.#heard({ id, length, count: 1, isOver: true }, false)
      }
    }
  }

  #heard(hint: WrittenHint, isOwn: boolean): void {
    const { id } = hint
    if (isOwn) {
      // The streams have these events already.
      this.#tracked.delete(id)
      return
    }
    for (const listener of this.#hintListeners) listener(hint)
    if (this.#streamsFor(hint).length === 0) return
    const before = this.#waiting.get(id)
    const isBusy = this.#waiting.has(id)
    this.#waiting.set(id, before === undefined ? hint : newest(before, hint))
    if (!isBusy) void this.#handle(id)
  }

  #streamsFor({ id, isOver, root }: WrittenHint): FollowedStream[] {
    return this.#streams.filter(
      (stream) =>
        (stream.has(id) && (isOver || !stream.needsOnlyEnds)) ||
        (root !== undefined && !stream.needsOnlyEnds && stream.has(root)),
    )
  }

  /** Handles the hints of one execution in order. */
  async #handle(id: string): Promise<void> {
    try {
      for (let hint = this.#waiting.get(id); hint !== undefined; hint = this.#waiting.get(id)) {
        this.#waiting.set(id, undefined)
        await this.#publish(hint)
      }
    } catch (err) {
      // The next check finds that the streams are behind.
      this.#tracked.delete(id)
      this.#seen.delete(id)
      this.#needs.log.warn({ execution: id, err }, 'events of another process could not be read')
    } finally {
      this.#waiting.delete(id)
    }
  }

  async #publish(hint: WrittenHint): Promise<void> {
    const { id, length, count } = hint
    const known = this.#tracked.get(id)
    if (known !== undefined && known.length >= length) return
    const { tracked, newer = [] } =
      known === undefined
        ? await this.#track(id, Math.max(0, length - count))
        : { tracked: known, newer: await this.#needs.histories.after(id, known.length) }
    const events = tracked === undefined ? [] : newer.slice(0, length - tracked.length)
    if (tracked === undefined || events.length === 0) return
    tracked.replay.takeChange()
    await applyAll(tracked.replay, events)
    tracked.length += events.length
    const { record, replay } = tracked
    const written = { record, events, length: tracked.length, change: replay.takeChange(), state: replay.state }
    for (const stream of this.#streamsFor(hint)) stream.publish(written)
    this.#seen.set(id, tracked.length)
    if (replay.state.finishedAt === undefined) this.#tracked.set(id, tracked)
    else this.#tracked.delete(id)
  }

  /** The state of an execution after its first `length` events, and the events after them. */
  async #track(id: string, length: number): Promise<{ tracked?: Tracked; newer?: Written['events'] }> {
    const stored = await this.#needs.journal.load(id)
    if (stored === undefined) return {}
    const { record, events } = stored
    const replay = new Replay(record.plan)
    const past = events.slice(0, length)
    await applyAll(replay, past)
    return { tracked: { record, replay, length: past.length }, newer: events.slice(length) }
  }
}

async function applyAll(replay: Replay, events: Written['events']): Promise<void> {
  const slice = new TimeSlice()
  for (const event of events) {
    replay.apply(event)
    if (slice.isOver) await slice.next()
  }
}

/** Two hints of an execution as one. */
function newest(a: WrittenHint, b: WrittenHint): WrittenHint {
  const [first, last] = a.length <= b.length ? [a, b] : [b, a]
  const start = Math.min(first.length - first.count, last.length - last.count)
  return { ...first, ...last, count: last.length - start }
}
