import { extname } from 'node:path'
import type { TASKS } from './task-list.ts'
import { WorkerPool } from './worker-pool.ts'

/** The worker threads of the service. See `worker-pool.ts` for how to add a task. */
export type Workers = Pick<WorkerPool<typeof TASKS>, 'run'>

// The sources are TypeScript, the build is JavaScript.
const PROGRAM = new URL(`./worker-thread${extname(import.meta.url)}`, import.meta.url)

export function createWorkers(): WorkerPool<typeof TASKS> {
  return new WorkerPool<typeof TASKS>(PROGRAM)
}
