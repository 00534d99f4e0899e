/**
 * Thousands of malformed and hostile requests, generated from the OpenAPI document of the service. For all of them:
 * no 5xx, no undocumented reply, and a rejected request changes nothing.
 *
 * FUZZ_SEED is a number, or `random` for a new one; FUZZ_RUNS is the number of requests per operation.
 */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { fuzzService } from './support/fuzz-service.ts'
import { type HostileRequest, requestsTo } from './support/hostile-requests.ts'
import { type Answered, verdictOn } from './support/judge.ts'
import { type Operation, operationsOf } from './support/operations.ts'
import { exchange, requestBytes } from './support/raw-http.ts'
import { tally } from './support/tally.ts'
import { workflowsOf } from './support/workflow-values.ts'

const wanted = process.env.FUZZ_SEED ?? '1'
const seed = wanted === 'random' ? Date.now() % 2 ** 31 : Number(wanted)
const runs = Number(process.env.FUZZ_RUNS ?? 80)

const fuzz = await fuzzService()
const operations = operationsOf(fuzz.document)
const workflows = workflowsOf(fuzz.nodeTypes)
// These do not end by themselves and have tests of their own: streams, and waiting for a call of a webhook.
const WAITING = new Set(['/api/v1/hooks-test-calls'])
const named = operations
  .filter(({ declared }) => !declared.get(200)?.types.includes('text/event-stream'))
  .filter(({ path }) => !WAITING.has(path))
  .map((operation) => [`${operation.method} ${operation.path}`, operation] as const)
const answered = tally()

afterAll(async () => {
  console.info(`FUZZ_SEED=${seed}: ${answered.summary()}`)
  await fuzz[Symbol.asyncDispose]()
})

/** Operations that only look, though they are asked with POST. */
const LOOKERS = new Set(['validateWorkflow'])

function mayChange({ method, arrives }: HostileRequest, operation: Operation, status: number): boolean {
  if (status >= 400) return false
  if (arrives && LOOKERS.has(operation.id)) return false
  return !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)
}

/** Sends a request and holds its answer, and what it did to the database, against what is promised. */
async function judge(operation: Operation, request: HostileRequest, send: Send = fuzz.send): Promise<void> {
  const [version, stock] = [fuzz.watch.version(), fuzz.watch.stock()]
  const answer = await send(request)
  answered.add(request.arrives ? operation.id : 'elsewhere', answer.status)
  expect(verdictOn(answer, request.arrives ? operation : undefined, request.method)).toBeUndefined()
  if (fuzz.watch.version() === version) return
  if (
    !mayChange(request, operation, answer.status) &&
    (fuzz.watch.stock() !== stock || (await isToBlame(request, send)))
  ) {
    throw new Error(`${answer.status} and yet something was changed: ${answer.text.slice(0, 500)}`)
  }
  await fuzz.restock()
}

type Send = (request: HostileRequest) => Promise<Answered>

/** Operations that start an execution and answer with 200. */
const STARTERS = ['executeAgentSpecFlow', 'sendMessage', 'resolveInterrupt', 'cancelInterrupt']

/** Started executions continue to write, so only a change at every attempt counts. */
async function isToBlame(request: HostileRequest, send: Send): Promise<boolean> {
  const hasStarted = answered.has(202) || STARTERS.some((id) => answered.statusesOf(id).includes(200))
  if (!hasStarted) return true
  for (let tries = 0; tries < 4; tries++) {
    await fuzz.settled()
    const before = fuzz.watch.version()
    await send(request)
    if (fuzz.watch.version() === before) return false
  }
  return true
}

function requestsFor(operation: Operation) {
  return requestsTo({ operation, document: fuzz.document, world: fuzz.world, bodies: bodiesFor(operation) })
}

/** Bodies that get further than those of the schema: real node types, and a token that is good. */
function bodiesFor({ id, path }: Operation) {
  if (id === 'createSession') return fc.constant({ token: fuzz.service.tokens.viewer })
  if (id === 'publishWorkflow') return fc.constant({})
  return path.includes('/workflows') ? workflows : undefined
}

/** A number of its own for every operation, so that they are not all asked the same. */
function settingsOf({ id }: Operation, numRuns: number) {
  const own = [...id].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) | 0, seed)
  return { seed: own, numRuns }
}

/** They need a password that a person knows, a link that was sent, a provider that answers, or a custom node. */
const NEEDS_MORE = ['/auth/password', '/auth/password-choice', '/sign-in/oidc', '/sign-in/oidc/callback', '/icon']
const STORED = new Set(['Authentication', 'Autocomplete', 'Catalogue', 'System', 'Versions', 'Workflows'])

describe(`requests without a socket, FUZZ_SEED=${seed}`, () => {
  test.each(named)('%s takes no harm', async (_, operation) => {
    const numRuns = operation.body === undefined ? runs : runs * 4
    await fc.assert(
      fc.asyncProperty(requestsFor(operation), (make) => judge(operation, make())),
      settingsOf(operation, numRuns),
    )
  })

  // Not those that need something to run: whether it still does when they are asked is a matter of chance.
  test('every operation on what is stored did its work at least once', () => {
    const stored = named.filter(([, { tags }]) => tags.some((tag) => STORED.has(tag)))
    const wanted = stored.filter(([, { path }]) => !NEEDS_MORE.some((end) => path.endsWith(end)))
    const idle = wanted.filter(([, { id }]) => !answered.statusesOf(id).some((status) => status < 400))
    expect(wanted.length).toBeGreaterThan(25)
    expect(idle.map(([name]) => name)).toEqual([])
  })
})

describe(`requests as bytes on a socket, FUZZ_SEED=${seed}`, async () => {
  await fuzz.service.app.listen({ port: 0, host: '127.0.0.1' })
  const address = fuzz.service.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  test.each(named)('%s takes no harm', async (_, operation) => {
    const send = async (request: HostileRequest) => {
      const [answer] = await exchange(port, requestBytes(request), { answers: 1, method: request.method })
      if (answer === undefined) throw new Error('there was no answer')
      return answer
    }
    await fc.assert(
      fc.asyncProperty(requestsFor(operation), (make) => judge(operation, make(), send)),
      settingsOf(operation, Math.ceil(runs / 6)),
    )
  })
})

describe('afterwards', () => {
  test('no request made the service complain about itself', () => {
    expect(fuzz.service.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('the database is whole', () => {
    expect(fuzz.watch.integrity()).toBe('ok')
  })

  test('the service works as if nothing had happened', async () => {
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { ...fuzz.service.as('editor'), 'content-type': 'application/json' }
      const payload = body && Buffer.from(JSON.stringify(body))
      const { status, text } = await fuzz.send({ method, url: `/api/v1${path}`, headers, payload })
      return { status, body: JSON.parse(text) }
    }
    expect(await ask('GET', '/health')).toMatchObject({ status: 200, body: { status: 'healthy' } })
    const made = await ask('POST', '/workflows', { name: 'After the storm', nodes: [{ id: 'a', type: 'start' }] })
    expect(made).toMatchObject({ status: 201, body: { data: { name: 'After the storm', revision: 1 } } })
    const path = `/workflows/${made.body.data.id}`
    const { warnings, ...rest } = made.body
    expect(warnings).toEqual([])
    expect(await ask('GET', path)).toEqual({ status: 200, body: { ...rest, message: 'Workflow found' } })
    expect(await ask('PUT', path, { name: 'Calm' })).toMatchObject({ status: 200, body: { data: { revision: 2 } } })
    expect(await ask('DELETE', path)).toEqual({ status: 200, body: { success: true, message: 'Workflow deleted' } })
    expect(await ask('GET', path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})
