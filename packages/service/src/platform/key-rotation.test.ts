/** The rotation of the secret key through the API: every part of the service still reads its values. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkflowDraft } from '@millrace/model'
import { hashedKey } from '@millrace/store'
import { expect, test } from 'vitest'
import { systemRandom } from '../compose.ts'
import { Client, edge, node } from '../executions/testing/client.ts'
import { logInto } from '../testing/test-service.ts'
import type { ClusterConfig } from './cluster-config.ts'
import { readConfig } from './config.ts'
import { keysInFolder } from './key-file.ts'
import { createKeyRotation } from './key-rotation.ts'
import { createVault } from './secrets.ts'

const status = async (client: Client) =>
  (await client.call<{ state: string }>('GET', '/system/key-rotation', undefined, 'admin')).data

const PATIENT = { timeout: 60_000 }

test('encrypts the values of every part with a new key, and only admins may start it', async () => {
  await using client = await Client.open()
  const post = (path: string, body: object) => client.call<{ id: string }>('POST', path, body, 'admin')
  const drawing = {
    nodes: [node('in', 'chat_input'), node('a', 'blab', { key: 'a secret of a node' }), node('out', 'chat_output')],
    edges: [edge('in:message', 'out:message')],
  }
  const saved = await post('/workflows', { name: 'Sealed', ...drawing })
  expect(saved.status).toBe(201)
  const draft = {
    workflow: { name: 'Sealed', nodes: [node('a', 'blab', { key: 'typed in a draft' })], edges: [] },
    base_revision: 1,
  }
  const drafted = await client.call('PUT', `/workflows/${saved.data.id}/draft`, draft, 'admin')
  expect(drafted.status).toBeLessThan(300)
  await client.run(drawing)
  const connection = { name: 'Team', provider: 'openai', apiKey: 'sk-0123456789' }
  expect((await post('/connections', connection)).status).toBe(201)
  const credential = { name: 'shop', type: 'bearer', hosts: ['a.example'], values: { token: 'a-token-0123' } }
  expect((await post('/credentials', credential)).status).toBe(201)

  expect((await client.call('POST', '/system/key-rotation', {}, 'editor')).status).toBe(403)
  expect((await post('/system/key-rotation', {})).data).toMatchObject({ state: 'encrypting', keys: 2 })
  await expect.poll(async () => (await status(client)).state, PATIENT).toBe('done')
  const done = (await status(client)) as unknown as { encrypted: number; unreadable: number }
  expect(done.unreadable).toBe(0)
  // The version, the draft, the execution with its own version, the connection and the credential.
  expect(done.encrypted).toBeGreaterThanOrEqual(5)
  // The service continues: it opens what it stored before, and seals with the new key.
  expect((await client.run(drawing)).status).toBe('completed')
  await post('/system/key-rotation', { finish: true })
  await expect.poll(async () => await status(client), PATIENT).toMatchObject({ state: 'done', keys: 1, unreadable: 0 })
  const file = readFileSync(join(client.service.config.dataDir, 'secret-key'), 'utf8')
  expect(file).toMatch(/^[0-9a-f]{64}\n$/)
})

test('reports the secrets of a draft of an earlier release, which are encrypted again when the draft is saved', async () => {
  await using client = await Client.open()
  const { store, vault } = client.service.services
  const drawing = { nodes: [node('a', 'blab', { key: 'typed in a draft' })], edges: [] }
  const workflow = await client.store(drawing)
  const path = `/workflows/${workflow}/draft`
  const body = { workflow: { name: 'Sealed', ...drawing }, base_revision: 1 }
  expect((await client.call('PUT', path, body)).status).toBe(200)
  const { items } = await store.tokens.list({ limit: 10, offset: 0 })
  const owner = items.find(({ role }) => role === 'editor')?.id ?? ''
  const context = `draft ${workflow} ${hashedKey(owner)}`
  // Earlier releases encrypted for the id of the person as it is, which the database does not have.
  const { revision, ...row } = (await store.drafts.get(workflow, owner))!
  const earlier = vault.seal(vault.open(row.secrets!, context), `draft ${workflow} ${owner}`)
  await store.drafts.put({ ...row, secrets: earlier }, { seen: revision, maxPerOwner: 9 })

  await client.call('POST', '/system/key-rotation', {}, 'admin')
  await expect.poll(() => status(client), PATIENT).toMatchObject({ state: 'done', keys: 2, unreadable: 1 })
  expect(Buffer.from((await store.drafts.secrets(workflow, owner))!)).toEqual(Buffer.from(earlier))
  const { data: read } = await client.call<WorkflowDraft>('GET', path)
  const again = { workflow: read.workflow, base_revision: 1, revision: read.revision }
  expect((await client.call('PUT', path, again)).status).toBe(200)
  await client.call('POST', '/system/key-rotation', { finish: true }, 'admin')
  await expect.poll(() => status(client), PATIENT).toMatchObject({ state: 'done', keys: 1, unreadable: 0 })

  const keys = await keysInFolder(client.service.config.dataDir, systemRandom)
  expect(keys).toHaveLength(1)
  const sealed = (await store.drafts.secrets(workflow, owner))!
  expect(createVault(keys, systemRandom).open(sealed, context)).toContain('typed in a draft')
})

test('with the key in the environment needs the previous one', async () => {
  const [next, old] = [systemRandom.bytes(32), systemRandom.bytes(32)]
  const rotationOf = (keys: readonly Uint8Array[], cluster?: ClusterConfig) =>
    createKeyRotation({
      store: { sealedValues: { resealNext: async () => undefined } },
      vault: createVault(keys, systemRandom),
      keys,
      config: { dataDir: '/nowhere', secretKey: cluster === undefined ? next : undefined, cluster },
      random: systemRandom,
      log: logInto([]),
    })
  await expect(rotationOf([next]).start({ finish: false })).rejects.toThrow('MILLRACE_SECRET_KEY_PREVIOUS')
  await expect(rotationOf([next], {} as ClusterConfig).start({ finish: false })).rejects.toThrow('cluster')
  const both = rotationOf([next, old])
  await both.start({ finish: true })
  // The operator removes the old key from the environment.
  await expect.poll(() => both.status(), PATIENT).toMatchObject({ state: 'done', keys: 2 })
  const config = readConfig([], {
    MILLRACE_SECRET_KEY: Buffer.from(next).toString('hex'),
    MILLRACE_SECRET_KEY_PREVIOUS: ` ${Buffer.from(old).toString('base64')}, `,
  })
  expect(config).toMatchObject({ secretKeyPrevious: [Buffer.from(old)] })
})
