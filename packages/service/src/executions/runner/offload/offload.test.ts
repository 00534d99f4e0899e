/** Data nodes with large inputs run in worker threads; the main thread never parses large values. */
import { LargeJson } from '@millrace/model'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client, type Drawing, edge, jobOf, node } from '../../testing/client.ts'
import { threadFor } from './offload.ts'

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

test('large values pass through data nodes without being parsed on the main thread', async () => {
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

test('nodes that use the sandbox get large values in a worker thread', async () => {
  const looks = vi.spyOn(LargeJson.prototype, 'value', 'get')
  const loads = vi.spyOn(LargeJson.prototype, 'load')
  const jsonSchema = { items: { properties: { name: { pattern: '^n[0-9]$' }, id: { type: 'integer' } } } }
  const detail = await client.run({
    nodes: [
      node('make', 'code', { source: SOURCE, timeoutMs: 60_000 }),
      node('few', 'code', { source: "return data.slice(0, 300).map((row) => ({ ...row, text: 'x'.repeat(1000) }))" }),
      node('path', 'json_transform', { expression: 'name' }),
      node('sum', 'json_transform', { expression: '$sum(id)' }),
      node('bad', 'json_transform', { expression: '$error("enough")' }),
      node('check', 'json_validator', { jsonSchema }),
      node('fill', 'prompt_template', { template: 'There are {{ data | size }} rows.' }),
      node('filter', 'data_operations', { operation: 'filter', expression: '$length(name) < 3' }),
      node('print', 'json_stringify'),
      node('match', 'regex_extractor', { pattern: 'n(1999[0-9])' }),
      node('branch', 'if_else', { operator: 'expression', expression: '$count(data) > 3' }),
      node('yes', 'text_input', { defaultValue: 'x' }),
      node('caught', 'logger'),
    ],
    edges: [
      ...['few', 'path', 'sum', 'bad', 'fill', 'print', 'branch'].map((id) => edge('make:result', `${id}:data`)),
      edge('few:result', 'check:data'),
      edge('few:result', 'filter:data'),
      edge('print:text', 'match:text'),
      edge('branch:True', 'yes:trigger'),
      edge('bad:error', 'caught:message'),
    ],
  })
  const outputs = (id: string) => jobOf(detail, id).output_data
  expect(detail.status).toBe('completed')
  expect(outputs('path')?.result).toMatchObject({ $cut: true })
  expect(outputs('sum')).toEqual({ result: (ROWS * (ROWS - 1)) / 2 })
  expect(outputs('caught')?.message).toMatchObject({ code: 'EXPRESSION_FAILED' })
  expect(outputs('check')).toMatchObject({ valid: false, data: { $cut: true } })
  expect(outputs('fill')).toEqual({ output: `There are ${ROWS} rows.`, missing_variables: [] })
  expect(outputs('filter')).toMatchObject({ output_count: 10 })
  expect(outputs('match')).toMatchObject({ groups: { 1: '19990' } })
  expect(jobOf(detail, 'yes').status).toBe('completed')
  expect([looks.mock.calls, loads.mock.calls]).toEqual([[], []])
  looks.mockRestore()
  loads.mockRestore()
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
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, name: `row ${at}` }))
  expect(threadFor('json_parse', {}, { text: 'x'.repeat(70_000) })).toBe('pure')
  expect(threadFor('json_parse', {}, { text: '{}' })).toBeUndefined()
  expect(threadFor('data_operations', { expression: 'id > 3' }, { data: large })).toBe('sandboxed')
  expect(threadFor('data_operations', {}, { data: large })).toBe('pure')
  expect(threadFor('data_operations', {}, { data: rows })).toBe('pure')
  expect(threadFor('json_validator', {}, { data: rows.slice(0, 10) })).toBeUndefined()
  expect(threadFor('json_validator', {}, { data: rows })).toBe('sandboxed')
  expect(threadFor('http_request', {}, { body: large })).toBeUndefined()
})
