/** What the public editor client does with a service, from its first request on: catalogue, save, load, delete. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NodeType } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEMPLATES } from '../../packages/web/src/home/templates/all-templates.ts'
import { newWorkflowOf } from '../../packages/web/src/home/templates/template.ts'
import { graphOf } from '../../packages/web/src/home/templates/template-graph.ts'
import { killAll, start } from './program.ts'
import { drawing } from './support/drawing.ts'
import { clientsPart, document1, document2, drawn } from './support/editor-documents.ts'
import { type Answer, type Ask, clientOf } from './support/http-client.ts'
import type { Json } from './support/operations.ts'
import { edgesNotDrawn } from './support/public-canvas.ts'

const BASE = '/api/flowdrop'
const ROOT = join(import.meta.dirname, '../..')
/** Example 02 needs a node type of its own. */
const EXAMPLES = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.json') && !path.startsWith('02'),
)
const HOST = 'https://host.example'

/** Headers of every request of the client, GET included. */
const ALWAYS = { 'content-type': 'application/json', accept: 'application/json' }

let root: string
let origin: string
let token: string
let ask: Ask
let types: ReadonlyMap<string, NodeType>
let nodes: ReturnType<typeof drawn>

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'millrace-client-'))
  const dataDir = join(root, 'data')
  const program = await start(['--port', '0', '--data-dir', dataDir, '--base-path', BASE, '--cors-origin', HOST])
  origin = program.origin
  token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  ask = clientOf(origin + BASE, { ...ALWAYS, authorization: `Bearer ${token}` })
  const { data } = (await ask('GET', '/nodes?')).body as { data: NodeType[] }
  types = new Map(data.map((type) => [type.node_type_id, type]))
  nodes = drawn(types)
})
afterAll(() => {
  killAll()
  rmSync(root, { recursive: true, force: true })
})

/** The payload as the client takes it: it throws unless both `success` and `data` are there. */
function dataOf<T = Json>({ status, body }: Answer): T {
  const { success, data } = body as { success: unknown; data: T }
  expect([status < 300, success, Boolean(data)], JSON.stringify(body)).toEqual([true, true, true])
  return data
}

describe('the start of the editor', () => {
  test('port configuration: data types and rules are lists', async () => {
    const { dataTypes, compatibilityRules } = dataOf<{ dataTypes: Json[]; compatibilityRules: Json[] }>(
      await ask('GET', '/port-config'),
    )
    for (const type of dataTypes)
      expect(type).toMatchObject({ id: expect.any(String), name: expect.any(String), color: expect.any(String) })
    for (const rule of compatibilityRules)
      expect(rule).toMatchObject({ from: expect.any(String), to: expect.any(String) })
    expect(dataTypes.map((type) => type.id)).toEqual(expect.arrayContaining(['mixed', 'messages', 'trigger', 'tool']))
  })

  test('categories: every one has a name and a label', async () => {
    const categories = dataOf<Json[]>(await ask('GET', '/categories'))
    for (const category of categories)
      expect(category).toMatchObject({ name: expect.any(String), label: expect.any(String) })
    const known = new Set(categories.map((category) => category.name))
    expect([...types.values()].filter((type) => !known.has(type.category)).map((type) => type.id)).toEqual([])
  })

  test.each(['/nodes', '/nodes?'])('%s returns all node types at once: the client never pages', async (path) => {
    const answer = await ask('GET', path)
    expect(dataOf<NodeType[]>(answer)).toHaveLength(Number(answer.headers.get('x-total-count')))
  })

  test('a node type is known by both of its names, and has the lists that are read unguarded', () => {
    for (const type of types.values()) {
      expect(type).toMatchObject({ id: type.node_type_id, inputs: expect.any(Array), outputs: expect.any(Array) })
    }
  })

  test('an address for completion leads to a bare list of objects', async () => {
    const urls = new Set(
      JSON.stringify([...types.values()])
        .matchAll(/"autocomplete":\{"url":"([^"]+)"/g)
        .map(([, url]) => String(url)),
    )
    expect(urls.size).toBeGreaterThan(0)
    for (const url of urls) {
      const { status, body } = await clientOf(origin, { ...ALWAYS, authorization: `Bearer ${token}` })(
        'GET',
        `${url}?q=`,
      )
      expect([url, status, Array.isArray(body)]).toEqual([url, 200, true])
    }
  })

  test('a page of another origin gets complete addresses for completion', async () => {
    const { text } = await ask('GET', '/nodes', { headers: { origin: HOST } })
    const urls = [...text.matchAll(/"autocomplete":\{"url":"([^"]+)"/g)].map(([, url]) => String(url))
    expect(urls.length).toBeGreaterThan(0)
    expect(urls.filter((url) => !url.startsWith(`${origin}${BASE}/autocomplete/`))).toEqual([])
  })

  test.each([`${BASE}/health`, '/health'])('health is open at %s', async (path) => {
    expect(await clientOf(origin, ALWAYS)('GET', path)).toMatchObject({ status: 200, body: { status: 'healthy' } })
  })
})

interface Drawn {
  readonly id: string
  readonly data: { readonly metadata: { readonly id: string } }
}

/** Nodes with what the other generation reads: both names of the type, and the id of the node. */
function withBothKeys(drawnNodes: readonly Drawn[]): object[] {
  return drawnNodes.map((node) => {
    const { metadata } = node.data
    return { ...node, data: { ...node.data, nodeId: node.id, metadata: { ...metadata, node_type_id: metadata.id } } }
  })
}

describe('the canvas draws every edge', () => {
  const releases = ['1.x', '2.x'] as const
  const drawable = (body: unknown) => {
    const workflow = body as Parameters<typeof edgesNotDrawn>[0]
    expect(releases.map((release) => edgesNotDrawn(workflow, release))).toEqual([[], []])
    expect(workflow.edges.length).toBeGreaterThan(0)
  }

  test.each(EXAMPLES)('of the example %s', async (path) => {
    const { id: _, ...body } = JSON.parse(readFileSync(join(ROOT, 'examples', path), 'utf8'))
    drawable(dataOf(await ask('POST', '/workflows', { body })))
  })

  test.each(TEMPLATES.flatMap((template) => [template, ...(template.helper ? [template.helper] : [])]))(
    'of the template $id',
    async (template) => {
      const made = graphOf(template, { types, categories: [] }, { unique: 'abc', helper: 'helper' })
      if (!made.ok) throw new Error(made.problem.message)
      drawable(dataOf(await ask('POST', '/workflows', { body: newWorkflowOf(template, made.graph) })))
    },
  )

  test('of gateways without branches, and of data that leaves a gateway or meets in one node', async () => {
    const body = drawing(
      'Ways',
      [
        { id: 'in', type: 'json_input' },
        { id: 'if', type: 'if_else' },
        { id: 'ask', type: 'review', config: { message: 'Right?' } },
        { id: 'sum', type: 'merge' },
        { id: 'yes', type: 'logger' },
        { id: 'no', type: 'logger' },
      ],
      `in.value -> if.data
      if.True -> yes.trigger
      if.False -> no.trigger
      in.value -> ask.changes
      ask.decisions -> sum.a
      ask.accepted -> sum.b
      ask.all_accepted -> yes.trigger
      ask.changed -> no.trigger`,
    )
    const made = dataOf(await ask('POST', '/workflows', { body }))
    drawable(made)
    drawable((await ask('GET', `/workflows/${made.id}/export`)).body)
  })
})

test('a new workflow is offered all native node types: those that list the format of the client', () => {
  const offered = [...types.values()].filter(({ formats }) => formats.includes('flowdrop'))
  const native = [...types.values()].filter(({ node_type_id }) => !node_type_id.startsWith('agentspec.'))
  expect(offered.map(({ id }) => id)).toEqual(native.map(({ id }) => id))
})

test('the list of a workflow has what the demo page reads beside data', async () => {
  const made = dataOf(await ask('POST', '/workflows', { body: document2(nodes) }))
  dataOf(await ask('POST', `/workflow/${made.id}/run`, { body: {} }))
  const { body } = await ask('GET', `/workflow/${made.id}/pipelines`)
  expect(body).toMatchObject({ success: true, data: [{ workflow_id: made.id }], pipelines: [{ name: 'Second' }] })
})

describe.each([
  ['1.x', document1],
  ['2.x', document2],
])('a document of %s', (_, documentOf) => {
  test('is created without an id, and comes back as it was, with the keys of both generations', async () => {
    const sent = documentOf(nodes)
    const made = dataOf(await ask('POST', '/workflows', { body: sent }))
    const both = { ...sent, nodes: withBothKeys(sent.nodes as Drawn[]) }
    expect(clientsPart(made)).toEqual(
      clientsPart({ ...both, metadata: { format: 'millrace', ...(sent.metadata as Json) } }),
    )
    expect(dataOf(await ask('GET', `/workflows/${made.id}`))).toEqual(made)
  })

  test('is created with a UUID that the client has made', async () => {
    const id = randomUUID()
    expect(dataOf(await ask('POST', '/workflows', { body: { ...documentOf(nodes), id } })).id).toBe(id)
    const again = await ask('POST', '/workflows', { body: { ...documentOf(nodes), id } })
    expect([again.status, again.body]).toMatchObject([409, { success: false, code: 'ALREADY_EXISTS' }])
  })

  test('can be saved repeatedly as a whole, metadata included', async () => {
    const loaded = dataOf(await ask('POST', '/workflows', { body: documentOf(nodes) }))
    // The 1.x client keeps sending the metadata it first loaded, so its versionId is ignored.
    const { revision: _revision, ...unversioned } = loaded
    for (const updateNumber of [2, 3]) {
      const saved = dataOf(await ask('PUT', `/workflows/${loaded.id}`, { body: { ...unversioned, name: 'Saved' } }))
      expect(clientsPart(saved)).toEqual(clientsPart({ ...loaded, name: 'Saved' }))
      expect(saved.metadata).toMatchObject({ updateNumber, schemaVersion: '1.0.0', version: '1.0.0' })
      expect((saved.metadata as Json).versionId).not.toBe((loaded.metadata as Json).versionId)
    }
  })

  test('is a conflict if another user saved it in the meantime', async () => {
    const loaded = dataOf(await ask('POST', '/workflows', { body: documentOf(nodes) }))
    dataOf(await ask('PUT', `/workflows/${loaded.id}`, { body: loaded }))
    const { status, body } = await ask('PUT', `/workflows/${loaded.id}`, { body: loaded })
    expect([status, body]).toMatchObject([
      409,
      { success: false, code: 'STALE_VERSION', error: expect.stringMatching(/\S/) },
    ])
  })

  test('is found, validated, exported, imported as text, and deleted', async () => {
    const made = dataOf(
      await ask('POST', '/workflows', { body: { ...documentOf(nodes), name: `Found ${randomUUID()}` } }),
    )
    const found = dataOf<Json[]>(await ask('GET', `/workflows?search=${encodeURIComponent(String(made.name))}`))
    expect(found.map(({ id, name, revision }) => [id, name, revision])).toEqual([[made.id, made.name, made.revision]])
    expect(dataOf<{ errors: string[] }>(await ask('POST', '/workflows/validate', { body: made })).errors).toEqual([])
    const file = await ask('GET', `/workflows/${made.id}/export`)
    const copy = dataOf(await ask('POST', '/workflows/import', { body: { workflow: file.text } }))
    expect([copy.id === made.id, clientsPart(copy)]).toEqual([false, clientsPart(made)])
    expect((await ask('DELETE', `/workflows/${made.id}`)).body).toEqual({ success: true, message: 'Workflow deleted' })
    expect((await ask('GET', `/workflows/${made.id}`)).status).toBe(404)
  })
})

test('an execution is paused, resumed and cancelled at the address that newer clients have built in', async () => {
  const signal = clientOf(`${origin}/flowdrop/api`, { ...ALWAYS, authorization: `Bearer ${token}` })
  const wait = {
    id: 'wait',
    type: 'universalNode',
    position: { x: 0, y: 0 },
    data: { label: 'Wait', config: { seconds: 3600 }, metadata: { id: 'delay', node_type_id: 'delay' } },
  }
  const made = dataOf(await ask('POST', '/workflows', { body: { name: 'Waits', nodes: [wait], edges: [] } })) as {
    id: string
  }
  const { pipelineId } = dataOf(await ask('POST', `/workflow/${made.id}/run`, { body: {} })) as { pipelineId: string }
  for (const word of ['pause', 'resume', 'cancel']) {
    const { status, body } = await signal('POST', `/pipelines/${pipelineId}/${word}`, { body: { reason: 'asked to' } })
    expect([word, status < 300], JSON.stringify(body)).toEqual([word, true])
  }
  expect((await ask('GET', `/pipeline/${pipelineId}`)).body).toMatchObject({ status: 'cancelled' })
  expect((await signal('POST', `/pipelines/${pipelineId}/pause`, { body: {} })).status).toBe(409)
  expect((await signal('POST', `/pipelines/${randomUUID()}/pause`, { body: {} })).status).toBe(404)
})

test('a draft whose edges have no handles yet is saved as it is', async () => {
  const edges = [{ id: 'e', source: 'switch.2', target: 'text_output.1', sourceHandle: null, targetHandle: null }]
  const made = dataOf(await ask('POST', '/workflows', { body: { ...document2(nodes), edges } }))
  expect(made.edges).toEqual(edges)
})

describe('what the client shows when a save is refused', () => {
  test('a reason for every fault, each with its place', async () => {
    const twice = { ...document2(nodes), nodes: [{ id: 'a' }, { id: 'a' }] }
    const { status, body } = await ask('POST', '/workflows', { body: { ...twice, edges: [] } })
    expect([status, body]).toEqual([
      422,
      {
        success: false,
        code: 'VALIDATION_ERROR',
        error: 'Node id "a" is used twice.',
        details: [{ code: 'DUPLICATE_NODE', message: 'Node id "a" is used twice', path: '/nodes/1/id' }],
      },
    ])
  })

  test('401 without a credential, in the same form', async () => {
    const { status, body } = await clientOf(origin + BASE, ALWAYS)('GET', '/port-config')
    expect([status, body]).toEqual([
      401,
      { success: false, error: 'A valid credential is needed.', code: 'UNAUTHORIZED' },
    ])
  })
})

describe('credentials', () => {
  test('a token may come as X-API-Key', async () => {
    const other = clientOf(origin + BASE, { ...ALWAYS, 'x-api-key': token })
    expect(dataOf(await other('GET', '/auth/session'))).toMatchObject({ role: 'admin', via: 'token' })
    expect((await other('POST', '/workflows', { body: document2(nodes) })).status).toBe(201)
  })
})

describe('a page of another origin', () => {
  const asked = 'content-type,accept,authorization,x-api-key,if-match,last-event-id,x-flowdrop-instance'

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('may ask with %s when it is listed', async (method) => {
    const headers = { origin: HOST, 'access-control-request-method': method, 'access-control-request-headers': asked }
    const answer = await clientOf(origin + BASE)('OPTIONS', '/workflows', { headers })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers.get('access-control-allow-origin')).toBe(HOST)
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
    expect(listIn(answer, 'access-control-allow-methods')).toContain(method.toLowerCase())
    expect(listIn(answer, 'access-control-allow-headers')).toEqual(expect.arrayContaining(asked.split(',')))
  })

  test('gets to read the answer and its headers when it is listed', async () => {
    const answer = await ask('GET', '/workflows', { headers: { origin: HOST } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, HOST])
    expect(listIn(answer, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['etag', 'x-total-count', 'x-page-size', 'x-page-offset']),
    )
    const refused = await clientOf(origin + BASE, ALWAYS)('GET', '/workflows', { headers: { origin: HOST } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, HOST])
  })

  test('gets no CORS headers if it is not listed', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
    const preflight = await clientOf(origin + BASE)('OPTIONS', '/workflows', { headers })
    const answer = await ask('GET', '/workflows', { headers: { origin: 'https://evil.example' } })
    for (const one of [preflight, answer]) expect(one.headers.get('access-control-allow-origin')).toBeNull()
  })
})

function listIn({ headers }: Answer, name: string): string[] {
  return (headers.get(name) ?? '').toLowerCase().split(/,\s*/)
}
