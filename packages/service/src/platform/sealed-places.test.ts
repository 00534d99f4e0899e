/**
 * Every encrypted value that the service stores is found by the rotation of the secret key. The test records what the service
 * encrypts while it is used, and looks for it in every column of the database. A new call of `vault.seal` fails it until
 * the test uses it, and a new column until the rotation knows it (`PLACES` in `sealed-values.ts` of the store).
 */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Client, edge, node } from '../executions/testing/client.ts'
import { CLIENT_ID, CLIENT_SECRET, type OidcServer, startOidcServer } from '../identity/testing/oidc-server.ts'
import { requireSharedKey } from './cluster-key.ts'
import type { Vault } from './secrets.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const ADDRESS = 'https://flows.example.com'
const PATIENT = { timeout: 60_000 }

/** The state of a sign-in is in a cookie of the browser. */
const NOT_STORED = ['identity/oidc.ts 1']
/** A test call between two processes of a cluster is deleted after seconds, long before the old key is. */
const NOT_USED = ['triggers/remote-test-calls.ts 1']

interface Recorded {
  /** A file with the number of the call in it, such as `identity/oidc.ts 1`. */
  readonly call: string
  readonly sealed: Buffer
}

/** All calls in the sources, in the order of their lines. */
function callsInSources(): string[] {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  return files
    .flatMap((file) => {
      const count = readFileSync(join(SOURCES, file), 'utf8').match(/\bvault\??\.seal\(/g)?.length ?? 0
      return Array.from({ length: count }, (_, at) => `${file} ${at + 1}`)
    })
    .sort()
}

/** Records what is sealed from now on, with the place in the code. */
function recordSeals(vault: Vault): () => Recorded[] {
  const seen: { readonly file: string; readonly line: number; readonly sealed: Buffer }[] = []
  const seal = vault.seal.bind(vault)
  vi.spyOn(vault, 'seal').mockImplementation((plain, context) => {
    const sealed = seal(plain, context)
    const frames = String(new Error('for its stack').stack).split('\n')
    const frame = frames.find((one) => one.includes('/service/src/') && !one.includes('.test.ts')) ?? ''
    const [, file = '', line = ''] = /service\/src\/([^:?]+\.ts)[^:]*:(\d+):\d+/.exec(frame) ?? []
    seen.push({ file, line: Number(line), sealed: Buffer.from(sealed) })
    return sealed
  })
  return () => {
    const linesOf = (file: string) => {
      const lines = seen.filter((one) => one.file === file).map(({ line }) => line)
      return [...new Set(lines)].sort((a, b) => a - b)
    }
    return seen.map(({ file, line, sealed }) => ({ call: `${file} ${linesOf(file).indexOf(line) + 1}`, sealed }))
  }
}

/** The columns that contain a value, as bytes or as base64. */
function placesOf(database: string, recorded: readonly Recorded[]): Map<string, Set<string>> {
  const sql = new DatabaseSync(database, { readOnly: true })
  const tables = sql.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
  const found = new Map<string, Set<string>>()
  for (const { name } of tables.all()) {
    for (const row of sql.prepare(`SELECT * FROM "${name}"`).all()) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== 'string' && !(value instanceof Uint8Array)) continue
        const stored = Buffer.from(value)
        for (const { call, sealed } of recorded) {
          if (!stored.includes(sealed) && !stored.includes(sealed.toString('base64'))) continue
          found.set(call, (found.get(call) ?? new Set()).add(`${name}.${column}`))
        }
      }
    }
  }
  sql.close()
  return found
}

/** Uses everything that encrypts a value and stores it. */
async function useEverything(client: Client, provider: OidcServer): Promise<void> {
  const { services, app } = client.service
  const post = async (path: string, body: object) => {
    const reply = await client.call<{ id: string }>('POST', path, body, 'admin')
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    return reply.data
  }
  const drawing = {
    nodes: [node('in', 'chat_input'), node('a', 'blab', { key: 'a secret of a node' }), node('out', 'chat_output')],
    edges: [edge('in:message', 'out:message')],
  }
  const { id } = await post('/workflows', { name: 'Sealed', ...drawing })
  const workflow = { name: 'Sealed', nodes: [node('a', 'blab', { key: 'typed in a draft' })], edges: [] }
  await client.call('PUT', `/workflows/${id}/draft`, { workflow, base_revision: 1 }, 'admin')
  await client.run(drawing)
  const session = await post(`/workflows/${id}/playground/sessions`, {})
  await post(`/playground/sessions/${session.id}/messages`, { content: 'Hello' })
  await post('/connections', { name: 'Team', provider: 'openai', apiKey: 'sk-0123456789' })
  const url = 'https://login.example'
  const values = { authorizationUrl: url, tokenUrl: url, clientId: 'm', clientSecret: 'a-client-secret' }
  await post('/credentials', { name: 'own', type: 'oauth2_authorization_code', hosts: ['a.example'], values })
  await post('/credentials/own/connect', {})
  await post('/subscriptions', {
    name: 'Team',
    kind: 'webhook',
    url: 'https://a.example/hook',
    events: ['execution.failed'],
  })
  const implementation = { kind: 'code', source: 'return args' }
  await post('/agentspec/tools', { name: 'shout', inputs: [], outputs: [], implementation })
  // Only the processes of a cluster do this when they start.
  await requireSharedKey(services.store.keyValues, services.vault)
  const begun = await app.inject({ url: '/sign-in/oidc' })
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  const { search } = await provider.signIn(String(begun.headers.location), 'ada')
  const signedIn = await app.inject({ url: `/sign-in/oidc/callback${search}`, headers: { cookie } })
  expect(signedIn.headers.location).toBe('/')
}

test('a rotation of the secret key replaces every value that the service has encrypted and stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-sealed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [database, secret] = [join(folder, 'millrace.db'), join(folder, 'client-secret')]
  writeFileSync(secret, CLIENT_SECRET)
  await using provider = await startOidcServer(ADDRESS)
  await using client = await Client.open(
    ...[
      '--database',
      database,
      '--public-url',
      ADDRESS,
      '--oidc-issuer',
      provider.issuer,
      '--oidc-client-id',
      CLIENT_ID,
    ],
    ...['--oidc-client-secret-file', secret, '--oidc-scopes', 'openid groups', '--oidc-role-map', 'staff=operator'],
  )
  const recorded = recordSeals(client.service.services.vault)
  await useEverything(client, provider)

  const used = new Set(recorded().map(({ call }) => call))
  const all = [...used, ...NOT_USED].sort()
  expect(all, 'a new call of vault.seal must be used by this test').toEqual(callsInSources())
  const stored = placesOf(database, recorded())
  expect([...used].filter((call) => !stored.has(call))).toEqual(NOT_STORED)

  const status = async () => (await client.call('GET', '/system/key-rotation', undefined, 'admin')).data
  await client.call('POST', '/system/key-rotation', {}, 'admin')
  await expect.poll(status, PATIENT).toMatchObject({ state: 'done', keys: 2, unreadable: 0 })
  const left = placesOf(database, recorded())
  expect([...left], 'a column with encrypted values must be in PLACES of sealed-values.ts').toEqual([])
})
