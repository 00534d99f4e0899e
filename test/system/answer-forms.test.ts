/**
 * Which entries of the interface answer bare, which in the envelope, which with `{success, message}`: one row each,
 * asked over HTTP, with every key of the body. Status codes and paths are those of the table of decisions.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../../packages/service/src/testing/test-service.ts'
import { type Answer, type Ask, addressOf, clientOf } from './support/http-client.ts'

type Form = 'bare' | 'envelope' | 'done'

interface Entry {
  readonly number: number
  readonly form: Form
  readonly method: string
  /** `:id` is a workflow that is there. */
  readonly path: string
  readonly status: number
  readonly body?: unknown
  /** The keys of the payload; of its items where it is a list. */
  readonly keys: readonly string[]
  readonly isList?: true
  /** A paged list has headers for total, limit and offset. */
  readonly page?: readonly [limit: number, offset: number]
  readonly also?: readonly string[]
}

const STATE = ['active', 'has_triggers', 'has_unpublished_changes', 'project', 'published_revision']
const DOCUMENT = ['description', 'edges', 'id', 'machineName', 'metadata', 'name', 'nodes', 'revision']
const WORKFLOW = [...DOCUMENT, ...STATE].sort()
const NODE_TYPE = [
  ...['category', 'color', 'configSchema', 'description', 'extensions', 'formats', 'icon', 'id', 'inputs'],
  ...['name', 'node_type_id', 'outputs', 'supportedTypes', 'tags', 'type', 'version'],
]
const WHOLE = {
  id: '5f0c7a52-1f0e-4f57-9a3e-2f5a1f6f9b10',
  name: 'Whole',
  nodes: [{ id: 'a', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Start', config: {} } }],
  edges: [],
  metadata: { tags: ['x'] },
}

const ENTRIES: readonly Entry[] = [
  {
    number: 1,
    form: 'bare',
    method: 'GET',
    path: '/health',
    status: 200,
    keys: ['service', 'status', 'timestamp', 'uptime', 'version'],
    also: ['root /health'],
  },
  {
    number: 2,
    form: 'envelope',
    method: 'GET',
    path: '/system/config',
    status: 200,
    keys: ['features', 'limits', 'version'],
  },
  {
    number: 3,
    form: 'envelope',
    method: 'GET',
    path: '/nodes',
    status: 200,
    keys: NODE_TYPE,
    isList: true,
    page: [100, 0],
  },
  {
    number: 4,
    form: 'envelope',
    method: 'GET',
    path: '/nodes/text_input',
    status: 200,
    keys: [...NODE_TYPE, 'config'].sort(),
    also: ['/nodes/text_input/metadata'],
  },
  {
    number: 5,
    form: 'envelope',
    method: 'GET',
    path: '/port-config',
    status: 200,
    keys: ['compatibilityRules', 'dataTypes', 'defaultDataType', 'version'],
  },
  {
    number: 6,
    form: 'envelope',
    method: 'GET',
    path: '/categories',
    status: 200,
    keys: ['color', 'description', 'icon', 'label', 'name', 'weight'],
    isList: true,
  },
  {
    number: 7,
    form: 'envelope',
    method: 'GET',
    path: '/workflows',
    status: 200,
    keys: WORKFLOW,
    isList: true,
    page: [50, 0],
  },
  {
    number: 8,
    form: 'envelope',
    method: 'POST',
    path: '/workflows',
    status: 201,
    body: { name: 'New' },
    keys: WORKFLOW,
  },
  { number: 9, form: 'envelope', method: 'GET', path: '/workflows/:id', status: 200, keys: WORKFLOW },
  {
    number: 10,
    form: 'envelope',
    method: 'PUT',
    path: '/workflows/:id',
    status: 200,
    body: { name: 'Changed' },
    keys: WORKFLOW,
  },
  { number: 11, form: 'done', method: 'DELETE', path: '/workflows/:id', status: 200, keys: [] },
  {
    number: 36,
    form: 'envelope',
    method: 'POST',
    path: '/workflows/validate',
    status: 200,
    body: WHOLE,
    keys: ['errors', 'problems', 'suggestions', 'valid', 'warnings'],
  },
  {
    number: 38,
    form: 'bare',
    method: 'GET',
    path: '/workflows/:id/export',
    status: 200,
    keys: DOCUMENT,
    also: ['/workflows/:id/export?format=json'],
  },
  { number: 39, form: 'envelope', method: 'POST', path: '/workflows/import', status: 201, body: WHOLE, keys: WORKFLOW },
]

let service: TestService
let ask: Ask
let origin: string
let id: string

beforeAll(async () => {
  service = await testService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  origin = addressOf(service.app.server)
  ask = clientOf(`${origin}/api/v1`, service.as('editor'))
})
afterAll(() => service[Symbol.asyncDispose]())

async function askFor({ method, path, body }: Pick<Entry, 'method' | 'path' | 'body'>): Promise<Answer> {
  const made = await ask('POST', '/workflows', { body: { name: 'There', nodes: WHOLE.nodes } })
  id = (made.body as { data: { id: string } }).data.id
  return ask(method, path.replace(':id', id), body === undefined ? {} : { body })
}

function keysOf(value: unknown): string[] {
  return Object.keys(value as object).sort()
}

/** The payload, once the keys around it are exactly those of the form. */
function payloadOf(form: Form, body: unknown): unknown {
  if (form === 'bare') {
    expect(body).not.toHaveProperty('success')
    return body
  }
  // Saves also carry what they warn of.
  const keys = keysOf(body).filter((key) => key !== 'warnings')
  expect(keys).toEqual(form === 'done' ? ['message', 'success'] : ['data', 'message', 'success'])
  expect(body).toMatchObject({ success: true, message: expect.stringMatching(/\S/) })
  return (body as { data?: unknown }).data
}

describe.each(ENTRIES)('entry $number, $method $path', (entry) => {
  const { form, status, keys, isList, page } = entry

  test(`answers ${status}, ${form === 'done' ? '{success, message}' : form}, with exactly its keys`, async () => {
    const answer = await askFor(entry)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8'])
    const payload = payloadOf(form, answer.body)
    if (form === 'done') return
    expect(Array.isArray(payload)).toBe(isList === true)
    const shown = isList ? (payload as unknown[]) : [payload]
    expect(shown.length).toBeGreaterThan(0)
    for (const one of shown) expect(keysOf(one)).toEqual(expect.arrayContaining([...keys]))
    if (!isList) expect(keysOf(payload)).toEqual([...keys])
  })

  test(page === undefined ? 'has no headers of a page' : 'says in its headers how much there is', async () => {
    const { headers, body } = await askFor(entry)
    const shown = ['x-total-count', 'x-page-size', 'x-page-offset'].map((name) => headers.get(name))
    if (page === undefined) expect(shown).toEqual([null, null, null])
    else expect(shown).toEqual([String((body as { data: unknown[] }).data.length), ...page.map(String)])
  })

  test.each(entry.also ?? [])('answers the same at %s', async (path) => {
    const main = await askFor(entry)
    const other = await (path.startsWith('root ')
      ? clientOf(origin)(entry.method, path.slice(5))
      : ask(entry.method, path.replace(':id', id)))
    expect([other.status, other.body]).toEqual([main.status, main.body])
  })

  test('refuses in the one form of all refusals', async () => {
    const refused = await clientOf(`${origin}/api/v1`)(entry.method, entry.path.replace(':id', 'x'))
    if (entry.number === 1) return expect(refused.status).toBe(200)
    expect([refused.status, refused.body]).toEqual([
      401,
      { success: false, error: 'A valid credential is needed.', code: 'UNAUTHORIZED' },
    ])
  })
})

describe('payloads in whole', () => {
  const metadata = {
    schemaVersion: '1.0.0',
    version: '1.0.0',
    createdAt: '2026-01-01T12:00:00.000Z',
    updatedAt: '2026-01-01T12:00:00.000Z',
    author: 'editor token',
    tags: [],
    versionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    updateNumber: 1,
    format: 'millrace',
  }

  const publication = { active: true, has_triggers: false, has_unpublished_changes: false, published_revision: 1 }
  const state = { ...publication, project: 'default' }

  test('health', async () => {
    const { body } = await ask('GET', '/health')
    expect(body).toEqual({
      status: 'healthy',
      timestamp: '2026-01-01T12:00:00.000Z',
      version: '0.1.0',
      service: 'millrace',
      uptime: 0,
    })
  })

  test('a workflow that was made of nothing but a name', async () => {
    const { body, headers } = await ask('POST', '/workflows', { body: { name: 'Nothing but a name' } })
    expect(headers.get('etag')).toBe('"1"')
    expect(body).toEqual({
      success: true,
      message: 'Workflow created',
      warnings: [],
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
        machineName: 'nothing_but_a_name',
        revision: 1,
        name: 'Nothing but a name',
        description: '',
        nodes: [],
        edges: [],
        metadata,
        ...state,
      },
    })
  })

  test('a deletion, and what is left of it', async () => {
    const answer = await askFor({ method: 'DELETE', path: '/workflows/:id' })
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Workflow deleted' }])
    const again = await ask('DELETE', `/workflows/${id}`)
    expect([again.status, again.body]).toEqual([
      404,
      { success: false, error: `There is no workflow "${id}".`, code: 'NOT_FOUND' },
    ])
  })

  test('an export is a file: JSON or YAML, bare, with a name', async () => {
    const json = await askFor({ method: 'GET', path: '/workflows/:id/export' })
    expect(json.headers.get('content-disposition')).toMatch(/^attachment; filename="there(_\d+)?\.json"$/)
    const yaml = await ask('GET', `/workflows/${id}/export?format=yaml`)
    expect([yaml.status, yaml.headers.get('content-type')]).toEqual([200, 'application/x-yaml'])
    expect(yaml.headers.get('content-disposition')).toMatch(/^attachment; filename="there(_\d+)?\.yaml"$/)
    expect(yaml.text).toContain(`id: ${id}\n`)
  })

  test.each<[string, unknown, string]>([
    ['the workflow itself', WHOLE, 'application/json'],
    ['{workflow} with its text', { workflow: JSON.stringify(WHOLE) }, 'application/json'],
    [
      'YAML',
      `name: Whole\nnodes: ${JSON.stringify(WHOLE.nodes)}\nedges: []\nmetadata: {tags: [x]}\n`,
      'application/yaml',
    ],
  ])('an import takes %s, and answers alike', async (_, body, type) => {
    const { status, body: answer } = await ask('POST', '/workflows/import?types=referenced', {
      body,
      headers: { 'content-type': type },
    })
    const { id: made, machineName, ...rest } = (answer as { data: Record<string, unknown> }).data
    expect([status, made === WHOLE.id, machineName]).toEqual([201, false, expect.stringMatching(/^whole(_\d+)?$/)])
    expect({ ...(answer as object), data: rest }).toEqual({
      success: true,
      message: 'Workflow imported',
      warnings: [],
      data: {
        revision: 1,
        name: 'Whole',
        description: '',
        nodes: WHOLE.nodes,
        edges: [],
        metadata: { ...metadata, tags: ['x'] },
        ...state,
      },
    })
  })
})
