import type { Connection } from '@millrace/client'
import { expect, test } from 'vitest'
import { ENGLISH } from '../i18n/texts.ts'
import * as assistantDraft from './assistant-draft.ts'
import { bodyOf, draftOf, draftProblems, keyEndOf, needsKeyAgain } from './connection-draft.ts'
import { limitText } from './limit-text.ts'
import { expiresAtOf, isExpired } from './token-expiry.ts'

const connection: Connection = {
  id: '1',
  name: 'Team',
  provider: 'openai',
  baseUrl: null,
  apiKey: '__secret__:x7Qf',
  createdAt: '',
  updatedAt: '',
  createdBy: '',
}

test('an untouched key is kept, and an empty base URL is omitted', () => {
  expect(bodyOf(draftOf(connection))).toEqual({ name: 'Team', provider: 'openai', baseUrl: null })
  expect(bodyOf({ ...draftOf(connection), key: ' sk-1 ' })).toMatchObject({ apiKey: 'sk-1' })
  expect(bodyOf({ ...draftOf(connection), key: 'sk-1', removesKey: true })).toMatchObject({ apiKey: null })
})

test('only the end of a key is known', () => {
  expect(keyEndOf(connection)).toBe('x7Qf')
  expect(keyEndOf({ apiKey: null })).toBeUndefined()
})

test('requires the key again for another host', () => {
  const draft = draftOf(connection)
  expect(needsKeyAgain(draft, connection)).toBe(false)
  expect(needsKeyAgain({ ...draft, baseUrl: 'https://other.example' }, connection)).toBe(true)
  expect(needsKeyAgain({ ...draft, baseUrl: 'https://other.example', key: 'k' }, connection)).toBe(false)
  expect(needsKeyAgain({ ...draft, baseUrl: 'https://other.example' }, undefined)).toBe(false)
})

test('reports missing fields', () => {
  expect(draftProblems(draftOf(undefined))).toEqual({ name: true })
  expect(draftProblems({ ...draftOf(connection), provider: 'openai_compatible' })).toEqual({ baseUrl: true })
})

test('tokens expire after whole days or never', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(expiresAtOf('week', now)).toBe('2026-01-08T00:00:00.000Z')
  expect(expiresAtOf('never', now)).toBeNull()
  expect(isExpired('2025-12-31T00:00:00Z', now)).toBe(true)
  expect(isExpired(null, now)).toBe(false)
})

test('formats limits with their units', () => {
  expect(limitText('maxBodyBytes', 16_777_216, ENGLISH)).toBe('16 MiB')
  expect(limitText('maxPortValueBytes', 1536, ENGLISH)).toBe('1.5 KiB')
  expect(limitText('maxWorkflowNodes', 10_000, ENGLISH)).toBe('10,000')
  expect(limitText('requestsPerMinute', 0, ENGLISH)).toBeUndefined()
})

test('the assistant needs a connection only if a model answers', () => {
  const { bodyOf, canSave, draftOf } = assistantDraft
  const effective = { source: 'rules', provider: null, connection: null, model: null } as const
  const draft = draftOf({ mode: 'default', connection: null, model: null, effective })
  expect(draft).toEqual({ mode: 'default', connection: '', model: '' })
  expect(canSave(draft)).toBe(true)
  expect(canSave({ ...draft, mode: 'model' })).toBe(false)
  const chosen = { mode: 'model', connection: '1', model: ' m ' } as const
  expect([canSave(chosen), bodyOf(chosen)]).toEqual([true, { mode: 'model', connection: '1', model: 'm' }])
  expect(bodyOf({ ...chosen, model: ' ' })).toEqual({ mode: 'model', connection: '1', model: null })
  expect(bodyOf({ ...chosen, mode: 'rules' })).toEqual({ mode: 'rules' })
})
