import { isObject, issuesOf, type Schema, Type } from '@millrace/model'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadRoutes } from '../routes.ts'
import { sampleRoute } from '../testing/sample-route.ts'
import { replySchema } from './check-reply.ts'
import { eventStream, socketMessages } from './define-route.ts'
import { type Endpoint, endpointsOf } from './load-routes.ts'
import { openApiOf } from './openapi.ts'
import { operationOf } from './openapi-operation.ts'
import { createSchemaBook } from './openapi-schemas.ts'
import { propertiesOf } from './parameters.ts'
import type { Reply } from './reply.ts'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  summary: string
  parameters?: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: Json }> }>
  [key: string]: unknown
}

let endpoints: readonly Endpoint[]
let document: Json & { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Json> } }
let operations: { path: string; method: string; operation: Operation }[]

beforeAll(async () => {
  endpoints = endpointsOf(await loadRoutes(), '/api/v1')
  document = JSON.parse(JSON.stringify(openApiOf(endpoints)))
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
})

function everyObject(value: unknown, visit: (object: Json) => void): void {
  if (Array.isArray(value)) for (const item of value) everyObject(item, visit)
  if (!isObject(value)) return
  visit(value)
  for (const item of Object.values(value)) everyObject(item, visit)
}

describe('the document', () => {
  test('has an operation for every endpoint, and no others', () => {
    const served = endpoints.map(
      ({ route, url }) => `${route.method.toLowerCase()} ${url.replace(/:(\w+)\*?/g, '{$1}')}`,
    )
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(served.sort())
  })

  test('has a unique id, a summary and a tag for every operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z][a-zA-Z0-9]*$/)
    for (const { operation } of operations) {
      expect(operation.summary, operation.operationId).toMatch(/\S/)
      expect(operation.tags, operation.operationId).toHaveLength(1)
    }
  })

  test('has no dangling references', () => {
    everyObject(document, (object) => {
      if (typeof object.$ref !== 'string') return
      const place = object.$ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document)
      expect(place, object.$ref).toBeDefined()
    })
  })

  test('has no $id, which would change the base of its references', () => {
    const schemas = JSON.stringify(document.components.schemas)
    expect(schemas).not.toContain('"$id"')
  })

  test('declares exactly the parameters of each path', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path')
      expect(declared.map((one) => one.name).sort(), path).toEqual(inPath.sort())
      expect(declared.every((one) => one.required)).toBe(true)
      const names = (operation.parameters ?? []).map((one) => `${one.in} ${one.name}`)
      expect(new Set(names).size, path).toBe(names.length)
    }
  })

  test('describes every response', () => {
    for (const { operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^(101|[2345]\d\d)$/)
        expect(response.description, `${operation.operationId} ${status}`).toMatch(/\S/)
      }
    }
  })

  test('has the common error body for every error', () => {
    for (const { operation } of operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const schema = content?.['application/json']?.schema
        if (Number(status) >= 400 && schema !== undefined)
          expect(schema).toEqual({ $ref: '#/components/schemas/Error' })
      }
    }
  })

  test('marks open operations, and the required permission of the others', () => {
    for (const { path, operation } of operations) {
      if (operation.security !== undefined) expect(operation.security, path).toEqual([])
      else expect(['read', 'run', 'write', 'admin'], path).toContain(operation['x-permission'])
    }
    const open = operations.filter(({ operation }) => operation.security !== undefined).map(({ path }) => path)
    expect([...new Set(open)].sort()).toEqual([
      '/',
      '/api/v1/agentspec/health',
      '/api/v1/auth/session',
      '/api/v1/health',
      '/api/v1/hooks-test/{path}',
      '/api/v1/hooks/{path}',
      '/api/v1/system/version',
      '/docs',
      '/docs/{file}',
      '/health',
      '/livez',
      '/readyz',
      '/sign-in',
      '/web/{name}',
    ])
  })

  test('marks an alias', () => {
    expect(document.paths['/api/v1/nodes/{id}/metadata']?.get).toMatchObject({
      operationId: 'getNodeTypeAtApiV1NodesIdMetadata',
      description: 'The same as `GET /api/v1/nodes/{id}`.',
      'x-alias-of': 'getNodeType',
    })
  })

  test('describes the placeholder of a long value', () => {
    const { CutValue, Job } = document.components.schemas
    expect(CutValue?.required).toEqual(['$cut', 'characters', 'preview'])
    expect(JSON.stringify(Job)).toContain('"$ref":"#/components/schemas/CutValue"')
  })

  test('describes the headers of paged lists', () => {
    const listed = document.paths['/api/v1/nodes']?.get?.responses['200']
    expect(Object.keys((listed as unknown as { headers: Json }).headers)).toEqual([
      'X-Total-Count',
      'X-Page-Size',
      'X-Page-Offset',
    ])
  })
})

describe('streams', () => {
  const Ping = Type.Object({ n: Type.Integer() }, { $id: 'Ping' })
  const operationFor = (reply: Reply) => {
    const [endpoint] = endpointsOf([sampleRoute({ method: 'GET', reply })], '/api')
    const book = createSchemaBook()
    const operation = operationOf(endpoint!.route, book) as unknown as Operation
    return { responses: operation.responses, named: book.named() }
  }

  test('declare the schemas of all their events', () => {
    const streaming = endpoints.filter(
      ({ route }) => route.streaming === true || route.reply.types.includes('text/event-stream'),
    )
    expect(streaming.length).toBeGreaterThan(5)
    const silent = streaming.filter(
      ({ route: { reply } }) => reply.events === undefined && reply.messages === undefined,
    )
    expect(silent.map(({ file }) => file)).toEqual([])
  })

  test('list their events by name with the schemas of their data', () => {
    const { responses, named } = operationFor(eventStream({ ping: Ping }))
    expect(responses['200']?.content?.['text/event-stream']?.schema?.oneOf).toEqual([
      {
        title: 'ping',
        type: 'object',
        properties: {
          id: { type: 'string' },
          event: { const: 'ping' },
          data: { $ref: '#/components/schemas/Ping' },
        },
        required: ['event', 'data'],
      },
    ])
    expect(Object.keys(named)).toContain('Ping')
  })

  test('list the messages of a socket', () => {
    const { responses } = operationFor(socketMessages({ ping: Ping }))
    expect(responses['200']).toBeUndefined()
    expect(responses['101']?.content?.['application/json']?.schema).toEqual({
      oneOf: [{ $ref: '#/components/schemas/Ping' }],
    })
  })
})

describe('examples', () => {
  test('exist wherever there is a body or reply to show', () => {
    const without = endpoints
      .filter(({ route }) => route.reply.form === 'envelope' || route.reply.form === 'bare')
      .filter(({ route }) => route.example?.reply === undefined || (route.body !== undefined && !route.example.body))
    expect(without.map(({ file }) => file)).toEqual([])
  })

  test('match their schemas', () => {
    for (const { route, file } of endpoints) {
      const { example, reply } = route
      const misfits = (schema: Schema | undefined, value: unknown) =>
        schema === undefined || value === undefined ? [] : issuesOf(schema, value)
      const envelope = { success: true, data: example?.reply, message: '', ...(reply.hasWarnings && { warnings: [] }) }
      const whole = reply.form === 'envelope' ? envelope : example?.reply
      expect(misfits(route.body, example?.body), `${file} body`).toEqual([])
      expect(misfits(replySchema(route), whole), `${file} reply`).toEqual([])
      const query: Json = { ...example?.query }
      for (const [name, value] of Object.entries(query)) {
        const property = propertiesOf(route.query ?? {})[name]
        expect(misfits(property, value), `${file} ${name}`).toEqual([])
        expect(property, `${file} ${name}`).toBeDefined()
      }
    }
  })
})

describe('named schemas', () => {
  test('are written once', () => {
    const book = createSchemaBook()
    const cat = { $id: 'Cat', type: 'object', properties: { friend: { $id: 'Dog', type: 'string' } } }
    expect(book.written({ type: 'array', items: cat })).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Cat' },
    })
    expect(book.named()).toEqual({
      Cat: { type: 'object', properties: { friend: { $ref: '#/components/schemas/Dog' } } },
      Dog: { type: 'string' },
    })
  })

  test('must not differ under one name', () => {
    const book = createSchemaBook()
    book.written({ $id: 'Cat', type: 'string' })
    expect(() => book.written({ $id: 'Cat', type: 'number' })).toThrow('two different schemas are named Cat')
  })

  test('leave data unchanged that only looks like a schema', () => {
    const schema = { type: 'object', default: { items: { $id: 'Cat' } }, enum: [{ properties: 1 }] }
    expect(createSchemaBook().written(schema)).toEqual(schema)
  })
})
