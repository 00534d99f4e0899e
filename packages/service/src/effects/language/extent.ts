/** Upper bounds for the size of values that an expression reads or returns. */
import { isObject, LargeJson } from '@millrace/model'

/** Bounds for several values together. */
export interface Extent {
  /** How many values they are. */
  readonly count: number
  /** The items of those that are lists. */
  readonly listed: number
  /** The values themselves and the items of all lists in them, at any depth. */
  readonly items: number
  /** The values themselves and all values in them, at any depth. */
  readonly values: number
  /** Their characters as JSON, with one more for each value to separate it from the next. */
  readonly characters: number
}

/** No number, word of JSON or name of a type is longer as JSON. */
const SCALAR_CHARACTERS = 25
/** Deeper inputs could overflow the stack. */
const MAX_DEPTH = 64

/** Values that are not lists and contain nothing; `characters` are those of one. */
export function scalars(count: number, characters = SCALAR_CHARACTERS): Extent {
  return { count, listed: 0, items: count, values: count, characters: count * (characters + 1) }
}

/** The items of lists, and the values that are not lists. */
export function itemsOf(extent: Extent): Extent {
  const { count, listed, items, values, characters } = extent
  return listed === 0 ? extent : { count: count + listed, listed: items, items, values, characters }
}

/** `count` lists with these items together. */
export function listsOf({ count: listed, items, values, characters }: Extent, count: number): Extent {
  return { count, listed, items: items + count, values: values + count, characters: characters + 3 * count }
}

/** The bounds of all of them together. */
export function sum(extents: readonly Extent[]): Extent {
  const total = { count: 0, listed: 0, items: 0, values: 0, characters: 0 }
  for (const { count, listed, items, values, characters } of extents) {
    total.count += count
    total.listed += listed
    total.items += items
    total.values += values
    total.characters += characters
  }
  return total
}

export function times({ count, listed, items, values, characters }: Extent, factor: number): Extent {
  return {
    count: count * factor,
    listed: listed * factor,
    items: items * factor,
    values: values * factor,
    characters: characters * factor,
  }
}

/** Measures an input whose JSON has this many characters; undefined if it has more values, or is nested too deeply. */
export function extentOf(input: unknown, characters: number, maxValues: number): Extent | undefined {
  const found = { values: 0, items: 1 }
  if (!measure(input, found, maxValues, 0)) return undefined
  const listed = Array.isArray(input) ? input.length : 0
  const extent = { count: 1, listed, ...found, characters: characters + 1 }
  // JSONata puts an input that is a list into another list.
  return Array.isArray(input) ? { ...listsOf(extent, 1), listed: listed + 1 } : extent
}

function measure(value: unknown, found: { values: number; items: number }, max: number, depth: number): boolean {
  found.values++
  if (found.values > max || depth > MAX_DEPTH || value instanceof LargeJson) return false
  if (Array.isArray(value)) {
    found.items += value.length
    return value.length <= max && value.every((item) => measure(item, found, max, depth + 1))
  }
  if (!isObject(value)) return true
  for (const key in value) if (!measure(value[key], found, max, depth + 1)) return false
  return true
}
