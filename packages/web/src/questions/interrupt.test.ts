import type { Interrupt } from '@millrace/client'
import { expect, test } from 'vitest'
import { newerOf, questionStateOf } from './interrupt.ts'

const NOW = Date.parse('2026-01-01T10:00:00Z')
const ada = { id: 'u1', name: 'ada' }

function question(more: Partial<Interrupt> = {}): Interrupt {
  return {
    id: 'q',
    type: 'confirmation',
    status: 'pending',
    nodeId: 'n',
    nodeLabel: 'Ask',
    executionId: 'e',
    workflowId: 'w',
    config: { message: 'Well?' },
    allowCancel: true,
    responses: [],
    response: null,
    createdAt: '2026-01-01T09:00:00Z',
    ...more,
  }
}

const response = { value: true, user_id: 'u1', user_name: 'ada', time: '2026-01-01T09:30:00Z' }

test.each<[string, Partial<Interrupt>]>([
  ['open', {}],
  ['open', { expiresAt: '2026-01-01T10:00:01Z' }],
  ['overdue', { expiresAt: '2026-01-01T10:00:00Z' }],
  ['waiting', { responses: [response] }],
  ['others', { config: { message: 'Well?', approvers: ['grace'] } }],
  ['open', { config: { message: 'Well?', approvers: ['grace', 'ada'] } }],
  ['answered', { status: 'resolved', response: true }],
  ['expired', { status: 'cancelled', reason: 'expired' }],
  ['stopped', { status: 'cancelled', reason: 'stopped' }],
  ['cancelled', { status: 'cancelled' }],
])('the state is %s for %j', (standing, more) => {
  expect(questionStateOf(question(more), ada, NOW)).toBe(standing)
})

test('people with an account are named by e-mail address in any case, and users with a JWT by id', () => {
  const stateFor = (caller: Parameters<typeof questionStateOf>[1], approvers: string[]) =>
    questionStateOf(question({ config: { message: 'Well?', approvers } }), caller, NOW)
  const person = { ...ada, email: 'Ada@example.com', via: 'session', role: 'operator' } as const
  expect(stateFor(person, ['ada@example.com'])).toBe('open')
  expect(stateFor(person, ['ada'])).toBe('others')
  const user = { ...ada, via: 'jwt', role: 'operator' } as const
  expect([stateFor(user, ['ada']), stateFor(user, ['u1'])]).toEqual(['others', 'open'])
})

test('without a caller the user is assumed to be allowed to answer', () => {
  const others = question({ config: { message: 'Well?', approvers: ['grace'] } })
  expect(questionStateOf(others, undefined, NOW)).toBe('open')
})

test('the more recent of two records wins in either order', () => {
  const [open, half, closed] = [question(), question({ responses: [response] }), question({ status: 'resolved' })]
  expect([newerOf(open, half), newerOf(half, open)]).toEqual([half, half])
  expect([newerOf(half, closed), newerOf(closed, half)]).toEqual([closed, closed])
})
