/** Component properties as a JSON Schema for model output, and reading the returned values. */
import { cast, type Property } from '@millrace/agentspec'

export function isText({ type, anyOf }: Property): boolean {
  return type === 'string' && anyOf === undefined
}

/** The JSON Schema of an object with these properties. */
export function schemaOf(properties: readonly Property[]): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map((one) => [one.title, one])),
    required: properties.filter((one) => one.default === undefined).map(({ title }) => title),
  }
}

export type ReadProperties =
  | { readonly values: Record<string, unknown>; readonly problem?: undefined }
  | { readonly problem: string }

/** Casts the value of every property; returns the first problem if one is missing or invalid. */
export function propertiesIn(
  found: Readonly<Record<string, unknown>>,
  properties: readonly Property[],
  lacks = 'lacks',
): ReadProperties {
  const values: Record<string, unknown> = {}
  for (const property of properties) {
    const { title } = property
    if (!Object.hasOwn(found, title)) {
      if (property.default === undefined) return { problem: `it ${lacks} "${title}"` }
      values[title] = property.default
      continue
    }
    const made = cast(found[title], property)
    if (made.problem !== undefined) return { problem: `"${title}" ${made.problem}` }
    values[title] = made.value
  }
  return { values }
}
