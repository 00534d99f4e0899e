import { expect, test } from 'vitest'
import { ANY_ENTRY, auditExport, auditRequest } from './audit-query.ts'

test('a page and its export use the same filters', () => {
  const choice = { ...ANY_ENTRY, action: 'token.revoked', actor: ' Ada & Co ', page: 2 } as const
  expect(auditRequest(choice)).toEqual({ action: 'token.revoked', actor: 'Ada & Co', limit: 50, offset: 100 })
  expect(auditExport('/api/v1', choice, 'csv')).toBe(
    '/api/v1/audit/export?action=token.revoked&actor=Ada+%26+Co&format=csv',
  )
  expect(auditRequest(ANY_ENTRY)).toEqual({ limit: 50, offset: 0 })
})
