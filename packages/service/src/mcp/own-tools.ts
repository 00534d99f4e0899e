import { EXECUTION_TOOLS } from './execution-tools.ts'
import { QUESTION_TOOLS } from './question-tools.ts'
import type { OwnTool } from './tool.ts'
import { WORKFLOW_TOOLS } from './workflow-tools.ts'

/** The built-in tools. `triggers/reserved-tool-names.ts` repeats their names so that a start does not load this module. */
export const OWN_TOOLS: readonly OwnTool[] = [...WORKFLOW_TOOLS, ...EXECUTION_TOOLS, ...QUESTION_TOOLS]
