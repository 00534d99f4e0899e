/** Converts a route to an operation of the OpenAPI document. */
import { ERRORS, ErrorBody, type ErrorCode, type Schema } from '@millrace/model'
import { replySchema } from './check-reply.ts'
import type { Route } from './define-route.ts'
import { errorsOf } from './implied-errors.ts'
import type { SchemaBook } from './openapi-schemas.ts'
import { propertiesOf } from './parameters.ts'

type Json = Record<string, unknown>

/** Everything except the path and the id. */
export function operationOf(route: Route, book: SchemaBook): Json {
  return {
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.tags === undefined ? {} : { tags: route.tags }),
    ...(route.access === 'open' ? { security: [] } : { 'x-permission': route.access }),
    ...withItems('parameters', [...parametersOf(route, 'path', book), ...parametersOf(route, 'query', book)]),
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route, route.body, book) }),
    ...(route.rawBody === true ? { requestBody: ANY_BODY } : {}),
    responses: { ...successesOf(route, book), ...refusalsOf(route, book) },
  }
}

function withItems(key: string, list: readonly Json[]): Json {
  return list.length === 0 ? {} : { [key]: list }
}

function parametersOf(route: Route, place: 'path' | 'query', book: SchemaBook): Json[] {
  const schema = place === 'path' ? route.params : route.query
  const examples: Json = { ...(place === 'path' ? route.example?.params : route.example?.query) }
  const required = Array.isArray(schema?.required) ? schema.required : []
  return Object.entries(propertiesOf(schema ?? {})).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && property.default === undefined),
    ...(description === undefined ? {} : { description }),
    schema: book.written(property),
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
  }))
}

function bodyOf(route: Route, body: Schema, book: SchemaBook): Json {
  const schema = book.written(body)
  const example = route.example?.body === undefined ? {} : { example: route.example.body }
  return {
    required: route.bodyOptional !== true,
    content: {
      'application/json': { schema, ...example },
      ...(route.yaml === undefined ? {} : { 'application/yaml': { schema } }),
    },
  }
}

const ANY_BODY = {
  required: false,
  content: {
    'application/json': { schema: {} },
    'application/x-www-form-urlencoded': { schema: { type: 'object', additionalProperties: true } },
    'text/plain': { schema: { type: 'string' } },
  },
}

function successesOf(route: Route, book: SchemaBook): Json {
  const { reply, status = 200, alsoAnswers = {} } = route
  if (reply.messages !== undefined) return { 101: socketOf(reply.messages, book) }
  const texts = Object.fromEntries(reply.types.map((type) => [type, textReply(route, type, book)]))
  const json = reply.form === 'page' ? {} : { 'application/json': jsonReply(route, book) }
  const headers = isPaged(route) ? { headers: PAGE_HEADERS } : {}
  const main = { description: reply.message || route.summary, ...headers, content: { ...json, ...texts } }
  const others = Object.entries(alsoAnswers).map(([other, description]) => [other, { description }])
  return { [status]: main, ...Object.fromEntries(others) }
}

function textReply({ reply: { events } }: Route, type: string, book: SchemaBook): Json {
  if (type !== 'text/event-stream' || events === undefined) return { schema: { type: 'string' } }
  const [only, ...others] = eventsOf(events, book)
  if (others.length === 0) return { schema: { description: 'Each event.', ...only } }
  return { schema: { description: 'Each event is one of these.', oneOf: [only, ...others] } }
}

/** Each event as an object of its fields. `data` is JSON on one line; its schema is that of the parsed value. */
function eventsOf(events: Readonly<Record<string, Schema>>, book: SchemaBook): Json[] {
  return Object.entries(events).map(([event, data]) => ({
    title: event,
    type: 'object',
    properties: { id: { type: 'string' }, event: { const: event }, data: book.written(data) },
    required: ['event', 'data'],
  }))
}

function socketOf(messages: Readonly<Record<string, Schema>>, book: SchemaBook): Json {
  const oneOf = Object.values(messages).map((message) => book.written(message))
  return {
    description: 'A WebSocket. Each text message of the service is one of these, as JSON.',
    content: { 'application/json': { schema: { oneOf } } },
  }
}

function jsonReply(route: Route, book: SchemaBook): Json {
  const { reply, example } = route
  const warnings = reply.hasWarnings ? { warnings: [] } : {}
  const whole: Json = { success: true, data: example?.reply, message: reply.message, ...warnings }
  const { data: _, ...withoutData } = whole
  const shown = reply.form === 'envelope' ? whole : reply.form === 'done' ? withoutData : example?.reply
  const isShown = reply.form === 'done' || example?.reply !== undefined
  return { schema: book.written(replySchema(route)), ...(isShown ? { example: shown } : {}) }
}

/** Lists with `limit` and `offset` return the total in a header. */
function isPaged({ query }: Route): boolean {
  const parameters = propertiesOf(query ?? {})
  return 'limit' in parameters && 'offset' in parameters
}

const COUNT = { schema: { type: 'integer', minimum: 0 } }
const PAGE_HEADERS = {
  'X-Total-Count': { description: 'The total number of items.', ...COUNT },
  'X-Page-Size': { description: 'The limit that was applied.', ...COUNT },
  'X-Page-Offset': { description: 'The offset that was applied.', ...COUNT },
}

function refusalsOf(route: Route, book: SchemaBook): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(route)) {
    for (const status of statusesOf(route, code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].sentence}`).join('\n\n'),
        content: { 'application/json': { schema: book.written(ErrorBody), examples: examplesOf(codes) } },
      },
    ]),
  )
}

/** 400 if the request cannot be parsed, 422 if it does not match the schema. */
function statusesOf(route: Route, code: ErrorCode): readonly number[] {
  if (code !== 'VALIDATION_ERROR') return [ERRORS[code].status]
  return route.body === undefined && !route.errors.includes(code) ? [400] : [400, 422]
}

function examplesOf(codes: readonly ErrorCode[]): Json {
  return Object.fromEntries(
    codes.map((code) => [code, { value: { success: false, error: ERRORS[code].sentence, code } }]),
  )
}
