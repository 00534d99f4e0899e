/** Validation of launch inputs by the schema of the start node. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leastThreadCpuMs } from '../testing/thread-cpu.ts'
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

test('patterns are tested, in conditions and keys too', async () => {
  const schema = {
    properties: { code: { pattern: '^[A-Z]{3}$' }, name: { not: { pattern: '^x' } } },
    patternProperties: { '^x-': { type: 'string' } },
    additionalProperties: false,
  }
  expect(await launched(schema, { code: 'ABC', name: 'Ada', 'x-1': 'y' })).toEqual([202, undefined])
  expect(await launched(schema, { code: 'ab', name: 'xy', 'x-1': 1, z: 1 })).toEqual([
    422,
    [
      '/inputs/code must match ^[A-Z]{3}$',
      '/inputs/name is of a kind that is excluded',
      '/inputs/x-1 must be a text, is a number',
      '/inputs/z is not known here',
    ],
  ])
})

test('a pattern that takes too long fails the launch and costs the main thread nothing', async () => {
  const schema = { properties: { a: { pattern: '^(a+)+$' } } }
  const id = await client.store({ nodes: [node('s', 'start', { schema })], edges: [] })
  let reply: { status: number; body: unknown } | undefined
  const ms = await leastThreadCpuMs(1000, async () => {
    reply = await client.call('POST', `/workflows/${id}/execute`, { inputs: { a: `${'a'.repeat(50)}!` } })
  })
  expect(reply).toMatchObject({ status: 422, body: { code: 'VALIDATION_ERROR', details: [{ code: 'TIMED_OUT' }] } })
  expect(ms).toBeLessThan(1000)
})

test('a pattern that is not a regular expression fails the launch', async () => {
  const [status, details] = await launched({ properties: { a: { pattern: '(' } } }, { a: 'x' })
  expect(status).toBe(422)
  expect(String(details)).toMatch(/the schema of the start node "s" has a pattern that is not a regular expression/)
})

test('a schema with an unsupported keyword is saved with a warning and refused at launch', async () => {
  const schema = { properties: { a: { unevaluatedProperties: false } }, $ref: 'https://example.com/schema' }
  const nodes = [node('s', 'start', { schema })]
  const saved = await client.call('POST', '/workflows', { name: 'Unsupported', nodes, edges: [] })
  expect(saved).toMatchObject({ status: 201, body: { warnings: [expect.any(String), expect.any(String)] } })
  const { id } = (saved.body as { data: { id: string } }).data
  const refused = await client.call('POST', `/workflows/${id}/execute`, { inputs: { a: 1 } })
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION_ERROR', details: [{ code: 'UNSUPPORTED_SCHEMA' }, { code: 'UNSUPPORTED_SCHEMA' }] },
  })
  expect(await client.call('POST', '/execute', { workflow: { nodes, edges: [] } })).toMatchObject({ status: 422 })
})
