/** A save with a wrongly typed field of a node or edge is rejected, and the error names the field. */
import type { Workflow } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

let service: TestService
let stored: string
beforeAll(async () => {
  service = await testService()
  stored = (await send('POST', '/workflows', { name: 'Stored', nodes: [], edges: [] })).body.data.id
})
afterAll(() => service[Symbol.asyncDispose]())

interface Reply {
  readonly data: Workflow
  readonly code: string
  readonly details: readonly { readonly path: string }[]
}

async function send(method: 'POST' | 'PUT', path: string, payload: object) {
  const answer = await service.app.inject({ method, url: `/api/v1${path}`, headers: service.as('editor'), payload })
  return { status: answer.statusCode, body: answer.json<Reply>() }
}

/** A field by its path, a value of its type, and the wrong ones. */
type Row = readonly [path: string, right: unknown, ...wrong: unknown[]]

const text = (path: string): Row => [path, 'a text', 7, true, null, ['a'], { a: 1 }]
const flag = (path: string): Row => [path, true, 'true', 1, null, [], {}]
const number = (path: string): Row => [path, 1.5, '1.5', true, null, [], {}]
const whole = (path: string): Row => [path, 2, 2.5, '2', false, null, {}]
const object = (path: string): Row => [path, { own: [1, { deep: null }] }, 'text', 1, true, null, []]

const NODE: readonly Row[] = [
  text('type'),
  object('data'),
  ['position', { x: 1, y: 2, own: 'z' }, 'text', null, [1, 2]],
  number('position/x'),
  number('position/y'),
  flag('deletable'),
  text('data/label'),
  object('data/config'),
  object('data/metadata'),
  object('data/extensions'),
  flag('data/isProcessing'),
  text('data/error'),
  object('data/executionInfo'),
  text('data/executionInfo/status'),
  whole('data/executionInfo/executionCount'),
  ['data/executionInfo/lastExecuted', '2026-01-01T12:00:00.000Z', 'yesterday', '', 1767268800000, null, {}],
  number('data/executionInfo/lastExecutionDuration'),
  text('data/executionInfo/lastError'),
  flag('data/executionInfo/isExecuting'),
]

const EDGE: readonly Row[] = [
  ['source', 'a', 1, null, {}],
  ['target', 'b', 1, null, {}],
  text('type'),
  flag('selectable'),
  flag('deletable'),
  object('data'),
  text('data/label'),
  text('data/condition'),
  object('data/metadata'),
  text('data/metadata/edgeType'),
  text('data/metadata/sourcePortDataType'),
  flag('data/isToolConnection'),
  text('data/targetNodeType'),
  text('data/targetCategory'),
]

/** An object with a value at a path. */
function at(path: readonly string[], value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = path
  return { [key]: rest.length === 0 ? value : at(rest, value) }
}

const POSITION = { x: 0, y: 0 }
const ENDS = { id: 'e', source: 'a', target: 'b', sourceHandle: 'a-output-x', targetHandle: 'b-input-y' }

function workflow(kind: string, path: string, value: unknown) {
  const field = at(path.split('/'), value)
  const position = path.startsWith('position/') ? { position: { ...POSITION, ...(field.position as object) } } : {}
  const own = { own: 'kept', ...field, ...position }
  const nodes = [{ id: 'a', position: POSITION, ...(kind === 'nodes' ? own : {}) }, { id: 'b' }]
  return { name: 'Typed', nodes, edges: [{ ...ENDS, ...(kind === 'edges' ? own : {}) }] }
}

const rows = [
  ...NODE.map(([path, right, ...wrong]) => ({ kind: 'nodes' as const, path, right, wrong })),
  ...EDGE.map(([path, right, ...wrong]) => ({ kind: 'edges' as const, path, right, wrong })),
]

describe.each(rows)('/$kind/0/$path', ({ kind, path, right, wrong }) => {
  test('rejects a wrongly typed field, however the workflow is saved', async () => {
    for (const value of wrong) {
      const body = workflow(kind, path, value)
      for (const [method, where] of [
        ['POST', '/workflows'],
        ['PUT', `/workflows/${stored}`],
        ['POST', '/workflows/import'],
      ] as const) {
        const reply = await send(method, where, body)
        expect({ where, value, status: reply.status }).toEqual({ where, value, status: 422 })
        expect(reply.body.code).toBe('VALIDATION_ERROR')
        expect(reply.body.details.map((detail) => detail.path)).toContainEqual(
          expect.stringMatching(`/${kind}/0/${path}`),
        )
      }
    }
  })

  test('keeps a correctly typed field and unknown keys', async () => {
    const body = workflow(kind, path, right)
    const { status, body: reply } = await send('POST', '/workflows', body)
    expect(status).toBe(201)
    expect(reply.data[kind][0]).toMatchObject(body[kind][0] ?? {})
  })
})
