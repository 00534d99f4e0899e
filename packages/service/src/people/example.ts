/** A question before and after its answer, used in the API examples of this folder. */

import type { Interrupt } from '@millrace/model'
import { EXECUTION_ID } from '../executions/example.ts'
import { questionMessageId } from '../playground/question-message.ts'

const INTERRUPT_ID = '3c9d5b1e-8a47-4f2e-b6d0-7e1f9a2c4b58'
const ANSWERED = '2026-01-01T12:03:20.000Z'

export const exampleParams = { id: INTERRUPT_ID }
export const exampleSession = { id: '9e8b7a6c-5d4f-4e3a-9b2c-1a0f9e8d7c6b' }

export const exampleInterrupt: Interrupt = {
  id: INTERRUPT_ID,
  messageId: questionMessageId(INTERRUPT_ID),
  sessionId: exampleSession.id,
  type: 'confirmation',
  status: 'pending',
  nodeId: 'confirmation.1',
  nodeLabel: 'Send it?',
  executionId: EXECUTION_ID,
  workflowId: '5f0c7a52-1f0e-4f57-9a3e-2f5a1f6f9b10',
  config: { message: 'Send the letter to 40 people?', confirm_label: 'Send', cancel_label: 'Do not send' },
  allowCancel: true,
  responses: [],
  response: null,
  createdAt: '2026-01-01T12:00:00.004Z',
}

export const exampleResolved: Interrupt = {
  ...exampleInterrupt,
  status: 'resolved',
  responses: [{ value: true, user_id: 'ada', user_name: 'Ada', time: ANSWERED }],
  response: true,
  response_time: ANSWERED,
  user_id: 'ada',
  user_name: 'Ada',
  resolvedAt: ANSWERED,
}

export const exampleCancelled: Interrupt = {
  ...exampleInterrupt,
  status: 'cancelled',
  user_id: 'ada',
  user_name: 'Ada',
  reason: 'cancelled',
  resolvedAt: ANSWERED,
}
