import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, node } from '../executions/testing/client.ts'
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

test('a service with --credential-dir reads the file of a credential at every use, and shows it nowhere', async () => {
  const seen: (string | undefined)[] = []
  const server = createServer(({ headers }, response) => {
    seen.push(headers.authorization)
    response.end(JSON.stringify({ got: headers.authorization }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const folder = join(root, 'secrets')
    await using client = await Client.open('--egress-allow', '127.0.0.1', '--credential-dir', folder)
    const create = (name: string, token: string) =>
      client.call('POST', '/credentials', { name, type: 'bearer', hosts: [origin], values: { token } }, 'admin')
    expect(await create('shop', 'file:shop-token')).toMatchObject({
      status: 201,
      data: { values: { token: 'file:shop-token' } },
    })
    expect((await create('outside', 'file:../outside')).status).toBe(422)
    const calling = { nodes: [node('call', 'http_request', { url: origin, credential: 'shop' })], edges: [] }
    const called = async () => {
      const detail = await client.run(calling)
      return JSON.stringify([detail, await client.wholeLog(detail.id)])
    }
    expect(await called()).toContain('CREDENTIAL_UNUSABLE')
    for (const token of ['the-first-token-of-the-shop', 'the-second-token-of-the-shop']) {
      await writeFile(join(folder, 'shop-token'), `${token}\n`)
      expect(await called()).not.toContain(token)
    }
    expect(seen).toEqual(['Bearer the-first-token-of-the-shop', 'Bearer the-second-token-of-the-shop'])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
