/** Schemas as OpenAPI wants them: those with a name are written once, under `components`, and referred to. */
import { isObject, type Schema, sameJson } from '@millrace/model'

type Json = Record<string, unknown>

export interface SchemaBook {
  /** The schema as it stands in the document: a reference where it has a name. */
  written(schema: Schema): Json
  /** All named schemas so far, for `components.schemas`. */
  named(): Json
}

/** Two schemas of one name must be the same; otherwise the document would say something untrue of one of them. */
export function createSchemaBook(): SchemaBook {
  const named = new Map<string, Json>()

  function written(schema: Schema): Json {
    const { $id, ...rest } = schema
    if (typeof $id !== 'string') return copied(rest)
    const copy = copied(rest)
    const other = named.get($id)
    if (other !== undefined && !sameJson(other, copy)) throw new Error(`two schemas are named ${$id} and differ`)
    named.set($id, copy)
    return { $ref: `#/components/schemas/${$id}` }
  }

  function copied(schema: Json): Json {
    return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, below(keyword, value)]))
  }

  /** Only these keywords hold schemas; what stands elsewhere (`enum`, `default`, …) is data and stays as it is. */
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
