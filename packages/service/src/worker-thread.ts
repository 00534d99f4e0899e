/** The program of the worker threads. */

import { taskHandler } from './platform/workers/task-handler.ts'
import { TASKS } from './worker-tasks.ts'

export const handle = taskHandler(TASKS)
