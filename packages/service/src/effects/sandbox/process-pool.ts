/**
 * A few sandbox processes and the calls that wait for one.
 *
 * Invariants: a process has one call at a time; processes are started when calls wait for them, never ahead, and never
 * more than `size`; a call leaves the queue answered, failed or aborted, exactly once; a process that ends fails the
 * call that it had and no other.
 */
import { NodeFailure, Retryable } from '@millrace/model'
import type { Frame } from './frames.ts'
import { type Ending, ProcessEnded, type ProcessLimits, SandboxProcess } from './sandbox-process.ts'

export interface PoolLimits extends ProcessLimits {
  /** Processes at most. */
  readonly size: number
  /** Calls that may wait; more are turned away. */
  readonly maxQueued: number
  /** Longest wait for a free process. */
  readonly maxWaitMs: number
  /** A process that had nothing to do for so long is ended. */
  readonly idleMs: number
  /** Longest time from its start until a process takes calls. */
  readonly startMs: number
  /** A process that holds more than this after a call is ended, and its memory is free again. */
  readonly maxIdleRssBytes: number
}

export interface PoolCall {
  readonly head: { readonly timeoutMs: number }
  readonly body: string
  readonly signal: AbortSignal
}

/** The process stops itself at the deadline of a call; when it has not by then, it never will. */
const GRACE_MS = 500
/** Calls are pure, so one whose process just vanished may be tried again; not for ever. */
const MAX_TRIES = 2

interface Waiting extends PoolCall {
  tries: number
  resolve(frame: Frame): void
  reject(error: unknown): void
  leaveQueue(): void
}

export class ProcessPool {
  readonly #limits: PoolLimits
  readonly #queue: Waiting[] = []
  readonly #processes = new Set<SandboxProcess>()
  readonly #idle = new Map<SandboxProcess, NodeJS.Timeout>()
  #starting = 0
  #isClosed = false

  constructor(limits: PoolLimits) {
    this.#limits = limits
  }

  /** How many processes there are, and how many calls wait. */
  get load(): { readonly processes: number; readonly queued: number } {
    return { processes: this.#processes.size, queued: this.#queue.length }
  }

  /** Gives the answer of a process. Failures of the call itself are answers too. */
  async call(call: PoolCall): Promise<Frame> {
    call.signal.throwIfAborted()
    if (this.#isClosed) throw new Retryable('The service is stopping.', 'SANDBOX_BUSY')
    if (this.#queue.length >= this.#limits.maxQueued) throw busy()
    return new Promise((resolve, reject) => {
      this.#enqueue({ ...call, tries: 0, resolve, reject, leaveQueue: () => {} })
      this.#dispatch()
    })
  }

  /** Ends all processes; calls under way and waiting fail. */
  close(): void {
    this.#isClosed = true
    for (const waiting of this.#queue.splice(0)) {
      waiting.leaveQueue()
      waiting.reject(new Retryable('The service is stopping.', 'SANDBOX_BUSY'))
    }
    for (const process of [...this.#processes]) this.#remove(process)
  }

  #enqueue(waiting: Waiting): void {
    const giveUp = (error: unknown) => {
      this.#queue.splice(this.#queue.indexOf(waiting), 1)
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
    this.#queue.push(waiting)
  }

  #dispatch(): void {
    for (const [process, timer] of this.#idle) {
      const waiting = this.#queue.shift()
      if (waiting === undefined) return
      waiting.leaveQueue()
      clearTimeout(timer)
      this.#idle.delete(process)
      void this.#serve(process, waiting)
    }
    while (this.#starting < this.#queue.length && this.#processes.size < this.#limits.size) void this.#start()
  }

  async #start(): Promise<void> {
    const process = new SandboxProcess(this.#limits)
    this.#processes.add(process)
    this.#starting++
    const timer = setTimeout(() => process.kill(), this.#limits.startMs)
    try {
      await process.ready
      this.#rest(process)
    } catch {
      this.#processes.delete(process)
      // One call pays for a process that cannot start: so a broken machine ends the queue instead of starting for ever.
      const waiting = this.#queue.shift()
      waiting?.leaveQueue()
      waiting?.reject(new Retryable('The sandbox could not be started.', 'SANDBOX_FAILED'))
    } finally {
      this.#starting--
      clearTimeout(timer)
      if (!this.#isClosed) this.#dispatch()
    }
  }

  async #serve(process: SandboxProcess, waiting: Waiting): Promise<void> {
    const { head, body, signal } = waiting
    const kill = () => process.kill()
    const timer = setTimeout(kill, head.timeoutMs + GRACE_MS)
    signal.addEventListener('abort', kill)
    waiting.tries++
    try {
      const frame = await process.call(head, body)
      waiting.resolve(frame)
      if (heldBytes(frame) > this.#limits.maxIdleRssBytes) this.#remove(process)
      else this.#rest(process)
    } catch (error) {
      this.#remove(process)
      this.#failed(waiting, error instanceof ProcessEnded ? error.ending : 'gone')
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      if (!this.#isClosed) this.#dispatch()
    }
  }

  #failed(waiting: Waiting, ending: Ending): void {
    if (waiting.signal.aborted) waiting.reject(waiting.signal.reason)
    else if (this.#isClosed) waiting.reject(new Retryable('The service is stopping.', 'SANDBOX_BUSY'))
    else if (ending === 'gone' && waiting.tries < MAX_TRIES) this.#enqueue(waiting)
    else waiting.reject(failureOf(ending, waiting.head.timeoutMs))
  }

  #rest(process: SandboxProcess): void {
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

function heldBytes({ head }: Frame): number {
  return typeof head === 'object' && head !== null && 'rssBytes' in head ? Number(head.rssBytes) : 0
}

function busy(): Retryable {
  return new Retryable('Too much is waiting for the sandbox.', 'SANDBOX_BUSY')
}

function failureOf(ending: Ending, timeoutMs: number): NodeFailure {
  switch (ending) {
    case 'killed':
      return new NodeFailure('TIMED_OUT', `It took longer than ${timeoutMs} ms.`)
    case 'memory':
      return new NodeFailure('OUT_OF_MEMORY', 'It needs more memory than there is for it.')
    case 'answer too large':
      return new NodeFailure('RESULT_TOO_LARGE', 'The result is too large.')
    case 'gone':
      return new Retryable('The sandbox ended unexpectedly.', 'SANDBOX_FAILED')
  }
}
