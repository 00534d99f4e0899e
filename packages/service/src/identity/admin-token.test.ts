import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { ensureAdminToken } from './admin-token.ts'

let service: TestService
let dataDir: string
beforeEach(async () => {
  service = await testService()
  dataDir = mkdtempSync(join(tmpdir(), 'millrace-admin-'))
})
afterEach(() => service[Symbol.asyncDispose]())

const ensure = () => ensureAdminToken(dataDir, service.services.auth.tokens)
const written = () => readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()

test('is created on the first start, readable by its owner only, and valid', async () => {
  expect(await ensure()).toBe(true)
  expect(statSync(join(dataDir, 'admin-token')).mode & 0o777).toBe(0o600)
  const caller = await service.services.auth.callerOf({ authorization: `Bearer ${written()}` })
  expect(caller).toMatchObject({ role: 'admin', name: 'admin' })
})

test('is kept on the next start', async () => {
  await ensure()
  const first = written()
  expect(await ensure()).toBe(false)
  expect(written()).toBe(first)
})

test.each(['', 'nonsense', 'mrt_of_another_database'])('is replaced if the file contains %j', async (text) => {
  writeFileSync(join(dataDir, 'admin-token'), text)
  expect(await ensure()).toBe(true)
  expect(written()).toMatch(/^mrt_[\w-]{43}$/)
  expect(statSync(join(dataDir, 'admin-token')).mode & 0o777).toBe(0o600)
})

test('is replaced if it was revoked', async () => {
  await ensure()
  const first = written()
  const { id } = await service.services.auth.callerOf({ authorization: `Bearer ${first}` })
  await service.services.auth.revokeToken(id)
  expect(await ensure()).toBe(true)
  expect(written()).not.toBe(first)
})
