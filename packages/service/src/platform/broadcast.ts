/**
 * Publishes values to subscribers by topic. A subscriber never blocks the publisher: it is called synchronously
 * (`listen`), or reads a bounded queue at its own speed (`subscribe`). To continue a stream without a gap, subscribe
 * first, then read the missed values, then read the queue.
 */
import { TransientMap } from '@millrace/model'

/** Default size of a subscriber's queue. */
const MAX_QUEUED = 1000

/** Replaces values that a slow subscriber has lost. */
export const OVERRUN = Symbol('overrun')

export interface SubscribeOptions<T> {
  /** Ends the iteration. */
  readonly signal: AbortSignal
  readonly maxQueued?: number
  /**
   * What happens when the queue is full. `end` (the default): the queue is dropped, and the iteration ends after OVERRUN.
   * `skip`: values are dropped, OVERRUN replaces them, and the iteration continues.
   */
  readonly onOverrun?: 'end' | 'skip'
  /** Merges a value into the last one in the queue; undefined if the two do not belong together. */
  readonly merge?: (last: T, next: T) => T | undefined
}

export class Broadcast<T> {
  readonly #byTopic = new TransientMap<readonly ((value: T) => void)[]>()
  /** Queues of topics, for `miss`. */
  readonly #queues = new Map<string, Set<Subscription<T>>>()

  /** The topics that have a subscriber. */
  get topics(): readonly string[] {
    return this.#byTopic.keys()
  }

  /** How many topics have a subscriber. */
  get size(): number {
    return this.#byTopic.size
  }

  has(topic: string): boolean {
    return this.#byTopic.has(topic)
  }

  /** Subscribing or unsubscribing during the call does not change who gets this value. */
  publish(topic: string, value: T): void {
    for (const listener of this.#byTopic.get(topic) ?? []) listener(value)
  }

  /** Calls the listener with every value from now on; the returned function unsubscribes. */
  listen(topic: string, listener: (value: T) => void): () => void {
    // Replaced and never changed, so that `publish` needs no copy.
    const before = this.#byTopic.get(topic)
    const own = before === undefined ? [listener] : [...before, listener]
    this.#byTopic.set(topic, own)
    return () => {
      const now = this.#byTopic.get(topic)
      const left = now === own && before === undefined ? [] : (now?.filter((one) => one !== listener) ?? [])
      if (left.length === 0) this.#byTopic.delete(topic)
      else this.#byTopic.set(topic, left)
    }
  }

  /** Queues every value from now on. The caller must dispose of the subscription. */
  subscribe(topic: string, options: SubscribeOptions<T>): Subscription<T> {
    const queues = this.#queues.get(topic) ?? new Set()
    this.#queues.set(topic, queues)
    const subscription: Subscription<T> = new Subscription(options, () => {
      unsubscribe()
      queues.delete(subscription)
      if (queues.size === 0 && this.#queues.get(topic) === queues) this.#queues.delete(topic)
    })
    queues.add(subscription)
    const unsubscribe = this.listen(topic, (value) => subscription.push(value))
    return subscription
  }

  /** Queues OVERRUN for every subscriber: values may have been lost. */
  miss(topic: string): void {
    for (const subscription of this.#queues.get(topic) ?? []) subscription.miss()
  }

  /** Yields every value from now on, until the signal aborts. */
  async *follow(topic: string, options: SubscribeOptions<T>): AsyncGenerator<T | typeof OVERRUN> {
    using subscription = this.subscribe(topic, options)
    yield* subscription
  }
}

/** The queue of one subscriber. */
export class Subscription<T> implements AsyncIterable<T | typeof OVERRUN>, Disposable {
  readonly #options: SubscribeOptions<T>
  readonly #unsubscribe: () => void
  readonly #waker: Waker
  #queue: (T | typeof OVERRUN)[] = []
  #isFull = false

  constructor(options: SubscribeOptions<T>, unsubscribe: () => void) {
    this.#options = options
    this.#unsubscribe = unsubscribe
    this.#waker = new Waker(options.signal)
  }

  push(value: T): void {
    if (this.#isFull) return
    const { maxQueued = MAX_QUEUED, onOverrun = 'end', merge } = this.#options
    const last = this.#queue.at(-1)
    const merged = last === undefined || last === OVERRUN ? undefined : merge?.(last, value)
    if (merged !== undefined) this.#queue[this.#queue.length - 1] = merged
    else if (this.#queue.length < maxQueued) this.#queue.push(value)
    else if (onOverrun === 'skip') {
      if (last !== OVERRUN) this.#queue.push(OVERRUN)
    } else {
      this.#isFull = true
      this.#queue = [OVERRUN]
    }
    this.#waker.wake()
  }

  /** Values may have been lost. */
  miss(): void {
    if (this.#isFull || this.#queue.at(-1) === OVERRUN) return
    this.#queue.push(OVERRUN)
    this.#waker.wake()
  }

  /** Removes values from the queue, for example those that a replay has covered. */
  discard(isCovered: (value: T) => boolean): void {
    this.#queue = this.#queue.filter((value) => value === OVERRUN || !isCovered(value))
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T | typeof OVERRUN> {
    while (!this.#options.signal.aborted) {
      const next = this.#queue.shift()
      if (next !== undefined) yield next
      else if (this.#isFull) return
      else await this.#waker.woken()
    }
  }

  [Symbol.dispose](): void {
    this.#unsubscribe()
    this.#waker[Symbol.dispose]()
  }
}

/** Blocks one reader until it is woken or its signal aborts. */
export class Waker implements Disposable {
  readonly #signal: AbortSignal
  #wake = () => {}
  readonly #aborted = () => this.#wake()

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', this.#aborted)
  }

  wake(): void {
    this.#wake()
  }

  /** Resolves on the next `wake` or when the signal aborts. */
  woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      if (this.#signal.aborted) resolve()
    })
  }

  [Symbol.dispose](): void {
    this.#signal.removeEventListener('abort', this.#aborted)
  }
}
