import { createPrivateKey, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type ServerHttp2Session } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEndpointHandler, type ObjectContext, object } from '@restatedev/restate-sdk'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { registerDeployment } from './register-deployment.ts'
import { freePorts } from './testing/free-port.ts'
import { createIdentityKey } from './testing/identity-key.ts'
import { type RestateServer, startRestate } from './testing/restate-server.ts'
import { startWorkerEndpoint } from './worker-endpoint.ts'

const VERSION = '1.0.0'
/** Without the version: Restate does not sign the prefix of a deployment. */
const SIGNED_PATH = '/invoke/Execution/drive'

let restate: RestateServer
let open: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  restate = await startRestate()
})
afterEach(async () => {
  for (const close of open.reverse()) await close()
  open = []
})
afterAll(() => restate.stop())

type DriveExecution = (id: string) => Promise<number | null>

async function startEndpoint(drive: DriveExecution, address: string, identityKey = restate.identityKey) {
  const engine = { isStopping: false, drive }
  const endpoint = await startWorkerEndpoint({ engine, address, identityKey, version: VERSION, now: Date.now })
  open.push(() => endpoint.close())
  return endpoint
}

function register(address: string): Promise<void> {
  const { signal } = new AbortController()
  return registerDeployment({ admin: restate.admin, url: `http://${address}`, version: VERSION, signal })
}

const freeAddress = async () => `127.0.0.1:${(await freePorts(1))[0]}`

/** Resolves with the status when the execution was driven. */
async function driven(id: string): Promise<number> {
  const response = await fetch(`${restate.ingress}/Execution/${id}/drive`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  await response.arrayBuffer()
  return response.status
}

/** The kinds of the entries that Restate has recorded of an execution. */
async function recorded(id: string): Promise<string[]> {
  const response = await fetch(`${restate.admin}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      query: `SELECT j.entry_type FROM sys_journal j JOIN sys_invocation i ON i.id = j.id
        WHERE i.target_service_key = '${id}' ORDER BY j.index`,
    }),
  })
  const { rows } = (await response.json()) as { rows: { entry_type: string }[] }
  return rows.map(({ entry_type }) => entry_type)
}

test('Restate records nothing while an execution is driven', async () => {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<null>()
  const address = await freeAddress()
  await startEndpoint(() => {
    begun.resolve()
    return end.promise
  }, address)
  await register(address)
  const answer = driven('quiet')
  await begun.promise
  expect(await recorded('quiet')).toEqual(['Command: Input'])
  end.resolve(null)
  expect(await answer).toBe(200)
})

test('an execution that has to wait is driven again at its time', async () => {
  const times: number[] = []
  const again = Promise.withResolvers<void>()
  const address = await freeAddress()
  await startEndpoint(async () => {
    times.push(Date.now())
    if (times.length === 2) again.resolve()
    return times.length === 1 ? (times[0] ?? 0) + 300 : null
  }, address)
  await register(address)
  expect(await driven('timed')).toBe(200)
  await again.promise
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(300)
  await expect.poll(() => recorded('timed')).toEqual([])
})

/** Restate lengthens every interval at random, by up to this part of it. */
const MAX_JITTER = 0.3

test('Restate pauses an execution after 500 failed attempts, which take the minutes that docs/scale.md states', async () => {
  const address = await freeAddress()
  await startEndpoint(async () => null, address)
  await register(address)
  const response = await fetch(`${restate.admin}/services/Execution`)
  const service = (await response.json()) as Record<'handlers' | 'retry_policy', unknown>
  const [attempts, factor, firstSeconds, maxSeconds] = [500, 2, 0.1, 5]
  expect(service.retry_policy).toEqual({
    initial_interval: `${firstSeconds * 1000}ms`,
    exponentiation_factor: factor,
    max_interval: `${maxSeconds}s`,
    max_attempts: attempts,
    on_max_attempts: 'Pause',
  })
  // No handler has a policy of its own.
  const handler = { name: 'drive', retry_policy: { max_attempts: null } }
  expect(service.handlers).toEqual([expect.objectContaining(handler)])

  let seconds = 0
  for (let wait = 0; wait < attempts - 1; wait++) seconds += Math.min(firstSeconds * factor ** wait, maxSeconds)
  const page = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8')
  const [, stated] = /^\| all workers .* After some (\d+) minutes they are \[stuck\]/m.exec(page) ?? []
  expect(Number(stated)).toBe(Math.round((seconds * (1 + MAX_JITTER / 2)) / 60))
})

test('continues a request whose worker of an older version has recorded that it drives', async () => {
  const begun = Promise.withResolvers<void>()
  const older = object({
    name: 'Execution',
    handlers: {
      drive: (ctx: ObjectContext) =>
        ctx.run('drive', () => {
          begun.resolve()
          return new Promise<null>(() => {})
        }),
    },
  })
  const { identityKey } = restate
  const server = createServer(
    createEndpointHandler({ services: [older], identityKeys: [identityKey], logger: () => {} }),
  )
  const sessions: ServerHttp2Session[] = []
  server.on('session', (session) => sessions.push(session))
  const address = await freeAddress()
  server.listen(Number(address.split(':')[1]), '127.0.0.1')
  await once(server, 'listening')
  await register(address)
  const answer = driven('older')
  await begun.promise
  await expect.poll(() => recorded('older')).toContain('Command: Run')
  server.close()
  for (const session of sessions) session.destroy()
  const drives: string[] = []
  await startEndpoint(async (id) => {
    drives.push(id)
    return null
  }, address)
  expect(await answer).toBe(200)
  expect(drives).toEqual(['older'])
})

test('completes a request whose end was recorded before Restate was lost', async () => {
  let drives = 0
  const engine = {
    isStopping: false,
    drive: async () => {
      drives += 1
      return null
    },
  }
  const endpoint = await startWorkerEndpoint({ engine, address: '127.0.0.1:0', version: VERSION, now: Date.now })
  open.push(() => endpoint.close())
  const ends = [await lastMessageOf(endpoint.address), await lastMessageOf(endpoint.address)]
  // The first attempt fails, because it expects the record of a drive.
  expect(ends).toEqual([MESSAGES.error, MESSAGES.end])
  expect(drives).toBe(0)
})

test('takes only requests with a signature, also right after one that it has verified', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-endpoint-'))
  open.push(async () => rmSync(folder, { recursive: true }))
  const [own, foreign] = [join(folder, 'own.pem'), join(folder, 'foreign.pem')]
  const key = createIdentityKey(own)
  createIdentityKey(foreign)
  const { address } = await startEndpoint(async () => null, '127.0.0.1:0', key)
  const path = `/${VERSION}${SIGNED_PATH}`
  const valid = tokenOf({ file: own, key })
  const statuses: unknown[] = []
  for (const token of [
    valid,
    valid,
    tokenOf({ file: foreign, key }),
    `${valid.slice(0, -8)}AAAAAAAA`,
    tokenOf({ file: own, key, age: 3600 }),
    valid,
  ])
    statuses.push(await statusOf(address, path, { 'x-restate-signature-scheme': 'v1', 'x-restate-jwt-v1': token }))
  expect(statuses).toEqual([200, 200, 401, 401, 401, 200])
  // The SDK answers this path without a look at the signature.
  const forged = tokenOf({ file: foreign, key })
  const headers = { 'x-restate-signature-scheme': 'v1', 'x-restate-jwt-v1': forged }
  expect(await statusOf(address, `/${VERSION}/health`, headers)).toBe(200)
  expect(await statusOf(address, path, headers)).toBe(401)
  expect(await statusOf(address, path, {})).toBe(401)
})

interface TokenNeeds {
  readonly file: string
  readonly key: string
  /** In seconds. */
  readonly age?: number
}

/** A signature as Restate makes them. */
function tokenOf({ file, key, age = 0 }: TokenNeeds): string {
  const now = Math.floor(Date.now() / 1000) - age
  const parts = [
    { typ: 'JWT', alg: 'EdDSA', kid: key },
    { aud: SIGNED_PATH, nbf: now - 60, iat: now, exp: now + 60 },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign(null, Buffer.from(text), createPrivateKey(readFileSync(file)))
  return `${text}.${signature.toString('base64url')}`
}

async function statusOf(address: string, path: string, headers: Record<string, string>): Promise<unknown> {
  const client = connect(`http://${address}`)
  const request = client.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/vnd.restate.invocation.v5',
    ...headers,
  })
  request.end()
  const [found] = await once(request, 'response')
  request.resume()
  client.destroy()
  return found[':status']
}

/** Types of messages of Restate's protocol. */
const MESSAGES = { start: 0, error: 2, end: 3, input: 0x0400, output: 0x0401 }

/** A message: its type, its length, and fields in the format of Protocol Buffers. */
function messageOf(type: number, fields: readonly Buffer[]): Buffer {
  const body = Buffer.concat(fields)
  const head = Buffer.alloc(8)
  head.writeUInt16BE(type)
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}

/** A field with a text of less than 128 bytes. */
const textField = (number: number, text: string) => Buffer.from([number * 8 + 2, text.length, ...Buffer.from(text)])
const numberField = (number: number, value: number) => Buffer.from([number * 8, value])

/** The type of the last message of a worker to a request that has an input and an output. */
async function lastMessageOf(address: string): Promise<number | undefined> {
  const client = connect(`http://${address}`)
  const request = client.request({
    ':method': 'POST',
    ':path': `/${VERSION}${SIGNED_PATH}`,
    'content-type': 'application/vnd.restate.invocation.v5',
  })
  const value = (text: string) => [textField(14, textField(1, text).toString())]
  const start = [textField(1, '0123456789abcdef'), textField(2, 'inv_1'), numberField(3, 2), textField(6, 'ended')]
  request.write(messageOf(MESSAGES.start, start))
  request.write(messageOf(MESSAGES.input, value('{}')))
  request.end(messageOf(MESSAGES.output, value('')))
  const bytes = Buffer.concat(await request.toArray())
  client.destroy()
  let type: number | undefined
  for (let at = 0; at < bytes.length; at += 8 + bytes.readUInt32BE(at + 4)) type = bytes.readUInt16BE(at)
  return type
}
