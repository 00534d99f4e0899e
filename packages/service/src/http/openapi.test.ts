import { isObject, issuesOf, type Schema, Type } from '@millrace/model'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
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

/** Visits every object of the document outside its examples, whose values are data. */
function everySchema(value: unknown, visit: (schema: Json) => void): void {
  if (Array.isArray(value)) for (const item of value) everySchema(item, visit)
  if (!isObject(value)) return
  visit(value)
  const parts = Object.entries(value).filter(([key]) => key !== 'example' && key !== 'examples')
  for (const [, item] of parts) everySchema(item, visit)
}

describe('the document', () => {
  test('has an operation for every endpoint, and no others', () => {
    const served = endpoints.map(
      ({ route, url }) => `${route.method.toLowerCase()} ${url.replace(/:(\w+)\*?/g, '{$1}')}`,
    )
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(served.sort())
  })

  test('has a unique id, a summary, a description and a tag for every operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z][a-zA-Z0-9]*$/)
    for (const { operation } of operations) {
      expect(operation.summary, operation.operationId).toMatch(/\S/)
      expect(operation.description, operation.operationId).toMatch(/\S/)
      expect(operation.description, operation.operationId).not.toBe(operation.summary)
      expect(operation.tags, operation.operationId).toHaveLength(1)
    }
  })

  test('describes every tag and rejects one without a description', () => {
    const tags = document.tags as { name: string; description: string }[]
    const used = new Set(operations.flatMap(({ operation }) => operation.tags))
    expect(tags.map(({ name }) => name)).toEqual([...used].sort())
    for (const { name, description } of tags) expect(description, name).toMatch(/\S/)
    const [untagged] = endpointsOf([sampleRoute({ tags: ['Cats'] })], '/api')
    expect(() => openApiOf([untagged!])).toThrow('the tag Cats has no description')
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
          expect(schema).toEqual({ $ref: '#/components/schemas/ErrorBody' })
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
      '/api/v1/auth/methods',
      '/api/v1/auth/password-choice',
      '/api/v1/auth/session',
      '/api/v1/health',
      '/api/v1/hooks-test/{path}',
      '/api/v1/hooks/{path}',
      '/api/v1/nodes/{id}/icon',
      '/api/v1/system/version',
      '/docs',
      '/docs/guide',
      '/docs/guide/{name}',
      '/docs/{file}',
      '/health',
      '/livez',
      '/oauth2/callback',
      '/readyz',
      '/sign-in',
      '/sign-in/oidc',
      '/sign-in/oidc/callback',
      '/web/{name}',
    ])
  })

  test('marks an alias as deprecated', () => {
    expect(document.paths['/api/v1/nodes/{id}/metadata']?.get).toMatchObject({
      operationId: 'getNodeTypeAtApiV1NodesIdMetadata',
      description: 'The same as `GET /api/v1/nodes/{id}`, which new clients should use.',
      deprecated: true,
      'x-alias-of': 'getNodeType',
    })
    expect(document.paths['/api/v1/nodes/{id}']?.get?.deprecated).toBeUndefined()
    const lasting = operations.filter(({ operation }) => operation['x-alias-of'] && !operation.deprecated)
    // Both addresses of a route that is mounted twice stay.
    expect(lasting.map(({ path }) => path).sort()).toEqual(['/health', '/mcp'])
  })

  test('allows properties in every object that names none', () => {
    const closed: Json[] = []
    everySchema(document, (schema) => {
      const isNameless = !isObject(schema.properties) || Object.keys(schema.properties).length === 0
      if (schema.type === 'object' && isNameless && schema.additionalProperties === undefined) closed.push(schema)
    })
    expect(closed).toEqual([])
    const start = document.paths['/api/v1/workflows/{id}/execute']?.post?.requestBody?.content['application/json']
    expect(start?.schema.properties).toMatchObject({ inputs: { type: 'object', additionalProperties: true } })
  })

  test('has patterns that mean the same with and without the flag u', () => {
    const patterns = new Set<string>()
    everySchema(document, ({ pattern }) => {
      if (typeof pattern === 'string') patterns.add(pattern)
    })
    expect(patterns.size).toBeGreaterThan(5)
    for (const pattern of patterns) {
      expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')]).not.toThrow()
      // Without the flag, \p{…} matches the letter p and \u{…} the letter u.
      expect(pattern).not.toMatch(/\\[pPu]\{/)
    }
  })

  test('has no schema with the name of a JavaScript global, which generated types would shadow', () => {
    expect(Object.keys(document.components.schemas).filter((name) => name in globalThis)).toEqual([])
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
    const { responses, named } = operationFor(eventStream({ ping: Ping, pong: Ping }))
    const listed = responses['200']?.content?.['text/event-stream']?.schema?.oneOf as Json[]
    expect(listed.map(({ title }) => title)).toEqual(['ping', 'pong'])
    expect(listed[0]).toEqual({
      title: 'ping',
      type: 'object',
      properties: {
        id: { type: 'string' },
        event: { const: 'ping' },
        data: { $ref: '#/components/schemas/Ping' },
      },
      required: ['event', 'data'],
    })
    expect(Object.keys(named)).toContain('Ping')
  })

  test('of one kind of event have its schema directly', () => {
    const { responses } = operationFor(eventStream({ ping: Ping }))
    expect(responses['200']?.content?.['text/event-stream']?.schema).toMatchObject({ title: 'ping', type: 'object' })
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

  test('match the schemas of the document for a validator that does not know the flag u', () => {
    const ajv = new Ajv2020({ strict: false, unicodeRegExp: false, validateFormats: false, inlineRefs: false })
    ajv.addSchema({ components: document.components }, 'openapi')
    const compiled = new Map<string, ValidateFunction>()
    const validatorOf = (schema: Json) => {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
      compiled.set(text, validate)
      return validate
    }
    const shown = examplesIn(document.paths)
    const faults = shown.flatMap(({ schema, value }) => {
      const validate = validatorOf(schema)
      return validate(value) ? [] : [{ value, errors: validate.errors }]
    })
    expect(faults).toEqual([])
    expect(shown.length).toBeGreaterThan(300)
  })
})

/** Every example with the schema next to it. */
function examplesIn(value: unknown): { schema: Json; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap(examplesIn)
  if (!isObject(value)) return []
  const { schema, example, examples } = value
  if (!isObject(schema)) return Object.values(value).flatMap(examplesIn)
  const listed = isObject(examples) ? Object.values(examples).map((one) => (isObject(one) ? one.value : one)) : []
  return [...(example === undefined ? [] : [example]), ...listed].map((one) => ({ schema, value: one }))
}

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
    const schema = { default: { items: { $id: 'Cat' } }, enum: [{ properties: 1, type: 'object' }] }
    expect(createSchemaBook().written(schema)).toEqual(schema)
  })
})
