/** Evaluates JSONata paths and truthiness; mirrors the library exactly. */

/** One step of a path: a name and the indexes applied to its result. */
export interface Step {
  readonly name: string
  readonly positions: readonly number[]
}

/** Whether a value is true in JSONata. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTrue)
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0 && !isFunction(value)
  return Boolean(value)
}

/**
 * A result sequence of JSONata, which differs from an array in the data: a sequence of one item is that item, an empty
 * one is undefined, and nested sequences are flattened.
 */
class Sequence {
  readonly items: unknown[] = []
}

/** Evaluates a path on the input. */
export function valueAt(steps: readonly Step[], input: unknown): unknown {
  let items: readonly unknown[] = [input]
  for (const [at, step] of steps.entries()) {
    const results = items.map((item) => resultOf(step, item)).filter((result) => result !== undefined)
    const [only] = results
    // An array of the data is returned as it is, even if it is empty or has one item.
    if (at === steps.length - 1 && results.length === 1 && Array.isArray(only)) return only
    items = results.flatMap((result) => (result instanceof Sequence ? result.items : result))
    if (items.length === 0) return undefined
  }
  return items.length === 1 ? items[0] : items
}

function resultOf({ name, positions }: Step, item: unknown): unknown {
  let result = unwrapped(lookedUp(item, name))
  for (const position of positions) {
    const list = result instanceof Sequence ? result.items : Array.isArray(result) ? result : [result]
    const picked: unknown = list[position < 0 ? list.length + position : position]
    if (Array.isArray(picked)) {
      result = picked
    } else {
      const found = new Sequence()
      if (picked !== undefined) found.items.push(picked)
      result = found
    }
  }
  return result
}

function lookedUp(item: unknown, name: string): unknown {
  if (Array.isArray(item)) {
    const found = new Sequence()
    for (const member of item) {
      const result = lookedUp(member, name)
      if (result instanceof Sequence) for (const each of result.items) found.items.push(each)
      else if (Array.isArray(result)) for (const each of result) found.items.push(each)
      else if (result !== undefined) found.items.push(result)
    }
    return found
  }
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, name) || isFunction(item)) return undefined
  return (item as Record<string, unknown>)[name]
}

/** JSONata treats objects with these marks as functions: they have no members and are not true. */
function isFunction(value: object): boolean {
  const marks: { _jsonata_function?: unknown; _jsonata_lambda?: unknown } = value
  return marks._jsonata_function === true || marks._jsonata_lambda === true
}

function unwrapped(result: unknown): unknown {
  if (!(result instanceof Sequence)) return result
  return result.items.length > 1 ? result : result.items[0]
}
