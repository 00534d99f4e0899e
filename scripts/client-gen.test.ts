import { readFileSync } from 'node:fs'
import { Type } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import {
  bare,
  defineRoute,
  done,
  envelope,
  eventStream,
  page,
  socketMessages,
} from '../packages/service/src/http/define-route.ts'
import { loadRoutes } from '../packages/service/src/routes.ts'
import { createTypePrinter } from './client-gen/type-text.ts'
import { clientFiles, FOLDER, filesOf } from './client-gen.ts'

/** Operations without a client method: pages and files for a browser, the MCP protocol, and a WebSocket. */
const LEFT_OUT = [
  'beginOidc',
  'connectionCallback',
  'exportAudit',
  'exportUsage',
  'finishOidc',
  'getDocs',
  'getDocsFile',
  'getGuide',
  'getGuideFile',
  'getNodeIcon',
  'getPage',
  'getPageFile',
  'postMcp',
  'signIn',
  'watchAgentSpecExecution',
]

describe('the generated client', () => {
  test('matches the routes (else run npm run generate)', async () => {
    for (const [name, text] of await clientFiles()) {
      expect(readFileSync(new URL(name, FOLDER), 'utf8'), name).toBe(text)
    }
  })

  test('has every operation of the service except pages and other protocols', async () => {
    const table = (await clientFiles()).get('operation-table.gen.ts') ?? ''
    const operations = (await loadRoutes()).map(({ route }) => route.operation)
    const missing = operations.filter((name) => !new RegExp(`^  ${name}: `, 'm').test(table))
    expect(missing.sort()).toEqual(LEFT_OUT)
  })
})

describe('a route as an operation', () => {
  const Thing = Type.Object({ id: Type.String(), size: Type.Optional(Type.Integer()) }, { $id: 'Thing' })
  const facts = { access: 'read', summary: 'Do it', errors: ['NOT_FOUND'] } as const

  test('has arguments for path, query and body, and the type of its reply', () => {
    const route = defineRoute({
      ...facts,
      operation: 'changeThing',
      method: 'PUT',
      path: '/things/:id',
      params: Type.Object({ id: Type.String() }),
      query: Type.Object({ mode: Type.Optional(Type.Enum(['a', 'b'])), count: Type.Integer({ default: 1 }) }),
      body: Type.Object({ 'odd-name': Type.Nullable(Type.Array(Type.Union([Type.String(), Type.Number()]))) }),
      reply: envelope(Thing, 'Changed'),
      handle: () => ({ id: '' }),
    })
    const text = filesOf([route]).get('operations.gen.ts')
    expect(text).toContain('changeThing(args: ChangeThingArgs, options?: RequestOptions): Promise<Thing>')
    expect(text).toContain('   * @throws {ApiError} NOT_FOUND')
    expect(text).toContain(
      "export interface ChangeThingArgs {\n  id: string\n  mode?: 'a' | 'b' | undefined\n  count?: number | undefined\n" +
        '  body: ChangeThingBody\n}',
    )
    expect(text).toContain("export interface ChangeThingBody {\n  'odd-name': readonly (string | number)[] | null\n}")
    expect(text).toContain('export interface Thing {\n  id: string\n  size?: number\n}')
    expect(filesOf([route]).get('operation-table.gen.ts')).toContain("  changeThing: 'PUT /things/:id data',")
  })

  test('returns pages for a paged list, and nothing if the service only confirms', () => {
    const query = Type.Object({ limit: Type.Optional(Type.Integer()), offset: Type.Optional(Type.Integer()) })
    const list = { ...facts, operation: 'listThings', method: 'GET', path: '/things' } as const
    const listed = defineRoute({ ...list, query, reply: envelope(Type.Array(Thing), ''), handle: () => [] })
    const deleted = defineRoute({ ...list, operation: 'deleteThings', method: 'DELETE', reply: done(''), handle() {} })
    const text = filesOf([listed, deleted]).get('operations.gen.ts')
    expect(text).toContain('listThings(args?: ListThingsArgs, options?: RequestOptions): Promise<Page<Thing>>')
    expect(text).toContain('deleteThings(args?: NoArgs, options?: RequestOptions): Promise<void>')
  })

  test('returns typed events if it streams, and is omitted if it is a page', () => {
    const at = { ...facts, method: 'GET', path: '/things/events' } as const
    const reply = eventStream({ thing: Thing, missed: Type.Object({}) })
    const stream = defineRoute({ ...at, operation: 'watchThings', streaming: true, reply, handle: () => never() })
    const html = defineRoute({ ...at, operation: 'showThings', reply: page('text/html'), handle: () => never() })
    const text = filesOf([stream, html]).get('operations.gen.ts')
    expect(text).toContain(
      'watchThings(args?: NoArgs, options?: StreamOptions): AsyncGenerator<WatchThingsEvent, void, undefined>',
    )
    expect(text).toContain(
      "export type WatchThingsEvent = StreamEvent<'thing', Thing> | StreamEvent<'missed', Record<string, unknown>>",
    )
    expect(text).not.toContain('showThings')
  })

  test('has a type for the messages of its WebSocket, and no method', () => {
    const reply = socketMessages({ changed: Thing, done: Type.Object({ type: Type.Literal('done') }) })
    const at = { ...facts, operation: 'followThing', method: 'GET', path: '/things/stream' } as const
    const text = filesOf([defineRoute({ ...at, reply, handle: () => never() })]).get('operations.gen.ts')
    expect(text).toContain("export type FollowThingMessage = Thing | {\n  type: 'done'\n}")
    expect(text).not.toContain('followThing(')
  })

  test('is rejected if two of its arguments have one name, or a schema cannot be printed', () => {
    const params = Type.Object({ body: Type.String() })
    const at = { ...facts, operation: 'getThing', method: 'GET', path: '/things/:body' } as const
    const route = defineRoute({ ...at, params, reply: bare(Thing), handle: () => ({ id: '' }) })
    expect(() => filesOf([route])).toThrow('getThing: two parameters have the same name, or one is named body')
    expect(() => createTypePrinter().typeOf({ type: 'object', patternProperties: {} })).toThrow('patternProperties')
  })
})

function never(): never {
  throw new Error('not called')
}
