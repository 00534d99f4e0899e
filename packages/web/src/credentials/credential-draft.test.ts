import type { Credential } from '@millrace/client'
import { expect, test } from 'vitest'
import { bodyOf, draftOf, draftProblems, needsSecretsAgain, storedEnd } from './credential-draft.ts'

const credential: Credential = {
  id: '1',
  project: 'default',
  name: 'shop_api',
  type: 'basic',
  description: '',
  hosts: ['api.shop.example'],
  values: { user: 'ada', password: '__secret__:x7Qf' },
  createdAt: '',
  updatedAt: '',
  createdBy: '',
  lastUsedAt: null,
  lastFailure: null,
  workflows: 0,
  connection: null,
}

test('a stored secret is kept unless another one is typed, and only its end is known', () => {
  const draft = draftOf(credential)
  expect(draft.values).toEqual({ user: 'ada' })
  expect(draftProblems(draft, credential)).toEqual({})
  expect(bodyOf(draft)).toMatchObject({ name: 'shop_api', hosts: ['api.shop.example'], values: { user: 'ada' } })
  const typed = { ...draft, values: { user: 'ada', password: ' new ' } }
  expect(bodyOf(typed).values).toEqual({ user: 'ada', password: 'new' })
  expect(storedEnd(credential, 'basic', 'password')).toBe('x7Qf')
  expect(storedEnd(credential, 'bearer', 'password')).toBeUndefined()
})

test('requires the secret again for a new host, and not for fewer hosts', () => {
  const moved = { ...draftOf(credential), hosts: 'api.shop.example\nother.example' }
  expect(needsSecretsAgain(moved, credential)).toBe(true)
  expect(draftProblems(moved, credential)).toEqual({ 'values.password': 'missing' })
  expect(draftProblems({ ...moved, values: { user: 'ada', password: 'new' } }, credential)).toEqual({})
})

test('reports the missing fields of a new one, and a name that nodes cannot use', () => {
  expect(draftProblems(draftOf(undefined, { types: ['basic'] }), undefined)).toEqual({
    name: 'missing',
    hosts: 'missing',
    'values.user': 'missing',
    'values.password': 'missing',
  })
  const sql = { ...draftOf(undefined, { types: ['sql'], name: 'My DB' }), values: { connection: 'sqlite:x' } }
  expect(draftProblems(sql, undefined)).toEqual({ name: 'name' })
  expect(bodyOf({ ...sql, name: 'my_db' })).toMatchObject({
    type: 'sql',
    hosts: [],
    values: { connection: 'sqlite:x' },
  })
})
