/** The program of the worker threads. */

import { taskHandler } from './task-handler.ts'
import { TASKS } from './task-list.ts'

export const handle = taskHandler(TASKS)
