import { extname } from 'node:path'
import type { TASKS } from './task-list.ts'
import { type PoolLimits, WorkerPool } from './worker-pool.ts'

/** The worker threads of the service. See `worker-pool.ts` for how to add a task. */
export type Workers = Pick<WorkerPool<typeof TASKS>, 'run'>

// The sources are TypeScript, the build is JavaScript.
const PROGRAM = new URL(`./worker-thread${extname(import.meta.url)}`, import.meta.url)

export function createWorkers(limits: Partial<PoolLimits> = {}): WorkerPool<typeof TASKS> {
  return new WorkerPool<typeof TASKS>(PROGRAM, limits)
}
