import { LargeJson } from './large-json.ts'

/**
 * About how many characters a value has as JSON, without printing it; escapes are not counted. Stops as soon as the size
 * is above `max`, so that the cost is bounded whatever the value is.
 */
export function jsonSize(value: unknown, max = Number.POSITIVE_INFINITY): number {
  let size = 0
  const left: unknown[] = [value]
  while (left.length > 0 && size <= max) {
    const next = left.pop()
    if (typeof next === 'string') size += next.length + 2
    else if (typeof next === 'number') size += digitsOf(next)
    else if (typeof next !== 'object' || next === null) size += 4
    else if (next instanceof LargeJson) size += next.text.length
    else if (Array.isArray(next)) {
      size += next.length + 1
      // The items of a long list cost at least a character each: no need to look at those beyond the limit.
      if (size <= max) for (const item of next) left.push(item)
    } else {
      for (const [key, inner] of Object.entries(next)) {
        size += key.length + 4
        left.push(inner)
      }
      size += 1
    }
  }
  return size
}

function digitsOf(value: number): number {
  if (!Number.isInteger(value)) return String(value).length
  return Math.abs(value) < 10 ? 1 : Math.ceil(Math.log10(Math.abs(value) + 1))
}

/** The first value that is larger than it may be, by its name. */
export function tooLargeIn(
  values: Readonly<Record<string, unknown>>,
  maxBytes: number,
): { readonly name: string; readonly message: string } | undefined {
  for (const name of Object.keys(values)) {
    if (jsonSize(values[name], maxBytes) <= maxBytes) continue
    // The whole size only for the message of a value that is refused anyway.
    const mib = (jsonSize(values[name]) / 2 ** 20).toFixed(1)
    return { name, message: `The value of "${name}" has ${mib} MiB; ${maxBytes / 2 ** 20} MiB is the limit.` }
  }
  return undefined
}
