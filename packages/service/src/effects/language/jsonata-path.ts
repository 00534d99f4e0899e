/** How JSONata follows a path through data, and what it takes for true. Mirrors the library step by step. */

/** One step of a path: a name, and the positions picked out of what it gives. */
export interface Step {
  readonly name: string
  readonly positions: readonly number[]
}

/** What counts as true in JSONata. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTrue)
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0 && !isFunction(value)
  return Boolean(value)
}

/**
 * JSONata's lists of results, which are not the same as lists in the data: one with a single member is that member, an
 * empty one is nothing, and a list inside of one melts into it.
 */
class Found {
  readonly items: unknown[] = []
}

/** What a path finds in the input. */
export function valueAt(steps: readonly Step[], input: unknown): unknown {
  let items: readonly unknown[] = [input]
  for (const [at, step] of steps.entries()) {
    const results = items.map((item) => resultOf(step, item)).filter((result) => result !== undefined)
    const [only] = results
    // A list that the data holds stays one, even if it is empty or has one member.
    if (at === steps.length - 1 && results.length === 1 && Array.isArray(only)) return only
    items = results.flatMap((result) => (result instanceof Found ? result.items : result))
    if (items.length === 0) return undefined
  }
  return items.length === 1 ? items[0] : items
}

function resultOf({ name, positions }: Step, item: unknown): unknown {
  let result = alone(lookedUp(item, name))
  for (const position of positions) {
    const list = result instanceof Found ? result.items : Array.isArray(result) ? result : [result]
    const picked: unknown = list[position < 0 ? list.length + position : position]
    if (Array.isArray(picked)) {
      result = picked
    } else {
      const found = new Found()
      if (picked !== undefined) found.items.push(picked)
      result = found
    }
  }
  return result
}

function lookedUp(item: unknown, name: string): unknown {
  if (Array.isArray(item)) {
    const found = new Found()
    for (const member of item) {
      const result = lookedUp(member, name)
      if (result instanceof Found) for (const each of result.items) found.items.push(each)
      else if (Array.isArray(result)) for (const each of result) found.items.push(each)
      else if (result !== undefined) found.items.push(result)
    }
    return found
  }
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, name) || isFunction(item)) return undefined
  return (item as Record<string, unknown>)[name]
}

/** What looks like a function of JSONata is one to it: it has no members and is not true. */
function isFunction(value: object): boolean {
  const marks: { _jsonata_function?: unknown; _jsonata_lambda?: unknown } = value
  return marks._jsonata_function === true || marks._jsonata_lambda === true
}

function alone(result: unknown): unknown {
  if (!(result instanceof Found)) return result
  return result.items.length > 1 ? result : result.items[0]
}
