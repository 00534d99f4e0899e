/**
 * The worker threads of the service; `worker-pool.ts` describes how to add a task. Each task declares its own name and
 * function in `WorkerTasks`, so the platform knows the types of all tasks and imports none of them.
 */
import { type PoolLimits, WorkerPool } from './worker-pool.ts'

/** The function of every task, by name; the files of the tasks add their own. */
// biome-ignore lint/suspicious/noEmptyInterface: the tasks add their members
export interface WorkerTasks {}

/** Loads each task in a thread. */
export type WorkerTaskList = {
  readonly [Name in keyof WorkerTasks]: () => Promise<{ readonly perform: WorkerTasks[Name] }>
}

export type Workers = Pick<WorkerPool<WorkerTaskList>, 'run'>

/** `program` is the file that the threads execute. */
export function createWorkers(program: URL, limits: Partial<PoolLimits> = {}): WorkerPool<WorkerTaskList> {
  return new WorkerPool<WorkerTaskList>(program, limits)
}
