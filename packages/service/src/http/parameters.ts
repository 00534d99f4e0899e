/** Parses and validates path and query parameters by their schema. They are never changed silently: a 400 names the first. */
import { type ErrorDetail, isObject, issuesOf, isUuid, Problem, type Schema } from '@millrace/model'

type Values = Record<string, unknown>

const NONE: Values = Object.freeze({})

/** Parses a query string by a schema. Parameters that the schema does not have are ignored. */
export function queryValues(schema: Schema | undefined, search: string): Values {
  if (schema === undefined) return NONE
  const wanted = propertiesOf(schema)
  const given: Record<string, string> = {}
  for (const part of search === '' ? [] : search.split('&')) {
    const cut = part.indexOf('=')
    const name = decoded(cut < 0 ? part : part.slice(0, cut))
    if (name === undefined || !Object.hasOwn(wanted, name)) continue
    if (Object.hasOwn(given, name)) throw badParameter(name, 'is given more than once')
    const value = cut < 0 ? '' : decoded(part.slice(cut + 1))
    if (value === undefined) throw badParameter(name, 'is not percent-encoded correctly')
    given[name] = value
  }
  return checked(schema, given)
}

/** The path parameters, already decoded by the router. */
export function pathValues(schema: Schema | undefined, given: Readonly<Record<string, string>>): Values {
  return schema === undefined ? NONE : checked(schema, given)
}

/** An invalid parameter: 400. */
export function badParameter(name: string, message: string): Problem {
  return parameterProblem([{ code: 'INVALID_PARAMETER', message, path: name }])
}

/** The properties of an object schema. */
export function propertiesOf(schema: Schema): Record<string, Schema> {
  return isObject(schema.properties) ? (schema.properties as Record<string, Schema>) : {}
}

function parameterProblem(details: readonly ErrorDetail[]): Problem {
  const first = details[0]
  const message = first === undefined ? 'A parameter is invalid.' : `The parameter "${first.path}" ${first.message}.`
  return new Problem('VALIDATION_ERROR', { status: 400, message, details })
}

function checked(schema: Schema, given: Readonly<Record<string, string>>): Values {
  const values: Values = {}
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const text = Object.hasOwn(given, name) ? given[name] : undefined
    if (text !== undefined) values[name] = readValue(name, text, property)
    else if (property.default !== undefined) values[name] = property.default
  }
  const issues = issuesOf(schema, values)
  if (issues.length === 0) return values
  throw parameterProblem(
    issues.map(({ path, message }) => ({
      code: 'INVALID_PARAMETER',
      message: inWords(message, propertiesOf(schema)[path.slice(1)]),
      path: path.slice(1),
    })),
  )
}

/** The message for a parameter with a pattern uses the schema's title instead of the pattern. */
function inWords(message: string, { pattern, title }: Schema = {}): string {
  return typeof title === 'string' && message === `must match ${pattern}` ? `must be ${title}` : message
}

function readValue(name: string, text: string, schema: Schema): unknown {
  if (text.includes('\0')) throw badParameter(name, 'must not contain a NUL character')
  if (schema.format === 'uuid') return uuidOf(name, text)
  const read = READERS[String(schema.type)]
  if (read === undefined) return text
  const value = read(text)
  if (value === undefined) throw badParameter(name, `must be ${KINDS[String(schema.type)]}`)
  return value
}

/** UUIDs are case-insensitive; ours are lower case. */
function uuidOf(name: string, text: string): string {
  if (!isUuid(text)) throw badParameter(name, 'must be a UUID')
  return text.toLowerCase()
}

const KINDS: Record<string, string> = { integer: 'a whole number', number: 'a number', boolean: 'true or false' }

const READERS: Record<string, (text: string) => unknown> = {
  integer: (text) => (/^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  number: (text) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined),
  boolean: (text) => (text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined),
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
