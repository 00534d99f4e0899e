/**
 * The calls that one process has: it works on the first of them, the others are sent ahead so that it never waits.
 *
 * If the first call takes long, the others are returned to the queue. Most calls take less than a millisecond, so only
 * a call that takes long gets timers of its own.
 */
import type { ForgetCalls } from './calls.ts'
import type { Frame } from './frames.ts'
import { maxClockMs } from './process/used-time.ts'
import type { Ending, SandboxProcess } from './sandbox-process.ts'

export interface LaneCall {
  readonly head: { readonly timeoutMs: number }
  /** CPU time after which its process is killed; default: the time limit. */
  readonly maxUsedMs?: number
  readonly body: string
  /** Whether it has the process for itself. */
  readonly isLong: boolean
  /** Whether its caller has its answer, or has given up. */
  readonly isSettled: boolean
}

export interface LaneListener<Call> {
  answered(call: Call, frame: Frame): void
  /** The first call takes long; these had not begun. */
  returned(calls: readonly Call[]): void
  /** The process ended while it worked on the first of its calls. */
  ended(ending: Ending, calls: readonly Call[]): void
}

/** Maximum number of calls in a process. */
const MAX_CALLS = 16
/** A call that takes longer than this does not keep others waiting. */
const SLOW_MS = 100
/** A process ends a call itself when its time is used; after this additional time it is killed. */
const GRACE_MS = 500
/** Shortest pause between two checks of the used time. */
const MIN_LOOK_MS = 50

export class ProcessLane<Call extends LaneCall> {
  readonly process: SandboxProcess
  readonly #listener: LaneListener<Call>
  /** In the order in which they were sent. */
  readonly #calls = new Map<number, Call>()
  #count = 0
  #slowTimer: NodeJS.Timeout | undefined
  #stopWatching: (() => void) | undefined

  constructor(process: SandboxProcess, listener: LaneListener<Call>) {
    this.process = process
    this.#listener = listener
    process.listen({
      answered: (id, frame) => this.#answered(id, frame),
      ended: (ending) => this.#ended(ending),
    })
  }

  get size(): number {
    return this.#calls.size
  }

  /** Whether a short call may be sent ahead. */
  get takesMore(): boolean {
    if (this.#stopWatching !== undefined || this.#calls.size >= MAX_CALLS) return false
    const [first] = this.#calls.values()
    return first !== undefined && !first.isLong
  }

  send(call: Call): void {
    const id = ++this.#count
    this.#calls.set(id, call)
    if (this.#calls.size === 1) this.#firstBegins()
    this.process.send(id, call.head, call.body)
  }

  /** A caller gave up: the process is ended if it works on that call. */
  abandon(call: Call): void {
    const [first] = this.#calls.values()
    if (first === call) this.process.kill()
  }

  /** Gives up all of its calls, because the process is about to be ended. */
  release(): Call[] {
    const calls = [...this.#calls.values()]
    this.#calls.clear()
    return calls
  }

  #firstBegins(): void {
    if (this.#slowTimer === undefined) this.#slowTimer = setTimeout(() => this.#isSlow(), SLOW_MS)
    else this.#slowTimer.refresh()
  }

  #isSlow(): void {
    this.#slowTimer = undefined
    const [first, ...others] = this.#calls
    if (first === undefined) return
    const [id, call] = first
    if (call.isSettled) return this.process.kill()
    this.#stopWatching = watch(this.process, call)
    if (others.length === 0) return
    this.#calls.clear()
    this.#calls.set(id, call)
    this.process.send(0, { kind: 'forget', after: id } satisfies ForgetCalls)
    this.#listener.returned(others.map(([, other]) => other))
  }

  #answered(id: number, frame: Frame): void {
    const call = this.#calls.get(id)
    // One that was returned to the queue, but had begun.
    if (call === undefined) return
    this.#calls.delete(id)
    this.#stopWatching?.()
    this.#stopWatching = undefined
    // The timer is not cleared after the last call: restarting it is cheaper than a new one.
    if (this.#calls.size > 0) this.#firstBegins()
    this.#listener.answered(call, frame)
  }

  #ended(ending: Ending): void {
    clearTimeout(this.#slowTimer)
    this.#stopWatching?.()
    this.#listener.ended(ending, this.release())
  }
}

/** Kills the process when its call has used its CPU or wall-clock time; returns a function that stops watching. */
function watch(process: SandboxProcess, { head, maxUsedMs = head.timeoutMs }: LaneCall): () => void {
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
