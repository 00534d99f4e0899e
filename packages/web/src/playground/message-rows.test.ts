import type { PlaygroundMessage as Message } from '@millrace/client'
import { expect, test } from 'vitest'
import { logCount, rowsOf } from './message-rows.ts'

const today = Date.parse('2026-03-02T12:00:00')

function message(id: string, role: Message['role'], more: Partial<Message> = {}): Message {
  return {
    id,
    sessionId: 's',
    role,
    content: id,
    timestamp: '2026-03-02T10:00:00',
    status: 'completed',
    sequenceNumber: 1,
    parentMessageId: 'p',
    nodeId: null,
    display: 'default',
    origin: 'workflow',
    metadata: {},
    ...more,
  }
}

const kinds = (messages: readonly Message[], showsLogs = true) =>
  rowsOf(messages, { showsLogs, today }).map((row) =>
    row.kind === 'message' ? `${row.message.id}${row.isFollowUp ? '+' : ''}` : row.kind,
  )

test('groups consecutive log lines in one row', () => {
  const messages = [
    message('a', 'user'),
    message('l1', 'log'),
    message('l2', 'log'),
    message('b', 'assistant'),
    message('l3', 'log'),
  ]
  expect(kinds(messages)).toEqual(['a', 'logs', 'b', 'logs'])
  expect(kinds(messages, false)).toEqual(['a', 'b'])
})

test('omits the name of an author of consecutive messages', () => {
  const messages = [
    message('a', 'assistant'),
    message('b', 'assistant'),
    message('l', 'log'),
    message('c', 'assistant'),
  ]
  expect(kinds(messages)).toEqual(['a', 'b+', 'logs', 'c'])
  expect(kinds([message('a', 'assistant'), message('b', 'assistant', { nodeId: 'other' })])).toEqual(['a', 'b'])
})

test('marks another day, but not today at the start of a conversation', () => {
  const yesterday = { timestamp: '2026-03-01T10:00:00' }
  expect(kinds([message('a', 'user', yesterday), message('b', 'user', yesterday), message('c', 'user')])).toEqual([
    'day',
    'a',
    'b+',
    'day',
    'c',
  ])
})

test('counts warnings and errors of a log group', () => {
  const lines = ['info', 'warning', 'error', 'error'].map((level, at) =>
    message(`l${at}`, 'log', { metadata: { level } }),
  )
  expect(logCount(lines)).toEqual({ lines: 4, warnings: 1, errors: 2 })
})
