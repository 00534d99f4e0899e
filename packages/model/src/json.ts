/** Common checks of JSON values. */

/** Whether a value is a plain object: not an array and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The number of Unicode code points of a text, not of UTF-16 units. */
export function codePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(at + 1)
      if (next >= 0xdc00 && next < 0xe000) {
        count--
        at++
      }
    }
  }
  return count
}

/** Whether two JSON values are equal, in any order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => sameJson(item, b[at]))
  }
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a).filter((key) => a[key] !== undefined)
  if (keys.length !== Object.keys(b).filter((key) => b[key] !== undefined).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}

/** One step of a JSON pointer (RFC 6901). */
export function pointer(base: string, key: string | number): string {
  if (typeof key === 'number') return `${base}/${key}`
  return `${base}/${key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`
}
