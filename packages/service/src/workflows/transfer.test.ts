import type { Workflow } from '@millrace/model'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { exampleGraph } from './example.ts'
import { parseYaml, printYaml } from './yaml.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function post(path: string, payload: string | object, type = 'application/json') {
  const headers = { ...service.as('editor'), 'content-type': type }
  const answer = await service.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload })
  return { status: answer.statusCode, body: answer.json() as { data: Workflow; code: string; error: string } }
}

async function exportOf(id: string, format: string) {
  const url = `/api/v1/workflows/${id}/export?format=${format}`
  return service.app.inject({ method: 'GET', url, headers: service.as('viewer') })
}

/** The part of a workflow that a round trip must keep. */
function kept({ id: _, revision: __, machineName: ___, metadata, ...rest }: Workflow) {
  const { createdAt, updatedAt, versionId, updateNumber, ...meta } = metadata
  return { ...rest, metadata: meta }
}

const rich = {
  name: 'Round trip: "quotes", ünïcode, 👍',
  description: 'Line one\nline two\t#not a comment',
  tags: ['yes', 'no', '1.0', 'null'],
  config: { number: 1.5, nothing: null, list: [[], {}, ''], text: '2026-01-01', 'key: with colon': true },
  custom: { deep: [{ a: '---' }, { b: '&anchor *alias !tag' }] },
  ...exampleGraph,
}

describe('export and import', () => {
  test.each(['json', 'yaml'])('a round trip through %s is identity on everything but ids and dates', async (format) => {
    const { data: original } = (await post('/workflows', rich)).body
    const file = await exportOf(original.id, format)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${original.machineName}.${format}"`)
    const type = format === 'json' ? 'application/json' : 'application/yaml'
    const { status, body } = await post('/workflows/import', file.body, type)
    expect(status).toBe(201)
    expect(kept(body.data)).toEqual(kept(original))
    expect(body.data.id).not.toBe(original.id)
  })

  test('the export is the bare document', async () => {
    const { data } = (await post('/workflows', rich)).body
    // What is published and active belongs to this service and is not part of the document.
    const { published_revision, active, has_triggers, has_unpublished_changes, project, ...document } = data
    const state = [published_revision, active, has_triggers, has_unpublished_changes, project]
    expect(state).toEqual([1, true, false, false, 'default'])
    expect((await exportOf(data.id, 'json')).json()).toEqual(document)
    expect((await exportOf(data.id, 'xml')).statusCode).toBe(400)
  })

  test('accepts YAML and JSON text inside {workflow}', async () => {
    const inner = { name: 'Inside', nodes: [], edges: [] }
    for (const workflow of [JSON.stringify(inner), printYaml(inner), inner]) {
      const { status, body } = await post('/workflows/import', { workflow })
      expect([status, body.data.name]).toEqual([201, 'Inside'])
    }
  })

  test('secrets are left out of an export, and placeholders out of an import', async () => {
    const nodes = [
      {
        id: 'm',
        data: { config: { model: 'x', apiKey: 'sk-secret-secret-1111' }, metadata: { node_type_id: 'chat_model' } },
      },
    ]
    const { data } = (await post('/workflows', { name: 'Hidden', nodes, edges: [] })).body
    const file = (await exportOf(data.id, 'yaml')).body
    expect(file).not.toMatch(/sk-|1111/)
    expect((parseYaml(file) as Workflow).nodes[0]?.data?.config).not.toHaveProperty('apiKey')
    const withPlaceholder = await post('/workflows/import', data)
    expect(withPlaceholder.body.data.nodes[0]?.data?.config).toEqual({ model: 'x' })
  })

  test.each([
    ['no nodes', { name: 'x', edges: [] }, 422],
    ['a list', [], 422],
    ['a text that is not a workflow', { workflow: '42' }, 422],
    ['broken JSON inside', { workflow: '{"name": ' }, 400],
    ['a dangling edge', { name: 'x', nodes: [], edges: [{ id: 'e', source: 'a', target: 'b' }] }, 422],
    ['a name that is too long', { name: 'x'.repeat(201), nodes: [], edges: [] }, 422],
  ])('rejects %s and stores nothing', async (_, body, status) => {
    const count = async () =>
      (await service.app.inject({ method: 'GET', url: '/api/v1/workflows', headers: service.as('viewer') })).headers[
        'x-total-count'
      ]
    const before = await count()
    expect(await post('/workflows/import', body)).toMatchObject({ status, body: { code: 'VALIDATION_ERROR' } })
    expect(await count()).toBe(before)
  })
})

describe('YAML', () => {
  test('prints and parses any JSON value back', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto'))
        expect(parseYaml(printYaml(json))).toEqual(json)
      }),
    )
  })

  test.each([
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map((name, at) => `${name}: &${name} [${new Array(9).fill(`*${'abcdefghij'[at]}`)}]`)
        .join('\n')}`,
    ],
    ['deep nesting', '['.repeat(100) + ']'.repeat(100)],
    ['nesting beyond reason', '['.repeat(20_000)],
    ['a number that JSON has not', 'a: .inf'],
    ['a key that could poison', '__proto__: 1'],
    ['broken YAML', 'a: [1, 2'],
    ['the same key twice', 'a: 1\na: 2'],
  ])('rejects %s', async (_, text) => {
    const answer = await post('/workflows/import', text, 'application/yaml')
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })

  test('rejects more than 2 MiB of YAML', async () => {
    const answer = await post('/workflows/import', `a: ${'x'.repeat(2 * 1024 * 1024)}`, 'application/yaml')
    expect(answer).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
  })
})
