import type { PlaygroundMessage as Message } from '@millrace/client'
import { expect, test } from 'vitest'
import {
  type Conversation,
  EMPTY,
  isBusy,
  type MessagePage,
  pollFrom,
  withDelta,
  withLatest,
  withMessage,
  withNewer,
  withOlder,
  withStatus,
} from './conversation.ts'

function message(number: number, more: Partial<Message> = {}): Message {
  return {
    id: `m${number}`,
    sessionId: 's',
    role: 'assistant',
    content: `text ${number}`,
    timestamp: '2026-01-01T10:00:00.000+00:00',
    status: 'completed',
    sequenceNumber: number,
    parentMessageId: null,
    nodeId: 'out',
    executionId: 'e',
    display: 'default',
    origin: 'workflow',
    metadata: {},
    ...more,
  }
}

function page(data: Message[], more: Partial<MessagePage> = {}): MessagePage {
  return { data, hasMore: false, hasOlder: false, sessionStatus: 'idle', ...more }
}

const numbers = ({ messages }: Conversation) => messages.map(({ sequenceNumber }) => sequenceNumber)
const loaded = (...data: Message[]) => withLatest(EMPTY, page(data))
const delta = (from: number, text: string, job = 'model') => ({ executionId: 'e', nodeId: job, job, from, text })

test('C1: messages are sorted by number, each once, in their latest state', () => {
  const first = loaded(message(1), message(3))
  const next = [message(2), message(3, { content: 'changed' }), message(2)].reduce(withMessage, first)
  expect(numbers(next)).toEqual([1, 2, 3])
  expect(next.messages[2]?.content).toBe('changed')
})

test('C1: a page that was requested earlier does not revert updates of the stream', () => {
  const updated = withMessage(loaded(), message(1, { status: 'completed', content: 'done' }))
  const late = withNewer(updated, page([message(1, { status: 'pending', content: 'asks' })]))
  expect(late.messages[0]?.content).toBe('done')
})

test('C2: messages older than the window arrive only with their page', () => {
  const window = withLatest(EMPTY, page([message(8), message(9)], { hasOlder: true }))
  expect(numbers(withMessage(window, message(3)))).toEqual([8, 9])
  const back = withOlder(window, page([message(6), message(7)], { hasOlder: false }))
  expect(numbers(back)).toEqual([6, 7, 8, 9])
  expect(back.hasOlder).toBe(false)
})

test('a conversation without older messages accepts every message', () => {
  expect(numbers(withMessage(loaded(message(2)), message(1)))).toEqual([1, 2])
})

test('deltas are joined by position, and repeated deltas change nothing', () => {
  const joined = [delta(0, 'Hel'), delta(3, 'lo'), delta(3, 'lo'), delta(0, 'Hello'), delta(5, '!')].reduce(
    withDelta,
    loaded(),
  )
  expect(joined.drafts.map(({ text }) => text)).toEqual(['Hello!'])
})

test('a delta after a gap keeps the text and marks the gap; a first delta restarts it', () => {
  const gap = [delta(0, 'Hel'), delta(9, 'end')].reduce(withDelta, loaded())
  expect(gap.drafts[0]?.text).toBe('Hel…end')
  expect(withDelta(gap, delta(0, 'Again')).drafts[0]?.text).toBe('Again')
})

test('C3: a message replaces its draft', () => {
  const two = [delta(0, 'first  text', 'a'), delta(0, 'second text', 'b')].reduce(withDelta, loaded())
  const answered = withMessage(two, message(1, { content: 'Here: second text.' }))
  expect(answered.drafts.map(({ nodeId }) => nodeId)).toEqual(['a'])
  expect(withMessage(answered, message(2, { content: 'something else' })).drafts).toEqual([])
})

test('C3: logs and other executions keep drafts, the end of the turn removes them', () => {
  const writing = withDelta(loaded(), delta(0, 'text'))
  expect(withMessage(writing, message(1, { role: 'log', content: 'text' })).drafts).toHaveLength(1)
  expect(withMessage(writing, message(1, { executionId: 'other' })).drafts).toHaveLength(1)
  expect(withStatus(writing, 'running').drafts).toHaveLength(1)
  expect(withStatus(writing, 'idle').drafts).toEqual([])
})

test('polling starts at the first message that may still change', () => {
  expect(pollFrom(loaded())).toBe(0)
  expect(pollFrom(loaded(message(1), message(2)))).toBe(2)
  expect(pollFrom(loaded(message(1), message(2, { status: 'pending' }), message(3)))).toBe(1)
})

test('the status of a page counts only if it is the last page', () => {
  const running = withStatus(loaded(message(1)), 'running')
  expect(isBusy(withNewer(running, page([message(2)], { hasMore: true })))).toBe(true)
  expect(isBusy(withNewer(running, page([message(2)])))).toBe(false)
})
