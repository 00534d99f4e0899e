import type { Caller, Interrupt } from '@millrace/client'
import { expect, test } from 'vitest'
import { areUsual, filtersIn, inboxPath, NO_FILTERS } from './inbox-filters.ts'
import { withInterrupt, withPage } from './inbox-list.ts'

const caller: Caller = {
  id: 'u1',
  name: 'ada',
  role: 'operator',
  permissions: ['read', 'run'],
  via: 'token',
  expiresAt: null,
}
const looking = { filters: NO_FILTERS, caller, now: 0 }

function question(id: string, at: number, more: Partial<Interrupt> = {}): Interrupt {
  return {
    id,
    type: 'confirmation',
    status: 'pending',
    nodeId: 'n',
    nodeLabel: '',
    executionId: 'e',
    workflowId: 'w',
    config: { message: 'Well?' },
    allowCancel: true,
    responses: [],
    response: null,
    createdAt: new Date(at).toISOString(),
    ...more,
  }
}

const ids = (list: readonly Interrupt[]) => list.map(({ id }) => id)

test('filters round-trip through the URL', () => {
  for (const filters of [
    NO_FILTERS,
    { ...NO_FILTERS, status: 'resolved', type: 'form' },
    { ...NO_FILTERS, mine: false, workflowId: 'w/1' },
  ] as const) {
    expect(filtersIn(new URLSearchParams(inboxPath(filters).split('?')[1]))).toEqual(filters)
  }
  expect(areUsual(filtersIn(new URLSearchParams('status=odd&type=dance')))).toBe(true)
})

test('new questions that match come first, others are ignored', () => {
  const list = [question('a', 1)]
  expect(ids(withInterrupt(list, question('b', 2), looking))).toEqual(['b', 'a'])
  expect(ids(withInterrupt(list, question('c', 2, { status: 'resolved' }), looking))).toEqual(['a'])
  const others = question('d', 2, { config: { message: 'Well?', approvers: ['grace'] } })
  expect(ids(withInterrupt(list, others, looking))).toEqual(['a'])
  const all = { ...looking, filters: { ...NO_FILTERS, mine: false } }
  expect(ids(withInterrupt(list, others, all))).toEqual(['d', 'a'])
})

test('updates a visible question in place, even when it is answered', () => {
  const list = [question('b', 2), question('a', 1)]
  const next = withInterrupt(list, question('b', 2, { status: 'resolved', response: true }), looking)
  expect(next.map(({ id, status }) => `${id} ${status}`)).toEqual(['b resolved', 'a pending'])
})

test('appends another page without duplicates', () => {
  expect(ids(withPage([question('c', 3), question('b', 2)], [question('b', 2), question('a', 1)]))).toEqual([
    'c',
    'b',
    'a',
  ])
})
