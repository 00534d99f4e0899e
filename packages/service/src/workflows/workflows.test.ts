import type { Workflow } from '@millrace/model'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { exampleGraph } from './example.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

interface Answer<T = Workflow> {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: {
    success: boolean
    data: T
    message: string
    error: string
    code: string
    details?: { code: string; path: string }[]
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function call<T = Workflow>(
  method: Method,
  path: string,
  body?: unknown,
  headers: object = {},
): Promise<Answer<T>> {
  const answer = await service.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...service.as('editor'), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

async function create(body: object = {}): Promise<Workflow> {
  const { status, body: answer } = await call('POST', '/workflows', { name: 'Cats', ...exampleGraph, ...body })
  expect(status).toBe(201)
  return answer.data
}

/** A version is a document without the state of the workflow. */
function documentOf(workflow: Workflow): Workflow {
  const { published_revision, active, has_triggers, has_unpublished_changes, project, ...document } = workflow
  return document
}

describe('create', () => {
  test.each(['flowdrop', 'millrace', 'agentspec'])('keeps the format name it was saved with: %s', async (format) => {
    const made = await create({ metadata: { format } })
    const copy = (await call('POST', '/workflows/import', made)).body.data
    const saved = (await call('PUT', `/workflows/${made.id}`, { name: 'Saved', metadata: made.metadata })).body.data
    expect([made, copy, saved].map(({ metadata }) => metadata.format)).toEqual([format, format, format])
  })

  test('assigns a UUID, creates the metadata and keeps every unknown key', async () => {
    const given = {
      name: 'Tom & Jerry',
      tags: ['a', 'b'],
      config: { kanban: {} },
      host: { label: 'x' },
      metadata: { extra: 1 },
    }
    const { status, headers, body } = await call('POST', '/workflows', given)
    expect(status).toBe(201)
    expect(headers.etag).toBe('"1"')
    expect(body).toEqual({
      success: true,
      message: 'Workflow created',
      warnings: [],
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        machineName: 'tom_jerry',
        revision: 1,
        name: 'Tom & Jerry',
        description: '',
        nodes: [],
        edges: [],
        config: { kanban: {} },
        host: { label: 'x' },
        published_revision: 1,
        active: true,
        has_triggers: false,
        has_unpublished_changes: false,
        project: 'default',
        metadata: {
          extra: 1,
          author: 'editor token',
          format: 'millrace',
          tags: ['a', 'b'],
          schemaVersion: '1.0.0',
          version: '1.0.0',
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: expect.stringMatching(/Z$/),
          versionId: expect.any(String),
          updateNumber: 1,
        },
      },
    })
  })

  test('uses an unused UUID sent by the client; any other id is ignored', async () => {
    const id = '11111111-2222-4333-8444-555555555555'
    expect((await create({ id })).id).toBe(id)
    const again = await call('POST', '/workflows', { name: 'Again', id })
    expect(again).toMatchObject({ status: 409, body: { success: false, code: 'ALREADY_EXISTS' } })
    expect((await create({ id: 'sample_chat' })).id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('machine names are unique and accepted in place of an id', async () => {
    const first = await create({ name: 'Unique Name' })
    const second = await create({ name: 'unique name!' })
    expect([first.machineName, second.machineName]).toEqual(['unique_name', 'unique_name_2'])
    expect((await call('GET', '/workflows/unique_name_2')).body.data.id).toBe(second.id)
  })

  test('ids are case-insensitive', async () => {
    const { id } = await create({ name: 'Large letters', ...exampleGraph })
    const large = id.toUpperCase()
    const started = await call<{ execution_id: string }>('POST', `/workflows/${large}/execute`)
    const listed = await call<{ id: string }[]>('GET', `/executions?workflow_id=${large}`)
    expect(listed.body.data.map((one) => one.id)).toEqual([started.body.data.execution_id])
    expect((await call('PUT', `/workflows/${large}`, { name: 'Larger' })).body.data).toMatchObject({ id, revision: 2 })
    expect((await call('GET', `/workflows/${large}`)).body.data).toMatchObject({ id, name: 'Larger' })
  })

  test.each([
    ['no name', {}, '/name'],
    ['an empty name', { name: '' }, '/name'],
    ['a name of 201 characters', { name: '👍'.repeat(201) }, '/name'],
    ['a description of 1001 characters', { name: 'x', description: 'd'.repeat(1001) }, '/description'],
    ['21 tags', { name: 'x', tags: new Array(21).fill('t') }, '/tags'],
    ['a tag of 51 characters', { name: 'x', tags: ['t'.repeat(51)] }, '/tags/0'],
    ['an empty node id', { name: 'x', nodes: [{ id: '' }] }, '/nodes/0/id'],
    ['a node id twice', { name: 'x', nodes: [{ id: 'a' }, { id: 'a' }] }, '/nodes/1/id'],
    [
      'an edge to nowhere',
      { name: 'x', nodes: [{ id: 'a' }], edges: [{ id: 'e', source: 'a', target: 'b' }] },
      '/edges/0/target',
    ],
    [
      'a handle of another node',
      {
        name: 'x',
        nodes: [{ id: 'a' }, { id: 'b' }],
        edges: [{ id: 'e', source: 'a', target: 'b', sourceHandle: 'b-output-x' }],
      },
      '/edges/0/sourceHandle',
    ],
  ])('%s cannot be saved', async (_, body, path) => {
    const before = (await call<unknown[]>('GET', '/workflows')).headers['x-total-count']
    const refused = await call('POST', '/workflows', body)
    expect(refused).toMatchObject({ status: 422, body: { success: false, code: 'VALIDATION_ERROR' } })
    expect(refused.body.details?.[0]?.path).toBe(path)
    expect((await call<unknown[]>('GET', '/workflows')).headers['x-total-count']).toBe(before)
  })

  test('the limit of 200 characters counts code points', async () => {
    expect((await create({ name: '👍'.repeat(200) })).name).toBe('👍'.repeat(200))
  })

  test('saves an invalid workflow and leaves its problems to validation', async () => {
    const draft = await create({ nodes: [{ id: 'x', type: 'made_up', data: { config: { a: 1 } } }], edges: [] })
    expect(draft.nodes).toMatchObject([{ id: 'x', type: 'made_up', data: { config: { a: 1 } } }])
  })
})

test('rejects more than 500 triggers', async () => {
  const hooks = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `hook${at}`,
      type: 'webhook_trigger',
      position: { x: 0, y: 0 },
      data: { label: 'Hook', config: { path: `many-${at}` } },
    }))
  expect((await call('POST', '/workflows', { name: 'Many', nodes: hooks(500), edges: [] })).status).toBe(201)
  const refused = await call('POST', '/workflows', { name: 'Too many', nodes: hooks(501), edges: [] })
  expect(refused).toMatchObject({ status: 422, body: { code: 'VALIDATION_ERROR' } })
  expect(refused.body.error).toContain('at most 500')
})

describe('read and change', () => {
  let workflow: Workflow
  beforeEach(async () => {
    workflow = await create({ name: 'Change me' })
  })

  test('a read returns the document and its entity tag', async () => {
    const { status, headers, body } = await call('GET', `/workflows/${workflow.id}`)
    expect([status, headers.etag, body.message]).toEqual([
      200,
      expect.stringMatching(/^"1\.[\w-]{22}"$/),
      'Workflow found',
    ])
    expect(body.data).toEqual(workflow)
    // Without copies of node types the reply depends on the revision alone, and so does its tag.
    expect((await call('GET', `/workflows/${workflow.id}?types=referenced`)).headers.etag).toBe('"1"')
  })

  test('an update changes only the fields it sends', async () => {
    service.clock.advance(1000)
    const { status, body } = await call('PUT', `/workflows/${workflow.id}`, {
      description: 'new',
      metadata: { author: 'Bo' },
    })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...workflow,
      description: 'new',
      revision: 2,
      published_revision: 2,
      metadata: {
        ...workflow.metadata,
        author: 'Bo',
        updateNumber: 2,
        updatedAt: expect.not.stringMatching(workflow.metadata.updatedAt),
        versionId: expect.not.stringMatching(workflow.metadata.versionId),
      },
    })
  })

  test('accepts a whole document as a client received it', async () => {
    const { status, body } = await call('PUT', `/workflows/${workflow.id}`, {
      ...workflow,
      name: 'Renamed',
      revision: undefined,
    })
    expect([status, body.data.name, body.data.machineName]).toEqual([200, 'Renamed', workflow.machineName])
  })

  test('rejects a stale If-Match or revision; a save with neither wins', async () => {
    await call('PUT', `/workflows/${workflow.id}`, { name: 'Second' })
    const stale = { status: 409, body: { success: false, code: 'STALE_VERSION' } }
    expect(await call('PUT', `/workflows/${workflow.id}`, { name: 'x', revision: 1 })).toMatchObject(stale)
    expect(await call('PUT', `/workflows/${workflow.id}`, { name: 'x' }, { 'if-match': '"1"' })).toMatchObject(stale)
    expect(await call('PUT', `/workflows/${workflow.id}`, { name: 'x' }, { 'if-match': 'nonsense' })).toMatchObject(
      stale,
    )
    expect(await call('DELETE', `/workflows/${workflow.id}`, undefined, { 'if-match': '"1"' })).toMatchObject(stale)
    expect((await call('GET', `/workflows/${workflow.id}`)).body.data.name).toBe('Second')
    expect((await call('PUT', `/workflows/${workflow.id}`, { name: 'Third' }, { 'if-match': '"2"' })).status).toBe(200)
    expect((await call('PUT', `/workflows/${workflow.id}`, { name: 'Fourth', revision: 3 })).status).toBe(200)
    expect((await call('PUT', `/workflows/${workflow.id}`, { name: 'Fifth' })).body.data.revision).toBe(5)
  })

  test('a stale metadata.versionId, as older clients send it, is ignored', async () => {
    const body = { name: 'x', metadata: { ...workflow.metadata, versionId: 'old' } }
    expect((await call('PUT', `/workflows/${workflow.id}`, body)).status).toBe(200)
  })

  test('keeps all concurrent saves', async () => {
    const saves = Array.from({ length: 4 }, (_, at) => call('PUT', `/workflows/${workflow.id}`, { [`key${at}`]: at }))
    expect((await Promise.all(saves)).map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    const { data } = (await call('GET', `/workflows/${workflow.id}`)).body
    expect(data).toMatchObject({ revision: 5, key0: 0, key1: 1, key2: 2, key3: 3 })
  })

  test('an unknown workflow is 404', async () => {
    for (const [method, path] of [
      ['GET', '/workflows/nobody'],
      ['PUT', '/workflows/nobody'],
      ['DELETE', '/workflows/nobody'],
      ['GET', '/workflows/nobody/export'],
      ['GET', '/workflows/nobody/versions'],
      ['GET', `/workflows/${workflow.id}/versions/9`],
    ] as const) {
      const answer = await call(method, path, method === 'PUT' ? {} : undefined)
      expect(answer, `${method} ${path}`).toMatchObject({ status: 404, body: { success: false, code: 'NOT_FOUND' } })
    }
  })

  test('deleting removes everything that belongs to the workflow', async () => {
    await call('PUT', `/workflows/${workflow.id}`, { name: 'x' })
    expect((await call('DELETE', `/workflows/${workflow.id}`)).body).toEqual({
      success: true,
      message: 'Workflow deleted',
    })
    expect((await call('GET', `/workflows/${workflow.id}`)).status).toBe(404)
    expect((await call('GET', `/workflows/${workflow.id}/versions/1`)).status).toBe(404)
    expect((await call('DELETE', `/workflows/${workflow.id}`)).status).toBe(404)
  })
})

describe('list', () => {
  test('searches, filters, sorts, pages and returns the total', async () => {
    for (const [name, tags] of [
      ['Zebra stripes', ['listed', 'Wild']],
      ['apple pie', ['listed']],
      ['Mango ZEBRA', ['listed', 'fruit']],
    ] as const) {
      await create({ name, tags })
      service.clock.advance(10)
    }
    const names = async (query: string) =>
      (await call<Workflow[]>('GET', `/workflows?${query}`)).body.data.map((one) => one.name)
    expect(await names('tags=listed')).toEqual(['Mango ZEBRA', 'apple pie', 'Zebra stripes'])
    expect(await names('tags=listed&sort=name&order=asc')).toEqual(['apple pie', 'Mango ZEBRA', 'Zebra stripes'])
    expect(await names('tags=listed&search=zebra&sort=created_at&order=asc')).toEqual(['Zebra stripes', 'Mango ZEBRA'])
    expect(await names('tags=wild,FRUIT&sort=name&order=asc')).toEqual(['Mango ZEBRA', 'Zebra stripes'])
    expect(await names('tags=listed&limit=1&offset=1')).toEqual(['apple pie'])
    const { headers, body } = await call<Workflow[]>('GET', '/workflows?tags=listed&limit=2')
    expect([headers['x-total-count'], headers['x-page-size'], headers['x-page-offset']].map(String)).toEqual([
      '3',
      '2',
      '0',
    ])
    expect(body).toMatchObject({ success: true, message: 'Found 3 workflows' })
  })

  test('a page ends before 16 MiB, and its size gives the offset of the next one', async () => {
    const tags = ['heavy']
    for (const name of ['One', 'Two', 'Three']) await create({ name, tags, extra: 'x'.repeat(7 * 2 ** 20) })
    const first = await call<Workflow[]>('GET', '/workflows?tags=heavy&limit=3&sort=name&order=asc')
    expect(first.body.data.map(({ name }) => name)).toEqual(['One', 'Three'])
    expect([first.headers['x-total-count'], first.headers['x-page-size']].map(String)).toEqual(['3', '2'])
    const next = await call<Workflow[]>('GET', '/workflows?tags=heavy&limit=3&sort=name&order=asc&offset=2')
    expect(next.body.data.map(({ name }) => name)).toEqual(['Two'])
    expect(String(next.headers['x-page-size'])).toBe('3')
  })

  test('lists the tags of all workflows, for viewers too', async () => {
    await create({ name: 'One', tags: ['Shelf-A', 'shelf-b'] })
    await create({ name: 'Two', tags: ['shelf-a'] })
    const { status, headers, body } = await call('GET', '/tags?search=SHELF&limit=1', undefined, service.as('viewer'))
    expect([status, String(headers['x-total-count'])]).toEqual([200, '2'])
    expect(body.data).toEqual([{ tag: 'Shelf-A', count: 2 }])
    const refused = await call('GET', '/tags?limit=1001')
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'sort=size', 'order=up', `search=${'s'.repeat(101)}`])(
    'rejects a parameter out of range: %s',
    async (query) => {
      expect(await call('GET', `/workflows?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      })
    },
  )
})

describe('versions', () => {
  test('every save is a version that can be listed, read, compared and restored', async () => {
    const workflow = await create({ name: 'First', extra: 1 })
    await call('PUT', `/workflows/${workflow.id}`, { name: 'Second', nodes: [], edges: [], extra: 2, more: true })
    const list = await call<{ revision: number; savedBy: string }[]>('GET', `/workflows/${workflow.id}/versions`)
    expect(list.body.data.map((one) => [one.revision, one.savedBy])).toEqual([
      [2, 'editor token'],
      [1, 'editor token'],
    ])
    expect((await call('GET', `/workflows/${workflow.id}/versions/1`)).body.data).toEqual(documentOf(workflow))
    const diff = await call<object>('GET', `/workflows/${workflow.id}/versions/diff?from=1`)
    expect(diff.body.data).toMatchObject({
      workflow: [
        { path: '/name', from: 'First', to: 'Second' },
        { path: '/extra', from: 1, to: 2 },
        { path: '/more', to: true },
      ],
      nodes: {
        added: [],
        removed: [
          { id: 'text_input.1', label: 'Name' },
          { id: 'text_output.1', label: 'Greeting' },
        ],
      },
      edges: { removed: [{ id: 'e1' }] },
    })
    const restored = await call('POST', `/workflows/${workflow.id}/versions/1/restore`)
    expect(restored.body.data).toEqual({
      ...workflow,
      revision: 3,
      published_revision: 3,
      metadata: { ...workflow.metadata, updateNumber: 3, updatedAt: expect.any(String), versionId: expect.any(String) },
    })
  })

  test('is identified by its revision or its version id in every operation', async () => {
    const first = await create({ name: 'First' })
    const { id } = first
    const second = (await call('PUT', `/workflows/${id}`, { name: 'Second' })).body.data
    const [one, two] = [first.metadata.versionId, second.metadata.versionId]
    expect((await call('GET', `/workflows/${id}/versions/${one}`)).body.data).toEqual(documentOf(first))
    expect((await call('GET', `/workflows/${id}/versions/${two.toUpperCase()}`)).body.data).toEqual(documentOf(second))
    const change = { workflow: [{ path: '/name', from: 'First', to: 'Second' }] }
    for (const query of [`from=${one}`, `from=${one}&to=${two}`, `from=1&to=${two}`]) {
      expect((await call('GET', `/workflows/${id}/versions/diff?${query}`)).body.data).toMatchObject(change)
    }
    const restored = await call('POST', `/workflows/${id}/versions/${one}/restore`)
    expect(restored.body.data).toMatchObject({ name: 'First', revision: 3 })
  })

  test('is 404 if unknown and 400 if malformed', async () => {
    const { id } = await create({ name: 'Only' })
    const other = await create({ name: 'Other' })
    for (const key of ['2', '999999999999999', other.metadata.versionId]) {
      expect((await call('GET', `/workflows/${id}/versions/${key}`)).status).toBe(404)
      expect((await call('POST', `/workflows/${id}/versions/${key}/restore`)).status).toBe(404)
      expect((await call('GET', `/workflows/${id}/versions/diff?from=${key}`)).status).toBe(404)
    }
    for (const key of ['0', '-1', '1.5', 'latest', '1e3']) {
      expect((await call('GET', `/workflows/${id}/versions/${key}`)).status).toBe(400)
      expect((await call('GET', `/workflows/${id}/versions/diff?from=${key}`)).status).toBe(400)
    }
  })
})

describe('secrets', () => {
  const SECRET = 'sk-live-abcdefghijkl-9876'
  const model = (config: object) => ({
    nodes: [
      {
        id: 'm',
        type: 'universalNode',
        data: { label: 'M', config: { model: 'x', ...config }, metadata: { node_type_id: 'chat_model' } },
      },
    ],
    edges: [],
  })
  const keyOf = (workflow: Workflow) => workflow.nodes[0]?.data?.config?.apiKey

  test('are read as placeholders, kept when a placeholder is saved, and restored with their version', async () => {
    const workflow = await create(model({ apiKey: SECRET }))
    expect(keyOf(workflow)).toBe('__secret__:9876')
    const stored = () => service.services.store.workflows.get(workflow.id)
    const opened = async () => {
      const found = await stored()
      return JSON.parse(service.services.vault.open(found?.secrets ?? new Uint8Array(), workflow.id))
    }
    await call('PUT', `/workflows/${workflow.id}`, { nodes: workflow.nodes, edges: [] })
    expect(await opened()).toEqual({ m: { '/apiKey': SECRET } })
    await call('PUT', `/workflows/${workflow.id}`, model({ apiKey: 'another-secret-5555' }))
    expect(await opened()).toEqual({ m: { '/apiKey': 'another-secret-5555' } })
    await call('POST', `/workflows/${workflow.id}/versions/1/restore`)
    expect(await opened()).toEqual({ m: { '/apiKey': SECRET } })
    expect((await stored())?.document).not.toContain('abcdefghijkl')
  })
})
