/**
 * A few sandbox processes, and a queue of calls.
 *
 * Invariants: a process has one call at a time; processes are started when calls are queued, never ahead, and never more
 * than `size`; one process is never given a long call, so that short calls always make progress; callers and workflows
 * are served in turn; a call leaves the queue answered, failed or aborted, exactly once; a process that ends fails only
 * the call that it had.
 */
import { NodeFailure, Retryable } from '@millrace/model'
import { FairQueue, type Share } from './fair-queue.ts'
import type { Frame } from './frames.ts'
import { maxClockMs } from './process/used-time.ts'
import { type Ending, ProcessEnded, type ProcessLimits, SandboxProcess } from './sandbox-process.ts'

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

export interface PoolCall {
  readonly head: { readonly timeoutMs: number }
  /** CPU time after which its process is killed; default: the time limit. */
  readonly maxUsedMs?: number
  readonly body: string
  readonly signal: AbortSignal
  /** The caller and workflow whose turn it takes; calls without one count as one caller. */
  readonly share?: Share
}

/** A process ends a call itself when its time is used; after this additional time it is killed. */
const GRACE_MS = 500
/** Shortest pause between two checks of the used time. */
const MIN_LOOK_MS = 50
/** Calls have no side effects, so a call whose process ended unexpectedly is retried. */
const MAX_TRIES = 2
/** Starts of a process before a call is rejected: a busy machine may be slow to start one. */
const MAX_STARTS = 3

interface Waiting extends PoolCall {
  readonly share: Share
  readonly isLong: boolean
  tries: number
  resolve(frame: Frame): void
  reject(error: unknown): void
  leaveQueue(): void
}

const NO_SHARE: Share = { caller: '', workflow: '' }

export class ProcessPool {
  readonly #limits: PoolLimits
  readonly #start: (limits: ProcessLimits) => SandboxProcess
  readonly #maxLong: number
  readonly #short = new FairQueue<Waiting>()
  readonly #long = new FairQueue<Waiting>()
  readonly #processes = new Set<SandboxProcess>()
  readonly #idle = new Map<SandboxProcess, NodeJS.Timeout>()
  #starting = 0
  #longRunning = 0
  /** Number of failed starts since the last successful one. */
  #failedStarts = 0
  #isClosed = false

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

  /** Returns the answer of a process. A failure of the call itself is an answer too. */
  async call(call: PoolCall): Promise<Frame> {
    call.signal.throwIfAborted()
    if (this.#isClosed) throw new Retryable('The service is stopping.', 'SANDBOX_BUSY')
    return new Promise((resolve, reject) => {
      const isLong = this.#limits.size > 1 && call.head.timeoutMs > this.#limits.shortMs
      const share = call.share ?? NO_SHARE
      const waiting: Waiting = { ...call, share, isLong, tries: 0, resolve, reject, leaveQueue: () => {} }
      this.#enqueue(waiting)
      if (this.load.queued > this.#limits.maxQueued) this.#rejectOne()
      this.#dispatch()
    })
  }

  /** Ends all processes; running and queued calls fail. */
  close(): void {
    this.#isClosed = true
    for (const waiting of [...this.#short.drain(), ...this.#long.drain()]) {
      waiting.leaveQueue()
      waiting.reject(new Retryable('The service is stopping.', 'SANDBOX_BUSY'))
    }
    for (const process of [...this.#processes]) this.#remove(process)
  }

  #queueOf({ isLong }: Waiting): FairQueue<Waiting> {
    return isLong ? this.#long : this.#short
  }

  #enqueue(waiting: Waiting, isRetry = false): void {
    const giveUp = (error: unknown) => {
      this.#queueOf(waiting).remove(waiting)
      waiting.leaveQueue()
      waiting.reject(error)
    }
    const onAbort = () => giveUp(waiting.signal.reason)
    const timer = setTimeout(() => giveUp(busy()), this.#limits.maxWaitMs)
    waiting.signal.addEventListener('abort', onAbort)
    waiting.leaveQueue = () => {
      clearTimeout(timer)
      waiting.signal.removeEventListener('abort', onAbort)
    }
    const queue = this.#queueOf(waiting)
    if (isRetry) queue.putBack(waiting)
    else queue.push(waiting)
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
    last.leaveQueue()
    last.reject(busy())
  }

  /** The next call for a free process: a long one if another may run, else a short one. */
  #next(): Waiting | undefined {
    const long = this.#longRunning < this.#maxLong ? this.#long.take() : undefined
    return long ?? this.#short.take()
  }

  #dispatch(): void {
    for (const [process, timer] of this.#idle) {
      if (process.hasEnded) {
        this.#remove(process)
        continue
      }
      const waiting = this.#next()
      if (waiting === undefined) return
      waiting.leaveQueue()
      clearTimeout(timer)
      this.#idle.delete(process)
      void this.#serve(process, waiting)
    }
    const ready = () => this.#short.size + Math.min(this.#long.size, this.#maxLong - this.#longRunning)
    while (this.#starting < ready() && this.#processes.size < this.#limits.size) void this.#startOne()
  }

  async #startOne(): Promise<void> {
    const process = this.#start(this.#limits)
    this.#processes.add(process)
    this.#starting++
    const timer = setTimeout(() => process.kill(), this.#limits.startMs * 2 ** Math.min(this.#failedStarts, MAX_STARTS))
    try {
      await process.ready
      this.#failedStarts = 0
      this.#makeIdle(process)
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
    waiting?.leaveQueue()
    waiting?.reject(new Retryable('The sandbox could not be started.', 'SANDBOX_FAILED'))
  }

  async #serve(process: SandboxProcess, waiting: Waiting): Promise<void> {
    const { head, body, signal } = waiting
    const kill = () => process.kill()
    const stopWatching = watch(process, waiting)
    signal.addEventListener('abort', kill)
    waiting.tries++
    if (waiting.isLong) this.#longRunning++
    try {
      const frame = await process.call(head, body)
      waiting.resolve(frame)
      if (heldBytes(frame) > this.#limits.maxIdleRssBytes) this.#remove(process)
      else this.#makeIdle(process)
    } catch (error) {
      this.#remove(process)
      this.#failed(waiting, error instanceof ProcessEnded ? error.ending : 'gone')
    } finally {
      stopWatching()
      signal.removeEventListener('abort', kill)
      if (waiting.isLong) this.#longRunning--
      if (!this.#isClosed) this.#dispatch()
    }
  }

  #failed(waiting: Waiting, ending: Ending): void {
    if (waiting.signal.aborted) waiting.reject(waiting.signal.reason)
    else if (this.#isClosed) waiting.reject(new Retryable('The service is stopping.', 'SANDBOX_BUSY'))
    else if (isUnrelatedToCall(ending) && waiting.tries < MAX_TRIES) this.#enqueue(waiting, true)
    else waiting.reject(failureOf(ending, waiting.head.timeoutMs))
  }

  #makeIdle(process: SandboxProcess): void {
    if (this.#isClosed || process.hasEnded) return this.#remove(process)
    const timer = setTimeout(() => this.#remove(process), this.#limits.idleMs)
    timer.unref()
    this.#idle.set(process, timer)
  }

  #remove(process: SandboxProcess): void {
    clearTimeout(this.#idle.get(process))
    this.#idle.delete(process)
    this.#processes.delete(process)
    process.kill()
  }
}

/** Kills the process when its call has used its CPU or wall-clock time; returns a function that stops watching. */
function watch(process: SandboxProcess, { head, maxUsedMs = head.timeoutMs }: PoolCall): () => void {
  const { timeoutMs } = head
  let isOver = false
  const wall = setTimeout(() => process.kill(), maxClockMs(timeoutMs) + GRACE_MS)
  const look = async () => {
    const used = await process.usedMs()
    if (isOver) return
    // If the used time is unknown, the wall clock decides.
    const left = used === undefined ? 0 : maxUsedMs - used
    if (left <= 0) process.kill()
    else timer = setTimeout(look, left + MIN_LOOK_MS)
  }
  let timer = setTimeout(look, timeoutMs + GRACE_MS)
  return () => {
    isOver = true
    clearTimeout(wall)
    clearTimeout(timer)
  }
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
