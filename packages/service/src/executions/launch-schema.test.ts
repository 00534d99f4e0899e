/** Validation of launch inputs by the schema of the start node. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, node } from './testing/client.ts'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

async function launched(schema: object, inputs: object) {
  const id = await client.store({ nodes: [node('s', 'start', { schema })], edges: [] })
  const { status, body } = await client.call('POST', `/workflows/${id}/execute`, { inputs })
  return [
    status,
    (body as { details?: { path: string; message: string }[] }).details?.map((one) => `${one.path} ${one.message}`),
  ]
}

test('references, conditions and exclusions are checked', async () => {
  const schema = {
    $defs: { name: { type: 'string', minLength: 1 } },
    properties: { name: { $ref: '#/$defs/name' }, kind: { not: { const: 'none' } } },
    dependentRequired: { name: ['kind'] },
  }
  expect(await launched(schema, { name: 'Ada', kind: 'x' })).toEqual([202, undefined])
  expect(await launched(schema, { name: '' })).toEqual([
    422,
    ['/inputs/name must not be empty', '/inputs/kind is required because there is "name"'],
  ])
  expect(await launched(schema, { kind: 'none' })).toEqual([422, ['/inputs/kind is of a kind that is excluded']])
})

test('patterns are left to nodes, and nothing is refused because of that', async () => {
  const endless = { pattern: '^(a+)+$' }
  const schema = {
    properties: { a: endless, b: { not: endless } },
    patternProperties: { '^x': { type: 'string' } },
    additionalProperties: false,
  }
  const text = `${'a'.repeat(50)}!`
  expect(await launched(schema, { a: text, b: text, 'x-1': 'y' })).toEqual([202, undefined])
})

test('a workflow whose schema cannot be checked runs as before', async () => {
  const schema = { unevaluatedProperties: false, $ref: 'https://example.com/schema' }
  expect(await launched(schema, { a: 1 })).toEqual([202, undefined])
})
