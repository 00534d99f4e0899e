/** Handles the messages of the pool in a worker thread. */
import { parentPort, threadId } from 'node:worker_threads'
import { type ErrorCode, Problem, type ProblemFacts } from '@millrace/model'

/** Tasks by name; each is loaded in the thread when it is first used. */
export type TaskList = Readonly<Record<string, () => Promise<{ readonly perform: (input: never) => unknown }>>>

export interface TaskMessage {
  /** Number of the run, unique in the pool. */
  readonly run: number
  readonly task: string
  readonly input: unknown
}

/** Posted when the task's code is loaded and about to run; its CPU time counts from here. */
export interface TaskStarted {
  readonly run: number
  readonly threadId: number
  readonly cpuMs: number
}

export interface ThrownByTask {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  /** The error's `code`, if it has one. */
  readonly code: string | undefined
  /** The arguments of a `Problem`. */
  readonly problem: { readonly code: ErrorCode; readonly facts: ProblemFacts } | undefined
}

export type TaskReply<Result = unknown> = { readonly result: Result } | { readonly thrown: ThrownByTask }

/** The function that a thread's program exports as `handle`. */
export function taskHandler(tasks: TaskList): (message: TaskMessage) => Promise<TaskReply> {
  return async ({ run, task, input }) => {
    const load = tasks[task]
    if (load === undefined) throw new Error(`Unknown task "${task}".`)
    const { perform } = await load()
    const { user, system } = process.threadCpuUsage()
    parentPort?.postMessage({ run, threadId, cpuMs: (user + system) / 1000 } satisfies TaskStarted)
    try {
      // The types of input and result are those of the pool's `run`, which sent this message.
      return { result: await perform(input as never) }
    } catch (error) {
      return { thrown: thrownOf(error) }
    }
  }
}

/** Structured clone keeps only the message of an error, so the other fields are sent separately. */
function thrownOf(error: unknown): ThrownByTask {
  if (!(error instanceof Error)) return thrownOf(new Error(String(error)))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const problem = error instanceof Problem ? { code: error.code, facts: factsOf(error) } : undefined
  return { name: error.name, message: error.message, stack: error.stack, code, problem }
}

function factsOf({ message, details, status }: Problem): ProblemFacts {
  return { message, details, ...(status === 400 ? { status } : {}) }
}
