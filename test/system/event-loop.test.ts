/**
 * Expensive requests to every operation that takes a body or a query: none of them blocks the event loop of the main
 * thread. Gaps are measured in CPU time of the main thread, which other processes do not affect.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { killAll } from './program.ts'
import {
  acceptedObjects,
  brokenAtTheEnd,
  chain,
  expressions,
  MESSAGES,
  manyKeys,
  manyMaps,
  manyNodes,
  manyObjects,
  YAML,
} from './support/expensive-bodies.ts'
import { type Asked, WatchedProgram } from './support/loop-gaps.ts'

/** Longest gap in milliseconds. */
const MOST_MS = 50

let watched: WatchedProgram
let small = ''
let large = ''

/** What validation wants to see beside nodes and edges. */
const WHOLE = { id: '6f1c1f5e-58a0-4d4c-9d55-0a4f7a3b9c01', metadata: {} }

beforeAll(async () => {
  watched = await WatchedProgram.start()
  small = await watched.create(chain(2))
  large = await watched.create(chain(10_000))
})
afterAll(async () => {
  await watched.program.stop()
  killAll()
})

/** The status of the answer. */
async function statusWithin(limitMs: number, path: string, asked: Asked): Promise<number> {
  return (await watched.askWithin(limitMs, path, asked)).status
}

describe('every operation that takes a body', () => {
  test('survives bodies of 15 MB', async () => {
    const { paths } = JSON.parse((await watched.ask('/openapi.json', { method: 'GET' })).body)
    const operations = Object.entries<Record<string, { requestBody?: unknown }>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method, { requestBody }]) => method !== 'get' && requestBody !== undefined)
        .map(([method]) => ({ method: method.toUpperCase(), path: path.replace(/^\/api\/v1/, '') })),
    )
    expect(operations.length).toBeGreaterThan(15)
    const bodies = [`{"name":"x","inputs":{"n0":${manyKeys()}}}`, manyMaps(29), manyObjects(), brokenAtTheEnd()]
    for (const [at, { method, path }] of operations.entries()) {
      const address = path.replace(/\{\w+\}/g, path.startsWith('/workflows') ? small : crypto.randomUUID())
      await statusWithin(MOST_MS, address, { method, body: bodies[at % bodies.length] ?? '' })
    }
  })
})

describe('documents', () => {
  const large10k = JSON.stringify({ ...chain(10_000), ...WHOLE })

  test.each([
    ['create', '/workflows', { body: JSON.stringify(chain(10_000)) }],
    ['validate', '/workflows/validate', { body: large10k }],
    ['import as text', '/workflows/import', { body: JSON.stringify({ workflow: large10k }) }],
    ['run unsaved', '/execute', { body: JSON.stringify({ workflow: chain(10_000) }) }],
  ])('of 10,000 nodes: %s', async (_, path, asked) => {
    await statusWithin(MOST_MS, path, asked)
  })

  test.each([
    ['save', '', { method: 'PUT', body: large10k }],
    ['save a name', '', { method: 'PUT', body: '{"name":"Other"}' }],
    ['read', '', { method: 'GET' }],
    ['export as YAML', '/export?format=yaml', { method: 'GET' }],
    ['compare versions', '/versions/diff?from=1&to=2', { method: 'GET' }],
    ['auto-layout by chat', '/chat/messages', { body: '{"message":"lay out the workflow","workflowState":null}' }],
    ['add by chat', '/chat/messages', { body: '{"message":"add a logger after n5","workflowState":null}' }],
  ])('of 10,000 nodes, stored: %s', async (_, path, asked) => {
    expect(await statusWithin(MOST_MS, `/workflows/${large}${path}`, asked)).toBe(200)
  })

  test.each([
    ['objects', acceptedObjects],
    ['keys', () => manyMaps(29)],
  ])('with 15 MB of %s in an unknown key: save, read, list, save again', async (_, value) => {
    const own = `/workflows/${await watched.create(chain(2))}`
    for (const [path, asked] of [
      [own, { method: 'PUT', body: `{"extra":${value()}}` }],
      [own, { method: 'GET' }],
      ['/workflows?limit=3', { method: 'GET' }],
      [own, { method: 'PUT', body: '{"name":"Other"}' }],
    ] as const) {
      expect(await statusWithin(MOST_MS, path, asked)).toBe(200)
    }
  })

  test('of 10,000 nodes whose type has a long description: create, read, rename', async () => {
    const document = manyNodes('http_request', () => ({ url: 'https://example.com' }))
    const { status, body } = await watched.askWithin(MOST_MS, '/workflows', {
      body: JSON.stringify(document),
    })
    expect(status).toBe(201)
    const own = `/workflows/${JSON.parse(body).data.id}`
    for (const asked of [{ method: 'GET' }, { method: 'PUT', body: '{"name":"Other"}' }]) {
      expect(await statusWithin(MOST_MS, own, asked)).toBe(200)
    }
  })

  test('of 10,000 triggers are refused', async () => {
    const body = JSON.stringify(manyNodes('webhook_trigger', (at) => ({ path: `p-${at}` })))
    expect(await statusWithin(MOST_MS, '/workflows', { body })).toBe(422)
  })

  test.each([
    ['one object with very many keys', manyKeys, 'An object in the body has more than 10000 keys.'],
    ['very many objects', manyObjects, 'The body has more than 500000 objects and lists.'],
  ])('%s in an unknown key: refused', async (_, value, error) => {
    const asked = { method: 'PUT', body: `{"extra":${value()}}` }
    const { status, body } = await watched.askWithin(MOST_MS, `/workflows/${small}`, asked)
    expect(status).toBe(413)
    expect(JSON.parse(body)).toEqual({ success: false, code: 'PAYLOAD_TOO_LARGE', error })
  })

  test('expressions whose parser takes the square of their length', async () => {
    const two = { body: JSON.stringify({ ...expressions(2), ...WHOLE }) }
    expect(await statusWithin(MOST_MS, '/workflows/validate', two)).toBe(200)
    const many = { body: JSON.stringify({ workflow: expressions(100) }) }
    expect(await statusWithin(MOST_MS, '/execute', many)).toBe(422)
  })

  test.each(Object.entries(YAML))('YAML: %s', async (_, body) => {
    await statusWithin(MOST_MS, '/workflows/import', { body, type: 'application/yaml' })
  })

  test('YAML of thousands of nodes as an import', async () => {
    const node = (at: number) => `  - {id: n${at}, type: universalNode, position: {x: 1, y: 2}, data: {label: A}}\n`
    const body = `name: Big\nedges: []\nnodes:\n${Array.from({ length: 5000 }, (_, at) => node(at)).join('')}`
    expect(await statusWithin(MOST_MS, '/workflows/import', { body, type: 'application/yaml' })).toBe(201)
  })
})

test.each(['short keys', 'maps'])('Agent Spec as YAML: %s', async (name) => {
  const asked = { body: YAML[name] ?? '', type: 'application/yaml' }
  await statusWithin(MOST_MS, '/agentspec/flows/validate', asked)
})

test('Agent Spec of thousands of nodes: export and import', async () => {
  const id = await watched.create(chain(3000))
  const path = `/workflows/${id}/export/agentspec`
  const flow = await watched.askWithin(MOST_MS, path, { method: 'GET' })
  expect(await statusWithin(MOST_MS, '/workflows/import/agentspec', { body: flow.body })).toBe(200)
})

describe('launches', () => {
  test.each([
    ['of a stored workflow', () => `/workflows/${small}/execute`, ''],
    ['of a workflow that is not stored', () => '/execute', `"workflow":${JSON.stringify(chain(2))},`],
  ])('%s with nearly 4 MiB of inputs', async (_, path, workflow) => {
    for (const inputs of [`{"n0":${manyMaps(7)}}`, manyMaps(1).slice('{"m0":'.length, -1)]) {
      expect(await statusWithin(MOST_MS, path(), { body: `{${workflow}"inputs":${inputs}}` })).toBe(202)
    }
  })

  test('inputs of 15 MB are refused', async () => {
    for (const inputs of [`{"n0":${manyMaps(29)}}`, `{"n0":{"a":${manyObjects()}}}`]) {
      const body = `{"workflow":${JSON.stringify(chain(2))},"inputs":${inputs}}`
      expect(await statusWithin(MOST_MS, '/execute', { body })).toBe(413)
    }
  })

  test('of a stored workflow of 10,000 nodes, and its detail', async () => {
    const { status, body } = await watched.askWithin(MOST_MS, `/workflows/${large}/execute`, { body: '{}' })
    expect(status).toBe(202)
    expect(await statusWithin(MOST_MS, `/pipelines/${JSON.parse(body).data.execution_id}`, { method: 'GET' })).toBe(200)
  })
})

test('messages that keep patterns busy', async () => {
  for (const message of MESSAGES) {
    const body = JSON.stringify({ message, workflowState: null })
    expect(await statusWithin(MOST_MS, `/workflows/${small}/chat/messages`, { body })).toBe(200)
  }
})

test('long queries', async () => {
  const long = encodeURIComponent('%_,\u2028 '.repeat(700))
  for (const path of ['/workflows', '/pipelines', '/executions', '/interrupts', '/nodes', '/workflows/tags']) {
    for (const key of ['search', 'tags', 'status', 'q']) {
      await statusWithin(MOST_MS, `${path}?${key}=${long}`, { method: 'GET' })
    }
  }
})
