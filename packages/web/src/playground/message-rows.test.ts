import type { PlaygroundMessage as Message } from '@millrace/client'
import { expect, test } from 'vitest'
import { logCount, rowsOf } from './message-rows.ts'

const today = Date.parse('2026-03-02T12:00:00')

function said(id: string, role: Message['role'], more: Partial<Message> = {}): Message {
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
  const messages = [said('a', 'user'), said('l1', 'log'), said('l2', 'log'), said('b', 'assistant'), said('l3', 'log')]
  expect(kinds(messages)).toEqual(['a', 'logs', 'b', 'logs'])
  expect(kinds(messages, false)).toEqual(['a', 'b'])
})

test('omits the name of an author of consecutive messages', () => {
  const messages = [said('a', 'assistant'), said('b', 'assistant'), said('l', 'log'), said('c', 'assistant')]
  expect(kinds(messages)).toEqual(['a', 'b+', 'logs', 'c'])
  expect(kinds([said('a', 'assistant'), said('b', 'assistant', { nodeId: 'other' })])).toEqual(['a', 'b'])
})

test('marks another day, but not today at the start of a conversation', () => {
  const yesterday = { timestamp: '2026-03-01T10:00:00' }
  expect(kinds([said('a', 'user', yesterday), said('b', 'user', yesterday), said('c', 'user')])).toEqual([
    'day',
    'a',
    'b+',
    'day',
    'c',
  ])
})

test('counts warnings and errors of a log group', () => {
  const lines = ['info', 'warning', 'error', 'error'].map((level, at) => said(`l${at}`, 'log', { metadata: { level } }))
  expect(logCount(lines)).toEqual({ lines: 4, warnings: 1, errors: 2 })
})
