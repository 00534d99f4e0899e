/**
 * How long a text may be so that a pattern of a person can be tried on it here, where nothing stops one that does not
 * end. Only patterns in which no group is repeated are understood: in those, the ways to match are at most the product
 * of the choices (how often each repeated character is taken, which alternative, where to begin), and that is a number.
 */

const MOST_STEPS = 10_000_000
const SHORTEST_USE = 20
const LONGEST_PATTERN = 500
const MOST_REPEATS = 1000

/** One part: an escape that is no backreference, a class, a plain group, a repetition, any other character. */
const PART =
  /\\[pP]\{[^}]*\}|\\[^1-9k]|\[(?:\\.|[^\]\\])*\]|\((?:\?:|(?!\?))|\)(?![*+{])|[|*+?]|\{(?<from>\d+)(?<open>,(?<to>\d*))?\}|[^\\[\](){}]/suy

/** The longest text, in characters, that the pattern is bearable for; undefined if that is not known. */
export function longestTextFor(pattern: string): number | undefined {
  if (pattern.length > LONGEST_PATTERN || !compiles(pattern)) return undefined
  let choices = 1
  let powers = pattern.startsWith('^') && !pattern.includes('|') ? 0 : 1
  PART.lastIndex = 0
  while (PART.lastIndex < pattern.length) {
    const found = PART.exec(pattern)
    if (found === null) return undefined
    const [part] = found
    const { from, open, to } = found.groups ?? {}
    if (part === '*' || part === '+' || (open !== undefined && to === '')) powers++
    else if (part === '|' || part === '?') choices *= 2
    if (from !== undefined && Math.max(Number(from), Number(to ?? 0)) > MOST_REPEATS) return undefined
    if (to) choices *= Number(to) - Number(from) + 1
  }
  if (powers === 0) return choices <= MOST_STEPS ? Number.POSITIVE_INFINITY : undefined
  const longest = Math.floor((MOST_STEPS / choices) ** (1 / powers)) - 1
  return longest < SHORTEST_USE ? undefined : longest
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
