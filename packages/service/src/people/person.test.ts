import { expect, test } from 'vitest'
import type { Caller } from '../platform/caller.ts'
import { listedAs, personOf } from './person.ts'

const ADA: Caller = { id: '1', name: 'Ada', role: 'editor', via: 'session', tokenId: null, expiresAt: null }

test('a person with an account is listed by the e-mail address', () => {
  const person = { id: '1', source: 'local', email: 'ada@example.com' } as const
  expect(listedAs({ ...ADA, person })).toEqual({ id: '1', name: 'Ada', email: 'ada@example.com' })
  expect(personOf({ ...ADA, person })).toEqual({ id: '1', name: 'Ada', email: 'ada@example.com' })
  expect(listedAs({ ...ADA, role: 'admin', person: { ...person, email: null } })).toEqual({ id: '1', name: 'Ada' })
  expect(listedAs(ADA)).toEqual({ id: '1', name: '1' })
})
