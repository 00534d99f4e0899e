/** Converts the routes of the service to operations of the client: arguments, results and the request. */
import type { Schema } from '@millrace/model'
import type { Route } from '../../packages/service/src/http/define-route.ts'
import { commentOf, keyOf, literal, printedComment, propertiesOf, requiredOf, type TypePrinter } from './type-text.ts'

/** How the client reads a reply; the third word of a line of the table. */
type Kind = 'data' | 'saved' | 'page' | 'json' | 'done' | 'events'

/** Undefined for routes that a client does not need: pages for a browser, and protocols with their own clients. */
export function kindOf(route: Route): Kind | undefined {
  const { form, types, hasWarnings } = route.reply
  if (form === 'page') return route.streaming === true && types.includes('text/event-stream') ? 'events' : undefined
  if (form === 'done') return 'done'
  if (form === 'bare') return 'json'
  if (hasWarnings) return 'saved'
  return isPaged(route) ? 'page' : 'data'
}

function isPaged({ query, reply }: Route): boolean {
  const parameters = propertiesOf(query)
  return 'limit' in parameters && 'offset' in parameters && reply.schema?.type === 'array'
}

/** The line of the table that the runtime reads, such as `PUT /workflows/:id saved`. */
export function tableLine(route: Route, kind: Kind): string {
  return `  ${route.operation}: '${route.method} ${route.path} ${kind}',`
}

/** The method of the interface, with its documentation. */
export function methodText(route: Route, kind: Kind, printer: TypePrinter): string {
  const { args, isOptional } = argsOf(route, printer)
  const options = kind === 'events' ? 'StreamOptions' : 'RequestOptions'
  const comment = printedComment(documentationOf(route), '  ')
  const result = resultOf(route, kind, printer)
  return `${comment}  ${route.operation}(args${isOptional ? '?' : ''}: ${args}, options?: ${options}): ${result}`
}

function documentationOf({ summary, description, errors }: Route): string {
  return [
    `${summary}.`,
    ...(description === undefined ? [] : ['', description]),
    ...(errors.length === 0 ? [] : ['', `@throws {ApiError} ${errors.join(', ')}`]),
  ].join('\n')
}

/** Path parameters, query parameters and the body are one object, so their names must differ. */
function argsOf(route: Route, printer: TypePrinter): { args: string; isOptional: boolean } {
  const path = Object.entries(propertiesOf(route.params))
  const query = Object.entries(propertiesOf(route.query))
  const names = [...path, ...query].map(([name]) => name)
  if (new Set([...names, 'body']).size !== names.length + 1) {
    throw new Error(`${route.operation}: two parameters have the same name, or one is named body`)
  }
  const required = requiredOf(route.query)
  const fields = [
    ...path.map(([name, schema]) => field(name, schema, { isOptional: false, printer })),
    ...query.map(([name, schema]) => {
      const isOptional = !required.includes(name) || schema.default !== undefined
      return field(name, schema, { isOptional, printer })
    }),
    ...bodyField(route, printer),
  ]
  if (fields.length === 0) return { args: 'NoArgs', isOptional: true }
  const name = `${capitalised(route.operation)}Args`
  const args = printer.declare(name, `{\n${fields.map(({ text }) => text).join('\n')}\n}`)
  return { args, isOptional: fields.every(({ isOptional }) => isOptional) }
}

interface Field {
  readonly text: string
  readonly isOptional: boolean
}

function field(
  name: string,
  schema: Schema,
  { isOptional, printer }: { isOptional: boolean; printer: TypePrinter },
): Field {
  const type = printer.inputTypeOf(schema, '  ')
  const printed = isOptional ? `${keyOf(name)}?: ${type} | undefined` : `${keyOf(name)}: ${type}`
  return { text: `${printedComment(commentOf(schema), '  ')}  ${printed}`, isOptional }
}

function bodyField(route: Route, printer: TypePrinter): readonly Field[] {
  if (route.rawBody === true) {
    return [{ text: '  /** Sent as JSON. */\n  body?: unknown', isOptional: true }]
  }
  if (route.body === undefined) return []
  const isOptional = route.bodyOptional === true
  return [{ text: `  body${isOptional ? '?' : ''}: ${bodyType(route, route.body, printer)}`, isOptional }]
}

/** Body schemas without a name are named after the operation. */
function bodyType(route: Route, body: Schema, printer: TypePrinter): string {
  const text = printer.inputTypeOf(body)
  if (!text.startsWith('{')) return text
  return printer.declare(`${capitalised(route.operation)}Body`, text, commentOf(body))
}

function resultOf(route: Route, kind: Kind, printer: TypePrinter): string {
  const { reply } = route
  const payload = (schema: Schema | undefined) =>
    schema === undefined ? 'unknown' : payloadType(route, schema, printer)
  switch (kind) {
    case 'events':
      return `AsyncGenerator<${eventType(route, printer)}, void, undefined>`
    case 'done':
      return 'Promise<void>'
    case 'page':
      return `Promise<Page<${payload(reply.schema?.items as Schema)}>>`
    case 'saved':
      return `Promise<Saved<${payload(reply.schema)}>>`
    case 'json':
      return `Promise<${payload(reply.schema)}${reply.types.length > 0 ? ' | string' : ''}>`
    case 'data':
      return `Promise<${payload(reply.schema)}>`
  }
}

function payloadType(route: Route, schema: Schema, printer: TypePrinter): string {
  const text = printer.typeOf(schema)
  return text.startsWith('{') ? printer.declare(`${capitalised(route.operation)}Reply`, text) : text
}

/** A union over the event names, so that `event.event` determines the type of `event.data`. */
function eventType(route: Route, printer: TypePrinter): string {
  const events = Object.entries(route.reply.events ?? {})
  if (events.length === 0) return 'StreamEvent'
  const members = events.map(([name, schema]) => `StreamEvent<${literal(name)}, ${printer.typeOf(schema)}>`)
  return printer.declare(`${capitalised(route.operation)}Event`, members.join(' | '))
}

/** The messages of a WebSocket, for callers that open it themselves. */
export function declareMessages(route: Route, printer: TypePrinter): void {
  const { messages } = route.reply
  if (messages === undefined) return
  const members = Object.values(messages).map((schema) => printer.typeOf(schema))
  const name = `${capitalised(route.operation)}Message`
  printer.declare(name, members.join(' | '), `${route.summary}: a message, parsed.`)
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
