import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readReference } from './secret-references.ts'

let root: string
let needs: Parameters<typeof readReference>[1]
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'millrace-references-'))
  const folder = join(root, 'secrets')
  await mkdir(folder)
  await writeFile(join(root, 'outside'), 'outside')
  await writeFile(join(folder, 'token'), 'from a file\n')
  await writeFile(join(folder, 'empty'), '')
  await writeFile(join(folder, 'large'), 'x'.repeat(70_000))
  await symlink(join(root, 'outside'), join(folder, 'link'))
  const settings = { credentialEnv: 'MILLRACE_CREDENTIAL_', credentialDir: folder }
  needs = { settings, env: { MILLRACE_CREDENTIAL_A: 'from env', HOME: '/root' } }
})
afterAll(() => rm(root, { recursive: true }))

test('references are read, and other values stay as they are', async () => {
  expect(await readReference('env:MILLRACE_CREDENTIAL_A', needs)).toBe('from env')
  expect(await readReference('file:token', needs)).toBe('from a file')
  expect(await readReference(`file:${root}/secrets/token`, needs)).toBe('from a file')
  expect(await readReference('plain', needs)).toBe('plain')
})

test.each([
  'env:HOME',
  'env:MILLRACE_CREDENTIAL_B',
  'file:../outside',
  'file:link',
  'file:empty',
  'file:large',
  'file:none',
])('%s is refused', async (value) => {
  await expect(readReference(value, needs)).rejects.toThrow('"')
})

test('no file is read without a folder', async () => {
  const settings = { credentialEnv: 'X_' }
  await expect(readReference('file:/etc/hostname', { settings, env: {} })).rejects.toThrow('--credential-dir')
})
