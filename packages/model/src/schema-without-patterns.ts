/**
 * A user's pattern may run forever, so if there is no sandbox, a value is checked with a schema that has no patterns and
 * is not stricter than the original.
 */
import { isObject } from './json.ts'
import { mapSubschemas, subschemas } from './schema-keywords.ts'

type Keywords = Readonly<Record<string, unknown>>

/** The schema without patterns, and without keywords that would be stricter once a pattern inside them is removed. */
export function withoutPatterns(schema: unknown, root: unknown = schema): unknown {
  if (!isObject(schema)) return schema
  const { pattern, patternProperties, ...kept } = schema
  // Keys that a pattern allowed would now be additional ones.
  if (patternProperties !== undefined) delete kept.additionalProperties
  for (const keyword of ['not', 'if', 'oneOf', ...(schema.maxContains === undefined ? [] : ['contains'])]) {
    if (mentionsPattern(kept[keyword], root)) delete kept[keyword]
  }
  return mapSubschemas(kept, (part) => withoutPatterns(part, root))
}

/** Whether there is a pattern inside, or a reference that may lead to one. */
function mentionsPattern(part: unknown, root: unknown): boolean {
  if (Array.isArray(part)) return part.some((one) => mentionsPattern(one, root))
  return hasPattern(part) || (hasRef(part) && hasPattern(root))
}

function hasPattern(part: unknown): boolean {
  return isAnywhere(part, ({ pattern, patternProperties }) => pattern !== undefined || patternProperties !== undefined)
}

function hasRef(part: unknown): boolean {
  return isAnywhere(part, ({ $ref }) => $ref !== undefined)
}

function isAnywhere(part: unknown, test: (schema: Keywords) => boolean): boolean {
  if (!isObject(part)) return false
  return test(part) || [...subschemas(part)].some(([, inner]) => isAnywhere(inner, test))
}
