import type { PlaygroundMessage as Message } from '@millrace/client'
import { expect, test } from 'vitest'
import { needsRecord, questionOfMessage } from './question-of-message.ts'

function questionMessage(status: Message['status'], metadata: Record<string, unknown> = {}): Message {
  return {
    id: 'm',
    sessionId: 's',
    role: 'assistant',
    content: 'Go on?',
    timestamp: '2026-01-01T10:00:00.000+00:00',
    status,
    sequenceNumber: 2,
    parentMessageId: null,
    nodeId: 'ask',
    executionId: 'e',
    display: 'default',
    origin: 'interrupt',
    metadata: { type: 'interrupt_request', interrupt_id: 'q', interrupt_type: 'confirmation', ...metadata },
  }
}

test('returns the question of a message, open or closed', () => {
  expect(questionOfMessage(questionMessage('pending', { allowCancel: true }), 'w')).toMatchObject({
    id: 'q',
    type: 'confirmation',
    status: 'pending',
    allowCancel: true,
    executionId: 'e',
    workflowId: 'w',
    config: { message: 'Go on?' },
  })
  expect(questionOfMessage(questionMessage('completed', { response_value: false }), 'w')).toMatchObject({
    status: 'resolved',
    response: false,
  })
  expect(questionOfMessage(questionMessage('completed', { cancelled: true, reason: 'expired' }), 'w')).toMatchObject({
    status: 'cancelled',
    reason: 'expired',
  })
})

test('ignores a message that only resembles a question', () => {
  expect(questionOfMessage(questionMessage('pending', { type: 'x' }), 'w')).toBeUndefined()
  expect(questionOfMessage(questionMessage('pending', { interrupt_type: 'dance' }), 'w')).toBeUndefined()
  expect(questionOfMessage(questionMessage('pending', { interrupt_id: 7 }), 'w')).toBeUndefined()
})

test('loads the record only if several users can answer', () => {
  const plain = questionOfMessage(questionMessage('pending'), 'w')
  const several = questionOfMessage(questionMessage('pending', { approvals: 2 }), 'w')
  expect([plain, several].map((one) => one && needsRecord(one))).toEqual([false, true])
  expect(several?.approvals_needed).toBe(2)
})
