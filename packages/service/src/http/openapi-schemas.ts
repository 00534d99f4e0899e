/** Converts schemas for OpenAPI: named ones are written once, under `components`, and referenced. */
import { isObject, type Schema, sameJson } from '@millrace/model'

type Json = Record<string, unknown>

export interface SchemaBook {
  /** The schema for the document: a reference if it has a name. */
  written(schema: Schema): Json
  /** All named schemas so far, for `components.schemas`. */
  named(): Json
}

/** Throws if two different schemas have the same name. */
export function createSchemaBook(): SchemaBook {
  const named = new Map<string, Json>()

  function written(schema: Schema): Json {
    const { $id, ...rest } = schema
    if (typeof $id !== 'string') return copied(rest)
    const copy = copied(rest)
    const other = named.get($id)
    if (other !== undefined && !sameJson(other, copy)) throw new Error(`two different schemas are named ${$id}`)
    named.set($id, copy)
    return { $ref: `#/components/schemas/${$id}` }
  }

  function copied(schema: Json): Json {
    const copy = Object.entries(schema).map(([keyword, value]) => [keyword, below(keyword, value)])
    return Object.fromEntries(isFreeForm(schema) ? [...copy, ['additionalProperties', true]] : copy)
  }

  /** Only these keywords contain schemas; other values (`enum`, `default`, …) are data and stay unchanged. */
  function below(keyword: string, value: unknown): unknown {
    if (keyword === 'properties' && isObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, written(property as Schema)]))
    }
    if (keyword === 'items' && isObject(value)) return written(value as Schema)
    if (keyword === 'additionalProperties' && isObject(value)) return written(value as Schema)
    if (/^(anyOf|oneOf|allOf)$/.test(keyword) && Array.isArray(value)) return value.map((one) => written(one as Schema))
    return value
  }

  return { written, named: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** Without `additionalProperties`, generators type an object that names no properties as one that has none. */
function isFreeForm({ type, properties, additionalProperties }: Json): boolean {
  const isNameless = properties === undefined || (isObject(properties) && Object.keys(properties).length === 0)
  return type === 'object' && isNameless && additionalProperties === undefined
}
