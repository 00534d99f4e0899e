/** Values on their way into and out of nodes: casts, defaults, and what is missing. */
import { NodeFailure } from '@millrace/model'
import { cast } from '../casting.ts'
import type { Property } from '../components.ts'

export type Values = Readonly<Record<string, unknown>>

/** The value as the property takes it. */
export function castTo(property: Property, value: unknown, whose: string): unknown {
  const made = cast(value, property)
  if (made.problem === undefined) return made.value
  throw new NodeFailure('TYPE_MISMATCH', `${whose} "${property.title}" ${made.problem}.`)
}

/** What was given for each property, cast; else its default. `missing` says what else to do. */
export function valuesFor(
  properties: readonly Property[],
  given: Values,
  { whose, missing }: { readonly whose: string; readonly missing: (property: Property) => unknown },
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const property of properties) {
    const { title } = property
    if (Object.hasOwn(given, title) && given[title] !== undefined) values[title] = castTo(property, given[title], whose)
    else if (property.default !== undefined) values[title] = property.default
    else {
      const fallback = missing(property)
      if (fallback !== undefined) values[title] = fallback
    }
  }
  return values
}

/** The outputs that a node has to give: a missing one without a default is a failure, what is not declared is dropped. */
export function outputValues(properties: readonly Property[], given: Values, name: string): Record<string, unknown> {
  return valuesFor(properties, given, {
    whose: `The output of "${name}" called`,
    missing({ title }) {
      throw new NodeFailure('MISSING_OUTPUT', `"${name}" gave no value for its output "${title}".`)
    },
  })
}

/** A value as it will be read back from a disk. */
export function asKept<T>(value: T): T {
  const text = JSON.stringify(value)
  return text === undefined ? (null as T) : (JSON.parse(text) as T)
}

/** The JSON that a text is, or holds in a fence or between its outermost brackets. */
export function jsonIn(text: string): unknown {
  for (const candidate of candidatesIn(text)) {
    try {
      return JSON.parse(candidate)
    } catch {
      // The next one may be JSON.
    }
  }
  return undefined
}

const FENCE = '```'

function* candidatesIn(text: string): Iterable<string> {
  yield text.trim()
  const opens = text.indexOf(FENCE)
  const closes = text.lastIndexOf(FENCE)
  // Not with one pattern: looking for an end that is not there would take it time in the square of the length.
  if (opens >= 0 && closes > opens)
    yield text
      .slice(opens + FENCE.length, closes)
      .replace(/^[^\n{[]*/, '')
      .trim()
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from >= 0 && to > from) yield text.slice(from, to + 1)
}
