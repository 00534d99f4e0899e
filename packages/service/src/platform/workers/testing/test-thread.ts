import { taskHandler } from '../task-handler.ts'
import { TEST_TASKS } from './test-tasks.ts'

export const handle = taskHandler(TEST_TASKS)
