/** Converts between port data types and property schemas. A port's own schema takes precedence. */
import { type DynamicPort, isObject, type NodePort } from '@millrace/model'
import type { Fields, Property } from '../components.ts'
import { isGoodTitle } from '../validate/property-rules.ts'

const SCHEMAS: Readonly<Record<string, Fields>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  float: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  json: { type: 'object' },
  object: { type: 'object' },
  array: { type: 'array' },
  'string[]': { type: 'array', items: { type: 'string' } },
  'number[]': { type: 'array', items: { type: 'number' } },
  'boolean[]': { type: 'array', items: { type: 'boolean' } },
  'json[]': { type: 'array', items: { type: 'object' } },
  'file[]': { type: 'array', items: { type: 'string', contentEncoding: 'base64' } },
  'image[]': { type: 'array', items: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/*' } },
  messages: { type: 'array', items: { type: 'object' } },
  file: { type: 'string', contentEncoding: 'base64' },
  image: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/*' },
  audio: { type: 'string', contentEncoding: 'base64', contentMediaType: 'audio/*' },
  video: { type: 'string', contentEncoding: 'base64', contentMediaType: 'video/*' },
  url: { type: 'string', format: 'uri' },
  email: { type: 'string', format: 'email' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  time: { type: 'string', format: 'time' },
}

/** The property of a port. An unknown type accepts any value. */
export function propertyOf(port: NodePort, title: string): Property {
  const schema = isObject(port.schema) && Object.keys(port.schema).length > 0 ? port.schema : SCHEMAS[port.dataType]
  return {
    ...plainSchema(schema ?? {}),
    title,
    ...(port.description ? { description: port.description } : {}),
    ...(port.defaultValue === undefined ? {} : { default: port.defaultValue }),
  }
}

/**
 * A schema that official tools accept: invalid titles inside it are dropped, and `additionalProperties` is a schema or
 * absent.
 */
export function plainSchema(schema: Fields): Fields {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'title') return typeof value === 'string' && isGoodTitle(value) ? [[key, value]] : []
    if (key === 'additionalProperties' || key === 'items') return isObject(value) ? [[key, plainSchema(value)]] : []
    if (key === 'anyOf' && Array.isArray(value)) return [[key, value.filter(isObject).map(plainSchema)]]
    if (key !== 'properties' || !isObject(value)) return [[key, value]]
    const inner = Object.entries(value).filter((entry): entry is [string, Fields] => isObject(entry[1]))
    return [[key, Object.fromEntries(inner.map(([name, one]) => [name, plainSchema(one)]))]]
  })
  return Object.fromEntries(entries)
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uri: 'url',
  url: 'url',
  email: 'email',
  date: 'date',
  'date-time': 'datetime',
  time: 'time',
}

const BY_TYPE: Readonly<Record<string, string>> = {
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  object: 'json',
}

const BY_ITEM: Readonly<Record<string, string>> = {
  string: 'string[]',
  number: 'number[]',
  boolean: 'boolean[]',
  json: 'json[]',
  file: 'file[]',
  image: 'image[]',
}

/** The data type of ports for values of a schema. */
export function dataTypeOf(schema: unknown): string {
  if (!isObject(schema)) return 'mixed'
  if (schema.type === 'string') return textType(schema)
  if (schema.type === 'array') return (isObject(schema.items) && BY_ITEM[dataTypeOf(schema.items)]) || 'array'
  return (typeof schema.type === 'string' && BY_TYPE[schema.type]) || 'mixed'
}

function textType({ format, contentEncoding, contentMediaType }: Fields): string {
  if (contentEncoding !== undefined) {
    const family = typeof contentMediaType === 'string' ? contentMediaType.split('/')[0] : ''
    return family === 'image' || family === 'audio' || family === 'video' ? family : 'file'
  }
  return (typeof format === 'string' && BY_FORMAT[format]) || 'string'
}

/** A dynamic port that keeps the whole property as its schema. */
export function dynamicPortOf(property: Property, name: string): DynamicPort & { schema: Property } {
  return {
    name,
    label: property.title,
    ...(property.description ? { description: property.description } : {}),
    dataType: dataTypeOf(property),
    required: false,
    schema: property,
  }
}
