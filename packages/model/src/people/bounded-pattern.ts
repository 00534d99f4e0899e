/**
 * How long a text may be so that a pattern of a user can be tested on it here, where nothing stops a test that does not
 * end. Supports only patterns without repeated groups: in those, the number of ways to match is at most the product of
 * the choices (how often each repeated character is taken, which alternative, where to begin), which is known.
 */
import type { PatternCheck } from '../check.ts'

/** About 50 ms on a slow machine. */
const MOST_STEPS = 5_000_000
const SHORTEST_USE = 20
const LONGEST_PATTERN = 500
const MOST_REPEATS = 1000

/** One part: an escape other than a backreference, a class, a plain group, a repetition, any other character. */
const PART =
  /\\[pP]\{[^}]*\}|\\[^1-9k]|\[(?:\\.|[^\]\\])*\]|\((?:\?:|(?!\?))|\)(?![*+{])|[|*+?]|\{(?<from>\d+)(?<open>,(?<to>\d*))?\}|[^\\[\](){}]/suy

/** The number of ways to match for a text of n characters: choices · (n + 1) ^ powers. */
interface Ways {
  readonly choices: number
  readonly powers: number
}

/** The longest text, in characters, for which the pattern is fast enough; undefined if that is not known. */
export function longestTextFor(pattern: string): number | undefined {
  const ways = waysOf(pattern)
  if (ways === undefined) return undefined
  const { choices, powers } = ways
  if (powers === 0) return choices <= MOST_STEPS ? Number.POSITIVE_INFINITY : undefined
  const longest = Math.floor((MOST_STEPS / choices) ** (1 / powers)) - 1
  return longest < SHORTEST_USE ? undefined : longest
}

/** A check for all patterns of one answer, which share the step limit. */
export function boundedCheck(): PatternCheck {
  let left = MOST_STEPS
  return (pattern, text) => {
    const ways = waysOf(pattern)
    if (ways === undefined) return 'its pattern may take too long'
    left -= ways.choices * (text.length + 1) ** ways.powers + text.length
    return left < 0 ? 'there is too much text for the patterns' : new RegExp(pattern, 'u').test(text)
  }
}

function waysOf(pattern: string): Ways | undefined {
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
  return { choices, powers }
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
