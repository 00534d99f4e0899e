/**
 * A few sandbox processes, and a queue of calls.
 *
 * Invariants: a process works on one call at a time and gets short calls ahead; a long call has a process for itself;
 * processes are started when calls are queued, never ahead, and never more than `size`; one process is never given a long
 * call, so that short calls always make progress; callers and workflows are served in turn; a call leaves the queue
 * answered, failed or aborted, exactly once; a process that ends fails only the call that it worked on.
 */
import { NodeFailure, Retryable } from '@millrace/model'
import { FairQueue, type Share } from './fair-queue.ts'
import type { Frame } from './frames.ts'
import { type LaneCall, ProcessLane } from './process-lane.ts'
import { type Ending, type ProcessLimits, SandboxProcess } from './sandbox-process.ts'

export interface PoolLimits extends ProcessLimits {
  /** Maximum number of processes. If there are several, one of them takes short calls only. */
  readonly size: number
  /** Calls with a longer time limit than this are long. */
  readonly shortMs: number
  /** Maximum number of queued calls; beyond that, the newest call of the caller with the most is rejected. */
  readonly maxQueued: number
  /** Longest wait for a free process. */
  readonly maxWaitMs: number
  /** How long a process may be idle before it is ended. */
  readonly idleMs: number
  /** Time limit for the start of a process; doubled for each further attempt. */
  readonly startMs: number
  /** A process that uses more memory than this after a call is ended. */
  readonly maxIdleRssBytes: number
}

export interface PoolCall extends Pick<LaneCall, 'head' | 'maxUsedMs' | 'body'> {
  readonly signal: AbortSignal
  /** The caller and workflow whose turn it takes; calls without one count as one caller. */
  readonly share?: Share
}

/** Calls have no side effects, so a call whose process ended unexpectedly is retried. */
const MAX_TRIES = 2
/** Starts of a process before a call is rejected: a busy machine may be slow to start one. */
const MAX_STARTS = 3

interface Waiting extends PoolCall, LaneCall {
  readonly share: Share
  readonly isLong: boolean
  tries: number
  isSettled: boolean
  /** Set while it is in a process. */
  lane: ProcessLane<Waiting> | undefined
  /** Set while it is queued. */
  waitTimer: NodeJS.Timeout | undefined
  resolve(frame: Frame): void
  reject(error: unknown): void
}

/** Why a process ended during a call; `cancelled` if its caller had given up. */
export type CountedEnding = Ending | 'cancelled'

const NO_SHARE: Share = { caller: '', workflow: '' }

export class ProcessPool {
  readonly #limits: PoolLimits
  readonly #start: (limits: ProcessLimits) => SandboxProcess
  readonly #maxLong: number
  readonly #short = new FairQueue<Waiting>()
  readonly #long = new FairQueue<Waiting>()
  readonly #processes = new Set<SandboxProcess>()
  /** Those that accept calls, with the timer that ends them when they are idle. */
  readonly #lanes = new Map<ProcessLane<Waiting>, NodeJS.Timeout>()
  #starting = 0
  #longRunning = 0
  /** Number of failed starts since the last successful one. */
  #failedStarts = 0
  #isClosed = false
  #calls = 0
  readonly #kills = new Map<CountedEnding, number>()

  /** Tests pass `start` to simulate processes that do not start. */
  constructor(limits: PoolLimits, start = (own: ProcessLimits) => new SandboxProcess(own)) {
    this.#limits = limits
    this.#start = start
    this.#maxLong = limits.size - 1
  }

  /** The number of processes and of queued calls. */
  get load(): { readonly processes: number; readonly queued: number } {
    return { processes: this.#processes.size, queued: this.#short.size + this.#long.size }
  }

  /** Calls so far, and processes that ended during one, by reason. */
  get totals(): { readonly calls: number; readonly kills: ReadonlyMap<CountedEnding, number> } {
    return { calls: this.#calls, kills: this.#kills }
  }

  /** Returns the answer of a process. A failure of the call itself is an answer too. */
  async call(call: PoolCall): Promise<Frame> {
    call.signal.throwIfAborted()
    if (this.#isClosed) throw stopping()
    this.#calls++
    const { promise, resolve, reject } = Promise.withResolvers<Frame>()
    const isLong = this.#limits.size > 1 && call.head.timeoutMs > this.#limits.shortMs
    const fresh = { tries: 0, isSettled: false, lane: undefined, waitTimer: undefined }
    const waiting: Waiting = { ...call, ...fresh, share: call.share ?? NO_SHARE, isLong, resolve, reject }
    const onAbort = () => this.#aborted(waiting)
    call.signal.addEventListener('abort', onAbort)
    this.#queueOf(waiting).push(waiting)
    if (this.load.queued > this.#limits.maxQueued) this.#rejectOne()
    this.#dispatch()
    if (waiting.lane === undefined && !waiting.isSettled) this.#limitWait(waiting)
    try {
      return await promise
    } finally {
      call.signal.removeEventListener('abort', onAbort)
    }
  }

  /** Ends all processes; running and queued calls fail. */
  close(): void {
    this.#isClosed = true
    for (const waiting of [...this.#short.drain(), ...this.#long.drain()]) settle(waiting)?.reject(stopping())
    for (const lane of [...this.#lanes.keys()]) this.#remove(lane)
    for (const process of this.#processes) process.kill()
    this.#processes.clear()
  }

  #queueOf({ isLong }: Waiting): FairQueue<Waiting> {
    return isLong ? this.#long : this.#short
  }

  #limitWait(waiting: Waiting): void {
    waiting.waitTimer = setTimeout(() => {
      this.#queueOf(waiting).remove(waiting)
      settle(waiting)?.reject(busy())
    }, this.#limits.maxWaitMs)
  }

  #putBack(waiting: Waiting): void {
    waiting.lane = undefined
    if (waiting.isSettled) return
    this.#queueOf(waiting).putBack(waiting)
    this.#limitWait(waiting)
  }

  #aborted(waiting: Waiting): void {
    const { lane, signal } = waiting
    if (lane === undefined) this.#queueOf(waiting).remove(waiting)
    settle(waiting)?.reject(signal.reason)
    lane?.abandon(waiting)
  }

  /** Rejects one call of the caller that has most calls in the full queue. */
  #rejectOne(): void {
    const counts = this.#short.counts()
    for (const [caller, count] of this.#long.counts()) counts.set(caller, count + (counts.get(caller) ?? 0))
    let caller = ''
    let most = 0
    for (const [one, count] of counts) if (count > most) [caller, most] = [one, count]
    const last = this.#long.lastOf(caller) ?? this.#short.lastOf(caller)
    if (last === undefined) return
    this.#queueOf(last).remove(last)
    settle(last)?.reject(busy())
  }

  /** The next call for a free process: a long one if another may run, else a short one. */
  #next(): Waiting | undefined {
    const long = this.#longRunning < this.#maxLong ? this.#long.take() : undefined
    return long ?? this.#short.take()
  }

  #dispatch(): void {
    for (const lane of this.#lanes.keys()) {
      if (lane.size > 0) continue
      const waiting = this.#next()
      if (waiting === undefined) break
      this.#send(lane, waiting)
    }
    const ready = () => this.#short.size + Math.min(this.#long.size, this.#maxLong - this.#longRunning)
    while (this.#starting < ready() && this.#processes.size < this.#limits.size) void this.#startOne()
    this.#sendAhead()
  }

  /** Gives short calls to processes that are busy with short calls, to the one with the fewest first. */
  #sendAhead(): void {
    while (this.#short.size > 0) {
      let best: ProcessLane<Waiting> | undefined
      for (const lane of this.#lanes.keys()) if (lane.takesMore && lane.size < (best?.size ?? 100)) best = lane
      const waiting = best === undefined ? undefined : this.#short.take()
      if (best === undefined || waiting === undefined) return
      this.#send(best, waiting)
    }
  }

  #send(lane: ProcessLane<Waiting>, waiting: Waiting): void {
    clearTimeout(waiting.waitTimer)
    waiting.lane = lane
    if (waiting.isLong) this.#longRunning++
    lane.send(waiting)
  }

  async #startOne(): Promise<void> {
    const process = this.#start(this.#limits)
    this.#processes.add(process)
    this.#starting++
    const timer = setTimeout(() => process.kill(), this.#limits.startMs * 2 ** Math.min(this.#failedStarts, MAX_STARTS))
    try {
      await process.ready
      this.#failedStarts = 0
      this.#open(process)
    } catch {
      this.#processes.delete(process)
      this.#failedStarts++
      if (this.#failedStarts >= MAX_STARTS) this.#rejectForFailedStart()
    } finally {
      this.#starting--
      clearTimeout(timer)
      if (!this.#isClosed) this.#dispatch()
    }
  }

  /** Rejects one call per failed start, so that a broken machine empties the queue instead of starting forever. */
  #rejectForFailedStart(): void {
    const waiting = this.#short.take() ?? this.#long.take()
    if (waiting === undefined) return
    settle(waiting)?.reject(new Retryable('The sandbox could not be started.', 'SANDBOX_FAILED'))
  }

  /** Uses a process that has started. */
  #open(process: SandboxProcess): void {
    if (this.#isClosed || process.hasEnded) return process.kill()
    const lane: ProcessLane<Waiting> = new ProcessLane(process, {
      answered: (waiting, frame) => this.#answered(lane, waiting, frame),
      returned: (calls) => {
        for (const waiting of calls.toReversed()) this.#putBack(waiting)
        this.#dispatch()
      },
      ended: (ending, calls) => this.#ended(lane, ending, calls),
    })
    const timer = setTimeout(() => {
      if (lane.size === 0) this.#remove(lane)
    }, this.#limits.idleMs)
    timer.unref()
    this.#lanes.set(lane, timer)
  }

  #answered(lane: ProcessLane<Waiting>, waiting: Waiting, frame: Frame): void {
    if (waiting.isLong) this.#longRunning--
    settle(waiting)?.resolve(frame)
    this.#lanes.get(lane)?.refresh()
    if (heldBytes(frame) > this.#limits.maxIdleRssBytes) {
      for (const other of lane.release().toReversed()) this.#putBack(other)
      this.#remove(lane)
    }
    if (!this.#isClosed) this.#dispatch()
  }

  #ended(lane: ProcessLane<Waiting>, ending: Ending, calls: readonly Waiting[]): void {
    this.#remove(lane)
    const [first, ...others] = calls
    for (const waiting of others.toReversed()) {
      if (this.#isClosed) settle(waiting)?.reject(stopping())
      else this.#putBack(waiting)
    }
    if (first !== undefined) this.#failed(first, ending)
    if (!this.#isClosed) this.#dispatch()
  }

  /** The process ended while it worked on this call. */
  #failed(waiting: Waiting, ending: Ending): void {
    waiting.tries++
    if (waiting.isLong) this.#longRunning--
    if (!this.#isClosed) this.#count(waiting.isSettled ? 'cancelled' : ending)
    if (this.#isClosed) settle(waiting)?.reject(stopping())
    else if (isUnrelatedToCall(ending) && waiting.tries < MAX_TRIES) this.#putBack(waiting)
    else settle(waiting)?.reject(failureOf(ending, waiting.head.timeoutMs))
  }

  #count(ending: CountedEnding): void {
    this.#kills.set(ending, (this.#kills.get(ending) ?? 0) + 1)
  }

  #remove(lane: ProcessLane<Waiting>): void {
    clearTimeout(this.#lanes.get(lane))
    this.#lanes.delete(lane)
    this.#processes.delete(lane.process)
    lane.process.kill()
  }
}

/** Returns the call once: undefined if it is settled already. */
function settle(waiting: Waiting): Waiting | undefined {
  clearTimeout(waiting.waitTimer)
  if (waiting.isSettled) return undefined
  waiting.isSettled = true
  return waiting
}

function stopping(): Retryable {
  return new Retryable('The service is stopping.', 'SANDBOX_BUSY')
}

function heldBytes({ head }: Frame): number {
  return typeof head === 'object' && head !== null && 'rssBytes' in head ? Number(head.rssBytes) : 0
}

function busy(): Retryable {
  return new Retryable('Too many calls are waiting for the sandbox.', 'SANDBOX_BUSY')
}

/** Whether a process ended for a reason that may be unrelated to its call. */
function isUnrelatedToCall(ending: Ending): boolean {
  return ending === 'gone' || ending === 'killed from outside'
}

function failureOf(ending: Ending, timeoutMs: number): NodeFailure {
  switch (ending) {
    case 'killed':
      return new NodeFailure('TIMED_OUT', `The call took longer than ${timeoutMs} ms.`)
    case 'memory':
      return new NodeFailure('OUT_OF_MEMORY', 'The call needs more memory than the sandbox may use.')
    case 'answer too large':
      return new NodeFailure('RESULT_TOO_LARGE', 'The result is too large.')
    case 'killed from outside':
      return new Retryable(
        'The sandbox process was killed from outside, possibly because the machine ran out of memory.',
        'SANDBOX_FAILED',
      )
    case 'gone':
      return new Retryable('The sandbox ended unexpectedly.', 'SANDBOX_FAILED')
  }
}
