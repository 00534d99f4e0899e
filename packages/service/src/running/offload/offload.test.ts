/** Data nodes with large inputs run in worker threads, and nothing on the main thread looks into large values. */
import { LargeJson } from '@millrace/model'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client, type Drawing, edge, jobOf, node } from '../../features/executions/testing/client.ts'
import { isOffloaded } from './offload.ts'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

const ROWS = 20_000
const SOURCE = `return Array.from({ length: ${ROWS} }, (_, i) => ({ id: (i * 7919) % ${ROWS}, name: 'n' + i }))`

/** A large list that goes through several nodes. */
const drawing: Drawing = {
  nodes: [
    node('make', 'code', { source: SOURCE, timeoutMs: 60_000 }),
    node('sort', 'data_operations', { operation: 'sort', key: 'id' }),
    node('again', 'code', { source: 'return data.slice(0, 3)', timeoutMs: 60_000 }),
    node('print', 'json_stringify'),
    node('parse', 'json_parse'),
    node('pick', 'data_extractor', { path: '[1].id' }),
    node('out', 'output', { name: 'rows' }),
  ],
  edges: [
    edge('make:result', 'sort:data'),
    edge('sort:result', 'print:data'),
    edge('sort:result', 'again:data'),
    edge('print:text', 'parse:text'),
    edge('parse:data', 'pick:data'),
    edge('parse:data', 'out:value'),
  ],
}

test('large values pass through data nodes, and nothing on the main thread parses them', async () => {
  const looks = vi.spyOn(LargeJson.prototype, 'value', 'get')
  const detail = await client.run(drawing)
  expect(detail.status).toBe('completed')
  expect(jobOf(detail, 'pick').output_data).toEqual({ value: 1, found: true })
  expect(jobOf(detail, 'sort').output_data).toMatchObject({ output_count: ROWS, result: { $cut: true } })
  expect(jobOf(detail, 'again').output_data?.result).toMatchObject([{ id: 0 }, { id: 1 }, { id: 2 }])
  const whole = await client.call<{ id: number }[]>('GET', `/pipelines/${detail.id}/values/outputs/rows?of=execution`)
  expect(whole.body).toHaveLength(ROWS)
  expect(looks).not.toHaveBeenCalled()
  looks.mockRestore()
})

test('a data node that fails in a worker thread fails as it does on the main thread', async () => {
  const detail = await client.run({
    nodes: [node('make', 'code', { source: "return '{' + 'x'.repeat(100000)" }), node('parse', 'json_parse')],
    edges: [edge('make:result', 'parse:text')],
  })
  expect(jobOf(detail, 'parse')).toMatchObject({ status: 'failed', error_code: 'BAD_JSON' })
})

test('only data nodes with large inputs are sent to a worker thread', () => {
  const large = new LargeJson('[]')
  expect(isOffloaded('json_parse', {}, { text: 'x'.repeat(70_000) })).toBe(true)
  expect(isOffloaded('json_parse', {}, { text: '{}' })).toBe(false)
  expect(isOffloaded('data_operations', { expression: 'id > 3' }, { data: large })).toBe(false)
  expect(isOffloaded('data_operations', {}, { data: large })).toBe(true)
  expect(isOffloaded('http_request', {}, { body: large })).toBe(false)
})
