/** The built-in templates in display order. To add one, add a file in this folder and a line here. */
import { agentWithTools } from './agent-with-tools.ts'
import { askBeforeSending } from './ask-before-sending.ts'
import { callAnotherWorkflow } from './call-another-workflow.ts'
import { chatbotWithMemory } from './chatbot-with-memory.ts'
import { classifyAndRoute } from './classify-and-route.ts'
import { csvToJson } from './csv-to-json.ts'
import { expenseApproval } from './expense-approval.ts'
import { extractToJson } from './extract-to-json.ts'
import { formIntake } from './form-intake.ts'
import { helloWorld } from './hello-world.ts'
import { loopOverAList } from './loop-over-a-list.ts'
import { questionsAboutDocuments } from './questions-about-documents.ts'
import { repeatUntil } from './repeat-until.ts'
import { retryAndErrorPath } from './retry-and-error-path.ts'
import { reviewOfChanges } from './review-of-changes.ts'
import { scheduleWithCounter } from './schedule-with-counter.ts'
import { summariseText } from './summarise-text.ts'
import type { Template } from './template.ts'
import { webhookToAnswer } from './webhook-to-answer.ts'

export const TEMPLATES: readonly Template[] = [
  helloWorld,
  chatbotWithMemory,
  askBeforeSending,
  loopOverAList,
  classifyAndRoute,
  agentWithTools,
  csvToJson,
  webhookToAnswer,
  formIntake,
  extractToJson,
  summariseText,
  scheduleWithCounter,
  questionsAboutDocuments,
  expenseApproval,
  reviewOfChanges,
  callAnotherWorkflow,
  retryAndErrorPath,
  repeatUntil,
]
