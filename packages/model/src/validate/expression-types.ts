/** Whether the type of a value can fit a setting, as far as it follows from ports and schemas. */
import type { TextPart } from '../expressions/expression-text.ts'
import { plainPath } from '../expressions/references.ts'
import { isObject } from '../json.ts'
import { isCollection } from '../ports/data-types.ts'
import type { NodePort } from '../ports/port.ts'
import type { Schema } from '../schema.ts'
import { type ExpressionPlace, whereIn } from './expression-place.ts'
import { problem, type ValidationProblem } from './problem.ts'

/** A text that is one path keeps the type of its value: reports a type that the setting never takes. */
export function typeProblem(
  { source, position }: Exclude<TextPart, string>,
  place: ExpressionPlace,
): ValidationProblem | undefined {
  const path = plainPath(source)
  const found = path && typesOf(path, place)
  if (found === undefined || found.some((type) => takes(place.schema, type))) return undefined
  const where = whereIn(place, position)
  return problem('expressionType', { ...where.values, types: found.join(' or ') }, where.place)
}

type JsonType = 'a text' | 'a number' | 'a truth value' | 'a list' | 'an object'

/** Types of data that are never a text. */
const OBJECT_TYPES = new Set(['file', 'image', 'audio', 'video'])

function typesOf([name = '', ...rest]: readonly string[], place: ExpressionPlace): readonly JsonType[] | undefined {
  if (name === 'nodes') {
    const [target] = place.names.named(rest[0] ?? '')
    if (rest.length < 2) return rest.length === 1 ? ['an object'] : undefined
    return portTypes(target?.ports?.outputs.get(rest[1] ?? ''), rest.slice(2))
  }
  if (name === 'launch' || name === 'execution' || name === 'workflow')
    return rest.length === 0 ? ['an object'] : undefined
  return name === 'now' ? undefined : portTypes(place.resolved.ports?.inputs.get(name), rest)
}

function portTypes(port: NodePort | undefined, keys: readonly string[]): readonly JsonType[] | undefined {
  if (port === undefined) return undefined
  const schema = keys.reduce<unknown>(propertyOf, port.schema)
  if (isObject(schema)) return schemaTypes(schema)
  if (keys.length > 0 || port.schema !== undefined) return undefined
  if (isCollection(port.dataType)) return ['a list']
  return OBJECT_TYPES.has(port.dataType) ? ['an object'] : undefined
}

function propertyOf(schema: unknown, key: string): unknown {
  const properties = isObject(schema) ? schema.properties : undefined
  return isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
}

const NAMES: Readonly<Record<string, JsonType | undefined>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a number',
  boolean: 'a truth value',
  array: 'a list',
  object: 'an object',
}

function schemaTypes({ type }: Readonly<Record<string, unknown>>): readonly JsonType[] | undefined {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type]
  const named = types.map((one) => NAMES[String(one)])
  const known = named.filter((one) => one !== undefined)
  return known.length === 0 || known.length < types.length ? undefined : known
}

/** Numbers and truth values are written out where only a text fits. */
function takes(schema: Schema, type: JsonType): boolean {
  if (type !== 'a list' && type !== 'an object') return true
  const { type: own, anyOf, oneOf } = schema
  const options = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []))
  if (options.length > 0 && own === undefined) return options.some((option) => isObject(option) && takes(option, type))
  const types = Array.isArray(own) ? own : [own]
  return own === undefined || types.includes(type === 'a list' ? 'array' : 'object')
}
