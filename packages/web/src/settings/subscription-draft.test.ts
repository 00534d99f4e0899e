import type { Subscription } from '@millrace/client'
import { SUBSCRIPTION_EVENTS } from '@millrace/model'
import { expect, test } from 'vitest'
import { bodyOf, changeOf, draftOf, fieldOf, isComplete, NEW_DRAFT, toggled } from './subscription-draft.ts'

test('a chat needs an address and an event', () => {
  expect(isComplete(NEW_DRAFT)).toBe(false)
  const draft = { ...NEW_DRAFT, url: ' https://chat.example ' }
  expect(isComplete(draft)).toBe(true)
  expect(isComplete({ ...draft, events: [] })).toBe(false)
  expect(bodyOf(draft)).toEqual({
    ...{ kind: 'chat', events: ['execution.failed', 'question.waiting'], url: 'https://chat.example' },
  })
})

test('e-mail has a list of recipients and no address of a service', () => {
  const place = { to: 'a@x.example, b@x.example,', from: 'm@x.example', credential: 'mail' }
  const draft = { ...NEW_DRAFT, kind: 'email', name: 'Ops', url: 'https://left.example', ...place } as const
  expect(isComplete(draft)).toBe(true)
  expect(bodyOf(draft)).toEqual({
    ...{ kind: 'email', name: 'Ops', events: NEW_DRAFT.events },
    ...{ ...place, to: ['a@x.example', 'b@x.example'] },
  })
})

test('an error is shown at the field that it is about', () => {
  const at = (path: string) => ({ details: [{ code: 'INVALID_VALUE', message: 'is invalid', path }] })
  expect([fieldOf(at('/credential'), 'email'), fieldOf(at('/to/1'), 'email')]).toEqual(['credential', 'to'])
  expect([fieldOf(at('/events'), 'email'), fieldOf(at(''), 'chat'), fieldOf({ details: [] }, 'webhook')]).toEqual([
    ...['to', 'url', 'url'],
  ])
})

test('an event is added in the order of the list, and removed', () => {
  const some = toggled(['question.waiting'], 'execution.failed', SUBSCRIPTION_EVENTS)
  expect(some).toEqual(['execution.failed', 'question.waiting'])
  expect(toggled(some, 'question.waiting', SUBSCRIPTION_EVENTS)).toEqual(['execution.failed'])
})

test('a stored subscription keeps its address unless a new one is entered, and never changes its kind', () => {
  const stored = {
    ...{ id: '5c1d7a52-8f0e-4b6b-9c3a-2f1e0d9c8b7a', kind: 'chat', name: 'Ops', events: ['execution.failed'] },
    ...{ enabled: true, url: 'https://chat.example/…', to: [], from: null, credential: null },
    ...{ failingSince: null, disabledReason: null, createdBy: 'Ada' },
    ...{ createdAt: '2026-01-01T12:00:00.000Z', updatedAt: '2026-01-01T12:00:00.000Z' },
  } satisfies Subscription
  const draft = draftOf(stored)
  expect([isComplete(draft), isComplete(draft, true)]).toEqual([false, true])
  expect(changeOf(draft)).toEqual({ name: 'Ops', events: ['execution.failed'] })
  expect(changeOf({ ...draft, name: ' ', url: ' https://new.example ' })).toEqual({
    ...{ events: ['execution.failed'], url: 'https://new.example' },
  })
  const mail = draftOf({ ...stored, kind: 'email', url: null, to: ['a@x.example', 'b@x.example'], from: 'm@x.example' })
  expect(isComplete(mail, true)).toBe(false)
  expect(changeOf({ ...mail, credential: 'mail' })).toEqual({
    ...{ name: 'Ops', events: ['execution.failed'], to: ['a@x.example', 'b@x.example'] },
    ...{ from: 'm@x.example', credential: 'mail' },
  })
})
