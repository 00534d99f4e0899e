import { EXECUTION_TOOLS } from './execution-tools.ts'
import { QUESTION_TOOLS } from './question-tools.ts'
import type { OwnTool } from './tool.ts'
import { WORKFLOW_TOOLS } from './workflow-tools.ts'

/** The tools of the service itself. Their names are listed a second time, in `triggers/reserved-tool-names.ts`, which costs no start. */
export const OWN_TOOLS: readonly OwnTool[] = [...WORKFLOW_TOOLS, ...EXECUTION_TOOLS, ...QUESTION_TOOLS]
