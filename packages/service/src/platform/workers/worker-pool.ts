/**
 * A few threads for work that would block the main thread: everything whose cost the caller controls.
 *
 * To add a task:
 * 1. `<capability>/tasks/<name>.ts` exports `perform(input)`, which returns the result or a promise of it, and declares
 *    itself in `WorkerTasks`. It runs in a thread with its input only: no database, no clock, no log.
 * 2. Add it to `src/worker-tasks.ts`; the code does not compile until it is there.
 * 3. Call `workers.run('<name>', input, { deadlineMs, caller, signal })`; its types are those of the function.
 *
 * Input and result are copied (structured clone), and both copies take time on the main thread: send and return text,
 * buffers or small values, never a large tree of objects, which takes longer to copy than to parse from text.
 *
 * `run` rethrows a `Problem` of the task as a `Problem` and any other error as a `TaskError` with the same message and
 * code. `WorkerFailure` means that the pool ended the task or did not accept it; the HTTP layer responds with
 * `TOO_EXPENSIVE` (422), `RATE_LIMITED` (429) or `NOT_READY` (503), so routes need not catch it.
 *
 * Invariants: threads start with the first task that needs one and end when idle; a thread has one task at a time; a
 * task settles exactly once; a thread whose task is ended early is terminated, never reused.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { Problem } from '@millrace/model'
import type { Piscina } from 'piscina'
import { FairQueue } from './fair-queue.ts'
import type { TaskList, TaskMessage, TaskReply, TaskStarted, ThrownByTask } from './task-handler.ts'
import { WorkerFailure } from './worker-failure.ts'

export interface RunOptions {
  /** CPU time of the thread after which the task is ended. */
  readonly deadlineMs: number
  /** Ends the task; `run` then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Ports in the input that are transferred to the thread. */
  readonly transfer?: readonly MessagePort[]
  /** Callers take turns when tasks are queued, e.g. the id of a user or a workflow. */
  readonly caller?: string
}

type TaskModule<List extends TaskList, Name extends keyof List> = Awaited<ReturnType<List[Name]>>
export type TaskInput<List extends TaskList, Name extends keyof List> = Parameters<TaskModule<List, Name>['perform']>[0]
export type TaskResult<List extends TaskList, Name extends keyof List> = Awaited<
  ReturnType<TaskModule<List, Name>['perform']>
>

export interface PoolLimits {
  readonly maxThreads: number
  /** Maximum number of queued tasks, in total and per caller. */
  readonly maxQueued: number
  readonly maxQueuedPerCaller: number
  /** How long a thread may be idle before it ends. */
  readonly idleMs: number
  /** Maximum heap of a thread. */
  readonly maxHeapMib: number
}

const LIMITS: PoolLimits = {
  maxThreads: Math.min(4, Math.max(2, availableParallelism() - 1)),
  maxQueued: 128,
  maxQueuedPerCaller: 32,
  idleMs: 30_000,
  maxHeapMib: 768,
}

/** A thread may get little CPU time on a busy machine, so the wall-clock limit is this multiple of the CPU limit. */
const MAX_WALL_FACTOR = 10
const MIN_WALL_MS = 30_000
/** Shortest pause between two checks of a thread's CPU time. */
const MIN_LOOK_MS = 20

/** An error that a task threw. */
export class TaskError extends Error {
  readonly code: string | undefined

  constructor({ name, message, stack, code }: ThrownByTask) {
    super(message)
    this.name = name
    this.code = code
    if (stack !== undefined) this.stack = stack
  }
}

interface Waiting {
  readonly start: () => void
  readonly fail: (error: unknown) => void
}

interface Run {
  readonly ending: AbortController
  started: TaskStarted | undefined
}

export class WorkerPool<List extends TaskList> {
  readonly #program: URL
  readonly #limits: PoolLimits
  readonly #queue = new FairQueue<Waiting>()
  readonly #runs = new Map<number, Run>()
  #pool: Promise<Piscina> | undefined
  #runCount = 0
  /** Threads that are reserved for a run. */
  #taken = 0
  #isClosed = false

  /** `program` is a file that exports a `taskHandler` of these tasks as `handle`. */
  constructor(program: URL, limits: Partial<PoolLimits> = {}) {
    this.#program = program
    this.#limits = { ...LIMITS, ...limits }
  }

  /** The number of running and of queued tasks. */
  get load(): { readonly running: number; readonly queued: number } {
    return { running: this.#taken, queued: this.#queue.size }
  }

  /** Runs a task and returns its result. */
  async run<Name extends keyof List & string>(
    task: Name,
    input: TaskInput<List, Name>,
    { deadlineMs, signal, caller = '', transfer = [] }: RunOptions,
  ): Promise<TaskResult<List, Name>> {
    signal?.throwIfAborted()
    await this.#turn(caller, signal)
    using stack = new DisposableStack()
    const number = ++this.#runCount
    const run: Run = { ending: new AbortController(), started: undefined }
    this.#runs.set(number, run)
    stack.defer(() => {
      this.#runs.delete(number)
      this.#release()
    })
    // The pool may have been closed, or the signal aborted, while the task was queued.
    if (this.#isClosed) run.ending.abort(new WorkerFailure('closed'))
    if (signal !== undefined) stack.defer(onAbort(signal, () => run.ending.abort(signal.reason)))
    stack.defer(this.#watch(run, deadlineMs))
    const message: TaskMessage = { run: number, task, input }
    try {
      const pool = await this.#opened()
      const reply: TaskReply<TaskResult<List, Name>> = await pool.run(message, {
        signal: run.ending.signal,
        transferList: [...transfer],
      })
      if ('thrown' in reply) throw errorOf(reply.thrown)
      return reply.result
    } catch (error) {
      run.ending.signal.throwIfAborted()
      throw isOutOfMemory(error) ? new WorkerFailure('memory') : error
    }
  }

  /** Ends all threads; running and queued tasks fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    const closed = new WorkerFailure('closed')
    for (let waiting = this.#queue.shift(); waiting !== undefined; waiting = this.#queue.shift()) waiting.fail(closed)
    for (const { ending } of this.#runs.values()) ending.abort(closed)
    await (await this.#pool)?.destroy()
  }

  /** Reserves a thread for the caller, who must release it. */
  async #turn(caller: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#isClosed) throw new WorkerFailure('closed')
    if (this.#taken < this.#limits.maxThreads) {
      this.#taken += 1
      return
    }
    const { maxQueued, maxQueuedPerCaller } = this.#limits
    if (this.#queue.size >= maxQueued || this.#queue.sizeOf(caller) >= maxQueuedPerCaller) {
      throw new WorkerFailure('busy')
    }
    let stopListening = () => {}
    try {
      await new Promise<void>((start, fail) => {
        const waiting: Waiting = { start, fail }
        this.#queue.push(caller, waiting)
        if (signal === undefined) return
        stopListening = onAbort(signal, () => {
          if (this.#queue.remove(caller, waiting)) fail(signal.reason)
        })
      })
    } finally {
      stopListening()
    }
  }

  /** Passes the thread of a run to the next queued task. */
  #release(): void {
    const next = this.#queue.shift()
    if (next === undefined) this.#taken -= 1
    else next.start()
  }

  /** Ends the run when its thread has used the allowed time; returns a function that stops watching. */
  #watch(run: Run, deadlineMs: number): () => void {
    let isOver = false
    const tooLong = () => run.ending.abort(new WorkerFailure('deadline'))
    const wall = setTimeout(tooLong, Math.max(MIN_WALL_MS, deadlineMs * MAX_WALL_FACTOR))
    const look = async () => {
      const left = deadlineMs - (await this.#usedMs(run))
      if (left <= 0) tooLong()
      else if (!isOver) timer = setTimeout(look, Math.max(MIN_LOOK_MS, left))
    }
    let timer = setTimeout(look, deadlineMs)
    return () => {
      isOver = true
      clearTimeout(wall)
      clearTimeout(timer)
    }
  }

  async #usedMs({ started }: Run): Promise<number> {
    if (started === undefined) return 0
    const pool = await this.#pool
    const thread = pool?.threads.find(({ threadId }) => threadId === started.threadId)
    if (thread === undefined) return 0
    // Node.js before 24.6 does not report it: the deadline then counts wall-clock time.
    if (!('cpuUsage' in thread)) return Number.POSITIVE_INFINITY
    try {
      const { user, system } = await thread.cpuUsage()
      return (user + system) / 1000 - started.cpuMs
    } catch {
      // The thread has just ended, and with it the run.
      return 0
    }
  }

  #opened(): Promise<Piscina> {
    this.#pool ??= this.#open()
    return this.#pool
  }

  async #open(): Promise<Piscina> {
    const { Piscina } = await import('piscina')
    const { maxThreads, idleMs, maxHeapMib } = this.#limits
    const pool = new Piscina({
      filename: fileURLToPath(this.#program),
      name: 'handle',
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      recordTiming: false,
      // Threads must not see the environment.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib },
    })
    pool.on('message', (started: TaskStarted) => {
      const run = this.#runs.get(started.run)
      if (run !== undefined) run.started = started
    })
    // The pool replaces a thread that fails without a task.
    pool.on('error', () => {})
    return pool
  }
}

function errorOf(thrown: ThrownByTask): Error {
  return thrown.problem === undefined ? new TaskError(thrown) : new Problem(thrown.problem.code, thrown.problem.facts)
}

/** Calls the listener when the signal aborts, immediately if it already has; returns a function that unsubscribes. */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) listener()
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
