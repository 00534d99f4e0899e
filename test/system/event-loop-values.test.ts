/**
 * Large values in runs: nodes with effects, edges that convert, loops, calls and replies. None of them blocks the
 * event loop of the main thread.
 */
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killAll } from './program.ts'
import { manyMaps } from './support/expensive-bodies.ts'
import { WatchedProgram } from './support/loop-gaps.ts'

/** Longest gap in milliseconds: 10 to 35 on two busy cores. Without slices and threads it was 110 to 660. */
const MOST_MS = 50

/** 6 MB of small objects. */
const ROWS = 'Array.from({ length: 150000 }, (_, i) => ({ id: (i * 7919) % 150000, name: "n" + i, on: true }))'
const LARGE_ITEMS = 'Array.from({ length: 70 }, (_, i) => ({ id: i, text: "lorem ipsum ".repeat(8500) }))'

function node(id: string, type: string, config: object = {}): object {
  const metadata = { node_type_id: type, id: type }
  return { id, type: 'universalNode', position: { x: 0, y: 0 }, data: { label: id, config, metadata } }
}

function edge(from: string, to: string): object {
  const [source, out] = from.split(':')
  const [target, input] = to.split(':')
  const handles = { sourceHandle: `${source}-output-${out}`, targetHandle: `${target}-input-${input}` }
  return { id: `${from}-${to}`, source, target, ...handles }
}

const make = (made: string) => node('make', 'code', { source: `return ${made}`, memoryMb: 256, timeoutMs: 60_000 })

let watched: WatchedProgram
let upstream: Server
let address = ''

beforeAll(async () => {
  const rows = JSON.stringify(Array.from({ length: 120_000 }, (_, at) => ({ id: at, name: `name ${at}`, on: true })))
  upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(request.method === 'GET' ? rows : '{}')
    })
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const bound = upstream.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/`
  watched = await WatchedProgram.start('--egress-allow', '127.0.0.1')
})
afterAll(async () => {
  upstream.close()
  await watched.program.stop()
  killAll()
})

/** Runs a stored workflow until it is over. */
async function run(id: string, body: string): Promise<void> {
  const started = await watched.ask(`/workflows/${id}/execute`, { body })
  expect(started.status, started.body.slice(0, 500)).toBe(202)
  const execution: string = JSON.parse(started.body).data.execution_id
  await expect
    .poll(async () => JSON.parse((await watched.ask(`/pipelines/${execution}/status`, { method: 'GET' })).body).data, {
      interval: 50,
    })
    .toMatchObject({ status: 'completed' })
}

const rowSchema = { type: 'array', items: { required: ['id'], properties: { id: { type: 'integer' } } } }

test.each<readonly [string, string, readonly object[], readonly (readonly [string, string])[]]>([
  [
    'expressions, schemas and branches',
    ROWS,
    [
      node('a', 'json_transform', { expression: '$sum(id)' }),
      node('b', 'json_validator', { jsonSchema: rowSchema }),
      node('c', 'if_else', { operator: 'expression', expression: '$count(data) > 3' }),
    ],
    [
      ['make:result', 'a:data'],
      ['make:result', 'b:data'],
      ['b:data', 'c:data'],
    ],
  ],
  [
    'templates, patterns and conversions',
    ROWS,
    [
      node('a', 'prompt_template', { template: 'There are {{ data | size }} rows.' }),
      node('b', 'json_stringify'),
      node('c', 'text_find_replace', { findText: '"n(1)"', replaceText: '$1', useRegex: true }),
      node('d', 'csv_write'),
      node('e', 'data_mapper', {
        dynamicInputs: [{ name: 'rows', dataType: 'json' }],
        dynamicOutputs: [{ name: 'rows', dataType: 'json' }],
      }),
    ],
    [
      ['make:result', 'a:data'],
      ['a:output', 'b:data'],
      ['make:result', 'e:rows'],
      ['e:rows', 'c:text'],
      ['e:rows', 'd:rows'],
    ],
  ],
  [
    'a loop over large items, and their results',
    LARGE_ITEMS,
    [node('each', 'foreach'), node('work', 'json_stringify'), node('out', 'data_operations', { operation: 'unique' })],
    [
      ['make:result', 'each:items'],
      ['each:item', 'work:data'],
      ['work:text', 'each:loop_back'],
      ['each:results', 'out:data'],
    ],
  ],
])('%s', async (what, made, nodes, edges) => {
  const document = { name: what, nodes: [make(made), ...nodes], edges: edges.map(([from, to]) => edge(from, to)) }
  const id = await watched.create(document)
  await watched.expectGapBelow(MOST_MS, what, () => run(id, '{}'))
})

test('an HTTP request with a large answer, and one with a large body', async () => {
  const id = await watched.create({
    name: 'Calls',
    nodes: [
      node('get', 'http_request', { url: address }),
      node('post', 'http_request', { url: address, method: 'POST' }),
    ],
    edges: [edge('get:json', 'post:body')],
  })
  await watched.expectGapBelow(MOST_MS, 'http_request', () => run(id, '{}'))
})

test('launch inputs with 67,000 keys that are passed to code', async () => {
  const id = await watched.create({
    name: 'Launched',
    nodes: [node('s', 'start'), node('use', 'code', { source: 'return Object.keys(data)' })],
    edges: [edge('s:inputs', 'use:data')],
  })
  const body = `{"inputs":{"s":${manyMaps(7)}}}`
  await watched.expectGapBelow(MOST_MS, 'launch inputs', () => run(id, body))
})

test('a webhook that answers with large outputs', async () => {
  await watched.create({
    name: 'Hooked',
    nodes: [
      node('hook', 'webhook_trigger', { path: 'large', respond: 'finished' }),
      make(ROWS),
      node('out', 'output', { name: 'rows' }),
    ],
    edges: [edge('hook:body', 'make:data'), edge('make:result', 'out:value')],
  })
  const { status, body } = await watched.askWithin(MOST_MS, '/hooks/large', { body: '1' })
  expect(status).toBe(200)
  expect(body.length).toBeGreaterThan(5_000_000)
})
