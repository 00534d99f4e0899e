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

test('lines of the log that stand together are one row', () => {
  const messages = [said('a', 'user'), said('l1', 'log'), said('l2', 'log'), said('b', 'assistant'), said('l3', 'log')]
  expect(kinds(messages)).toEqual(['a', 'logs', 'b', 'logs'])
  expect(kinds(messages, false)).toEqual(['a', 'b'])
})

test('a speaker who goes on is not named again, unless something stands between', () => {
  const messages = [said('a', 'assistant'), said('b', 'assistant'), said('l', 'log'), said('c', 'assistant')]
  expect(kinds(messages)).toEqual(['a', 'b+', 'logs', 'c'])
  expect(kinds([said('a', 'assistant'), said('b', 'assistant', { nodeId: 'other' })])).toEqual(['a', 'b'])
})

test('another day is marked; a conversation of today begins without', () => {
  const yesterday = { timestamp: '2026-03-01T10:00:00' }
  expect(kinds([said('a', 'user', yesterday), said('b', 'user', yesterday), said('c', 'user')])).toEqual([
    'day',
    'a',
    'b+',
    'day',
    'c',
  ])
})

test('warnings and errors of a group are counted', () => {
  const lines = ['info', 'warning', 'error', 'error'].map((level, at) => said(`l${at}`, 'log', { metadata: { level } }))
  expect(logCount(lines)).toEqual({ lines: 4, warnings: 1, errors: 2 })
})
