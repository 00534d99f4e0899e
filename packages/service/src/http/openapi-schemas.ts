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
    return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, below(keyword, value)]))
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
