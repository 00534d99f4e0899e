import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { exampleWorkflow } from './example.ts'

const ROOT = join(import.meta.dirname, '../../../..')

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function validate(payload: object) {
  const headers = service.as('viewer')
  const answer = await service.app.inject({ method: 'POST', url: '/api/v1/workflows/validate', headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}

test('returns the bare result for a valid workflow', async () => {
  expect(await validate(exampleWorkflow)).toEqual({
    status: 200,
    body: {
      success: true,
      message: 'Workflow checked',
      data: {
        valid: true,
        errors: [],
        warnings: [],
        suggestions: ['Add a start: it says where the workflow begins and what it takes'],
        problems: [
          {
            code: 'ADD_START',
            severity: 'suggestion',
            message: 'Add a start: it says where the workflow begins and what it takes',
          },
        ],
      },
    },
  })
})

test('replies with 200 and all problems for an invalid workflow', async () => {
  const [first, second] = exampleWorkflow.nodes
  const { status, body } = await validate({
    ...exampleWorkflow,
    nodes: [
      first,
      second,
      { id: 'x', type: 'made_up' },
      { id: 'j', data: { metadata: { id: 'json_transform' }, config: { expression: '((' } } },
    ],
    edges: [...exampleWorkflow.edges, { id: 'e2', source: 'nobody', target: 'x' }],
  })
  expect([status, body.data.valid]).toEqual([200, false])
  expect(
    body.data.problems
      .filter((one: { severity: string }) => one.severity === 'error')
      .map((one: { code: string }) => one.code),
  ).toEqual(['DANGLING_EDGE', 'UNKNOWN_NODE_TYPE', 'BAD_EXPRESSION', 'MISSING_INPUT'])
})

test('accepts every body that can be created: id, metadata, nodes and edges may be missing', async () => {
  const { id: _, metadata: __, ...rest } = exampleWorkflow
  for (const body of [
    rest,
    { ...exampleWorkflow, id: 'no-uuid' },
    { name: 'Empty' },
    { name: '', nodes: [], edges: [] },
  ]) {
    expect(await validate(body)).toMatchObject({ status: 200, body: { data: { valid: true } } })
  }
})

test('a misspelt setting for values that are not kept is refused, here and when it is saved', async () => {
  const payload = { name: 'Private', nodes: [], edges: [], config: { keep_values: 'None' } }
  const saved = { method: 'POST', url: '/api/v1/workflows', headers: service.as('editor'), payload } as const
  for (const body of [(await validate(payload)).body, (await service.app.inject(saved)).json()]) {
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: '/config/keep_values' }] })
  }
  const kept = { ...payload, config: { keep_values: 'none', theirs: 'None' } }
  expect(await validate(kept)).toMatchObject({ status: 200, body: { data: { valid: true } } })
})

const examples = globSync('examples/*/*.json', { cwd: ROOT }).sort()

test('there are examples to validate', () => expect(examples.length).toBeGreaterThan(4))

test.each(examples)('validates and saves %s unchanged', async (file) => {
  const document = JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
  const { status, body } = await validate(document)
  expect(status).toBe(200)
  // One example uses a custom node, which this service does not have.
  const problems: { code: string; severity: string }[] = body.data.problems
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)
  expect(errors.filter((code) => code !== 'UNKNOWN_NODE_TYPE')).toEqual([])
  const request = {
    method: 'POST',
    url: '/api/v1/workflows',
    headers: service.as('editor'),
    payload: document,
  } as const
  const saved = await service.app.inject(request)
  expect(saved.statusCode).toBe(201)
  expect(saved.json().warnings).toHaveLength(errors.length)
  await service.services.workflows.remove(saved.json().data.id, undefined)
})

test('a schema with unsupported keywords is an error with keyword and place', async () => {
  const schemas = {
    start: { schema: { properties: { a: { unevaluatedProperties: false } } } },
    json_validator: { jsonSchema: { $ref: 'https://example.com/schema' } },
    form: { message: 'x', schema: { properties: { a: { allOf: [{ $ref: '#/$defs/none' }] } } } },
  }
  const nodes = Object.entries(schemas).map(([id, config]) => ({ id, data: { label: id, metadata: { id }, config } }))
  const { body } = await validate({ name: 'Schemas', nodes, edges: [] })
  const found = body.data.problems.filter((one: { code: string }) => one.code === 'UNSUPPORTED_SCHEMA')
  expect(found.map(({ nodeId, path, severity }: Record<string, unknown>) => [nodeId, path, severity])).toEqual([
    ['start', '/schema/properties/a', 'error'],
    ['json_validator', '/jsonSchema', 'error'],
    ['form', '/schema/properties/a/allOf/0', 'error'],
  ])
  expect(found[0].message).toBe(
    'Node "start": the schema at "schema/properties/a" uses "unevaluatedProperties", which is not supported',
  )
})

test('rejects a body that cannot be created', async () => {
  expect(await validate({ ...exampleWorkflow, name: 'x'.repeat(201) })).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION_ERROR', details: [{ path: '/name' }] },
  })
  for (const body of [
    {},
    { name: 'x', nodes: {} },
    { name: 'x', nodes: [{}] },
    { name: 'x', tags: ['x'.repeat(51)] },
  ]) {
    expect((await validate(body)).status).toBe(422)
  }
})

test('validating saves nothing', async () => {
  await validate(exampleWorkflow)
  const answer = await service.app.inject({ method: 'GET', url: '/api/v1/workflows', headers: service.as('viewer') })
  expect(answer.json().data).toEqual([])
})
