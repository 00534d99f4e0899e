/** Finds and replaces plain text without regular expressions, in linear time. */
import { NodeFailure } from '@millrace/model'
import { folded } from './case-fold.ts'

/** In characters. Limits the memory that a long replacement can use. */
const MAX_LENGTH = 67_108_864

interface Replacement {
  readonly find: string
  readonly by: string
  readonly isCaseSensitive: boolean
  readonly isWholeWord: boolean
}

/** Replaces all occurrences from left to right without overlap, and counts them. */
export function replaced(text: string, { find, by, ...how }: Replacement): { text: string; count: number } {
  const [where, what] = how.isCaseSensitive ? [text, find] : [folded(text), folded(find)]
  const parts: string[] = []
  let end = 0
  let count = 0
  let length = text.length
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at)) {
    const after = at + what.length
    if (how.isWholeWord && !standsAlone(text, at, after)) {
      at++
      continue
    }
    length += by.length - what.length
    if (length > MAX_LENGTH) throw new NodeFailure('TOO_LARGE', 'The text after replacement is too long.')
    parts.push(text.slice(end, at), by)
    count++
    end = after
    at = after
  }
  return { text: parts.join('') + text.slice(end), count }
}

const WORD_BEFORE = /[\p{L}\p{M}\p{N}_]$/u
const WORD_AFTER = /^[\p{L}\p{M}\p{N}_]/u

function standsAlone(text: string, from: number, to: number): boolean {
  // Two code units on each side contain one whole character.
  return !WORD_BEFORE.test(text.slice(Math.max(0, from - 2), from)) && !WORD_AFTER.test(text.slice(to, to + 2))
}
