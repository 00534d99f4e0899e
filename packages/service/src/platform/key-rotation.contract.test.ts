/** The rotation of the secret key on real databases, also if it is interrupted. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleRecord, started } from '@millrace/engine/testing/journal-samples'
import { hashedKey, openStore, SEALED_NAMESPACES, type SealedStore, type Store } from '@millrace/store'
import { makeSession, sampleTurn, turnMessage } from '@millrace/store/testing/conversation-samples'
import { sampleSummary } from '@millrace/store/testing/execution-samples'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { sampleGrant, sampleSave } from '@millrace/store/testing/sample-records'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '../compose.ts'
import { type RunningService, runningService } from '../testing/running-service.ts'
import { logInto } from '../testing/test-service.ts'
import { requireSharedKey } from './cluster-key.ts'
import { keysInFolder } from './key-file.ts'
import { createKeyRotation, type KeyRotation } from './key-rotation.ts'
import { createVault, type Vault } from './secrets.ts'

let server: PostgresServer
let root: string
beforeAll(async () => {
  server = await startPostgres()
  root = mkdtempSync(join(tmpdir(), 'millrace-rotation-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Values in all places; the number of them. */
async function fill(store: Store, vault: Vault): Promise<number> {
  const at = 1_700_000_000_000
  const made = { createdAt: at, updatedAt: at, createdBy: 'Ada' }
  const text = (context: string) => Buffer.from(vault.seal('s', context)).toString('base64')
  await makeSession(store, 's')
  for (const id of ['a', 'b', 'c']) await store.workflows.create(sampleSave(id, { secrets: vault.seal('s', id) }))
  const draft = { workflowId: 'a', owner: 'ada', baseRevision: 1, updatedAt: at, document: '{}' }
  const ofDraft = vault.seal('s', `draft a ${hashedKey('ada')}`)
  await store.drafts.put({ ...draft, secrets: ofDraft }, { seen: undefined, maxPerOwner: 9 })
  const connection = { id: 'c1', name: 'Team', provider: 'openai', baseUrl: null, hint: '', ...made }
  await store.connections.create({ ...connection, secret: vault.seal('s', 'connection:c1') })
  const shown = {
    name: 'shop',
    type: 'bearer',
    revision: 1,
    description: '',
    hosts: ['a.example'],
    values: {},
    connection: null,
    project: 'default',
    ...made,
  }
  await store.credentials.create({ ...shown, id: 'd1', secret: vault.seal('s', 'credential:d1') })
  const begun = { stateHash: 'h', credentialId: 'd1', callerId: 'ada', sessionHash: null, expiresAt: at }
  await store.credentials.beginAuthorization({ ...begun, secret: vault.seal('s', 'authorization:h') }, 0)
  await store.grants.create(sampleGrant('g', { providerSession: vault.seal('s', 'oidc:session') }))
  await store.journal.create(
    sampleRecord('e1', { secrets: vault.seal('s', 'e1') }),
    [started(1)],
    sampleSummary('completed'),
  )
  await store.journal.create(sampleRecord('e2'), [started(1)], sampleSummary('completed'))
  await store.sessions.beginTurn({ ...sampleTurn('s', 'e1'), inputs: { sealed: text('e1') } }, turnMessage('e1'))
  await store.keyValues.set(SEALED_NAMESPACES.agentSpec, 'tool:x', text(`${SEALED_NAMESPACES.agentSpec}tool:x`))
  await requireSharedKey(store.keyValues, vault)
  return 12
}

/** Ends like a killed process: after some batches nothing more happens. */
function dyingAfter(store: SealedStore, batches: number): SealedStore {
  let left = batches
  return {
    resealNext: async (cursor, reseal) => {
      if (left-- <= 0) throw new Error('killed')
      return store.resealNext(cursor, reseal)
    },
  }
}

async function ended(rotation: KeyRotation) {
  await expect.poll(() => rotation.status().state, { timeout: 60_000 }).not.toBe('encrypting')
  return rotation.status()
}

describe.each(['SQLite', 'Postgres'])('the secret key of a service on %s', (kind) => {
  test('is replaced everywhere, also after interruptions between any two batches', async () => {
    const dataDir = mkdtempSync(join(root, 'data-'))
    const database = kind === 'SQLite' ? join(dataDir, 'millrace.db') : await server.freshDatabase()
    const store = await openStore({ database })
    const first = await keysInFolder(dataDir, systemRandom)
    const count = await fill(store, createVault(first, systemRandom))
    /** A new process reads the keys from the file. */
    const process = async (sealedValues: SealedStore = store.sealedValues) => {
      const keys = await keysInFolder(dataDir, systemRandom)
      const vault = createVault(keys, systemRandom)
      const config = { dataDir, secretKey: undefined, cluster: undefined }
      const rotation = createKeyRotation({
        store: { sealedValues },
        vault,
        keys,
        config,
        random: systemRandom,
        log: logInto([]),
      })
      return { vault, rotation }
    }
    for (let batches = 0; batches < 5; batches++) {
      const { rotation } = await process(dyingAfter(store.sealedValues, batches))
      await rotation.start({ finish: batches > 0 })
      expect(await ended(rotation)).toMatchObject({ state: 'stopped', keys: 2 })
      // The next process can read every value, and the file has the old key.
      expect(await unreadable(store, (await process()).vault)).toBe(0)
      expect((await keysInFolder(dataDir, systemRandom))[1]).toEqual(first[0])
    }
    const { rotation } = await process()
    await rotation.start({ finish: false })
    const { encrypted, ...rest } = await ended(rotation)
    expect(rest).toEqual({ state: 'done', keys: 2, unreadable: 0 })
    expect(encrypted).toBeGreaterThan(0)
    expect(encrypted).toBeLessThan(count)
    await rotation.start({ finish: true })
    expect(await ended(rotation)).toEqual({ state: 'done', keys: 1, encrypted: 0, unreadable: 0 })
    const text = readFileSync(join(dataDir, 'secret-key'), 'utf8')
    expect(text).not.toContain(Buffer.from(first[0] ?? []).toString('hex'))
    expect(text.trim().split('\n')).toHaveLength(1)
    expect(await unreadable(store, (await process()).vault)).toBe(0)
    expect(await unreadable(store, createVault(first, systemRandom))).toBe(count)
    await store.close()
  })

  test('leaves a value that is changed meanwhile, and one that no key opens', async () => {
    const dataDir = mkdtempSync(join(root, 'data-'))
    const database = kind === 'SQLite' ? join(dataDir, 'millrace.db') : await server.freshDatabase()
    const store = await openStore({ database })
    const keys = await keysInFolder(dataDir, systemRandom)
    const vault = createVault(keys, systemRandom)
    await store.workflows.create(sampleSave('a', { secrets: vault.seal('s', 'another') }))
    await store.keyValues.set(
      SEALED_NAMESPACES.agentSpec,
      'k',
      Buffer.from(vault.seal('s', `${SEALED_NAMESPACES.agentSpec}k`)).toString('base64'),
    )
    const meanwhile: SealedStore = {
      resealNext: (cursor, reseal) =>
        store.sealedValues.resealNext(cursor, (value) => {
          const next = reseal(value)
          // The write waits for the batch on SQLite and precedes it on Postgres; both keep it.
          if (next !== undefined) void store.keyValues.set(SEALED_NAMESPACES.agentSpec, 'k', 'changed')
          return next
        }),
    }
    const config = { dataDir, secretKey: undefined, cluster: undefined }
    const rotation = createKeyRotation({
      store: { sealedValues: meanwhile },
      vault,
      keys,
      config,
      random: systemRandom,
      log: logInto([]),
    })
    await rotation.start({ finish: false })
    expect(await ended(rotation)).toMatchObject({ state: 'done', keys: 2 })
    await expect.poll(() => store.keyValues.get(SEALED_NAMESPACES.agentSpec, 'k'), { timeout: 60_000 }).toBe('changed')
    expect(rotation.status().unreadable).toBeGreaterThan(0)
    await store.close()
  })
})

test('a standby with a folder of its own needs a copy of the new key file', async () => {
  const [own, other] = [mkdtempSync(join(root, 'own-')), mkdtempSync(join(root, 'other-'))]
  const database = await server.freshDatabase()
  const flags = ['--database', database]
  const body = { name: 'shop', type: 'bearer', hosts: ['a.example'], values: { token: 'a-token-0123' } }
  const copyKey = () => copyFileSync(join(own, 'secret-key'), join(other, 'secret-key'))
  /** Keeps the secret, for which it must be decrypted. */
  const keep = (service: RunningService) => service.call('PUT', '/credentials/shop', { ...body, values: {} })
  const standby = () => runningService(['--standby', ...flags], { dataDir: other })
  {
    await using active = await runningService(flags, { dataDir: own })
    await active.call('POST', '/credentials', body)
    copyKey()
    const waiting = standby()
    await active.call('POST', '/system/key-rotation', {})
    const state = async () => (await active.call<{ data: object }>('GET', '/system/key-rotation')).data
    await expect.poll(state, { timeout: 60_000 }).toMatchObject({ state: 'done', keys: 2 })
    await active.call('POST', '/system/key-rotation', { finish: true })
    await expect.poll(state, { timeout: 60_000 }).toMatchObject({ state: 'done', keys: 1 })
    await active.stop()
    await using taken = await waiting
    // It has the old key only.
    expect(await keep(taken)).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: '/values/token' }] })
  }
  copyKey()
  await using taken = await standby()
  expect(await keep(taken)).toMatchObject({ data: { values: { token: '__secret__:0123' } } })
})

/** How many values a vault cannot open. */
async function unreadable({ sealedValues }: Store, vault: Vault): Promise<number> {
  let count = 0
  let cursor: Awaited<ReturnType<SealedStore['resealNext']>>
  do {
    cursor = await sealedValues.resealNext(cursor, ({ sealed, context }) => {
      try {
        vault.open(sealed, context)
      } catch {
        count += 1
      }
      return undefined
    })
  } while (cursor !== undefined)
  return count
}
