/** Fields edited as JSON. */
import { type Keywords, type Schema, Type } from '@millrace/model'

/** Any JSON object. */
export function jsonObject(keywords: Keywords): Schema<Record<string, unknown>> {
  return Type.Record(Type.Any(), { ...keywords, additionalProperties: true, format: 'json' })
}

/** A JSON Schema of an object; an editor may show it as a list of fields. */
export function jsonSchema(keywords: Keywords): Schema<Record<string, unknown>> {
  return jsonObject({ ...keywords, 'x-holds': 'schema' })
}

/** A JSON Schema of any value, edited as JSON. */
export function valueSchema(keywords: Keywords): Schema<Record<string, unknown>> {
  return jsonObject({ ...keywords, 'x-holds': 'value-schema' })
}

/** Any JSON value. */
export function jsonValue(keywords: Keywords): Schema<unknown> {
  return Type.Any({ ...keywords, format: 'json' })
}
