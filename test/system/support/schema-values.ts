/** Values that fit a JSON Schema, more or less: what an honest client could send. */
import fc from 'fast-check'
import { hostileText, hostileValue, objectOf } from './hostile-values.ts'
import type { Json, OpenApi } from './operations.ts'

/** Values for a schema of the document. */
export function valuesOf(schema: Json, document: Pick<OpenApi, 'components'>): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') {
    return valuesOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, document)
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum) && schema.type !== 'array') return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return fc.oneof(...options.map((option) => valuesOf(option as Json, document)))
  switch (schema.type) {
    case 'string':
      return textsOf(schema)
    case 'integer':
      return fc.integer({ min: Number(schema.minimum ?? -10), max: Math.min(Number(schema.maximum ?? 1000), 2 ** 31) })
    case 'number':
      return fc.double({ min: Number(schema.minimum ?? -1e6), max: Number(schema.maximum ?? 1e6), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf((schema.items ?? {}) as Json, document), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.max(Number(schema.minItems ?? 0), Math.min(Number(schema.maxItems ?? 4), 4)),
      })
    case 'object':
      return objectsOf(schema, document)
    default:
      return hostileValue
  }
}

function textsOf(schema: Json): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  const [least, most] = [Number(schema.minLength ?? 0), Math.min(Number(schema.maxLength ?? 30), 300)]
  return fc.oneof(fc.string({ minLength: least, maxLength: most, unit: 'grapheme' }), hostileText)
}

function objectsOf(schema: Json, document: Pick<OpenApi, 'components'>): fc.Arbitrary<Json> {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const entries = properties.map(([name, property]) => {
    const entry = valuesOf(property, document).map((value): [string, unknown][] => [[name, value]])
    return required.includes(name) ? entry : fc.oneof(entry, fc.constant([]))
  })
  return fc.tuple(...entries).map((lists) => objectOf(lists.flat()))
}
