/** Versions of the program in the paths of requests: `/1.4.0/…`. */

/**
 * True if a worker serves a path: those of its own version and of older ones, whose workers may all be gone. A request to
 * the path of a newer version is left to the workers that have its code.
 */
export function isServedPath(path: string, version: string): boolean {
  const found = /^\/([^/]+)\//.exec(path)?.[1]
  return found === undefined || !isNewer(found, version)
}

function isNewer(version: string, than: string): boolean {
  const own = numbersOf(than)
  for (const [at, number] of numbersOf(version).entries()) {
    if (number !== (own[at] ?? 0)) return number > (own[at] ?? 0)
  }
  return false
}

function numbersOf(version: string): number[] {
  const numbers = version.match(/^[\d.]+/)?.[0] ?? ''
  return numbers.split('.').filter(Boolean).map(Number)
}
