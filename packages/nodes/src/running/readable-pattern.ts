import { badSetting } from './input-values.ts'

/**
 * The flags with which a pattern of a person can be read: with "u" if possible, so that a character is a whole one, and
 * without it for patterns that escape more than "u" allows. Only compiled here; it runs where its time is bounded.
 */
export function flagsFor(pattern: string, setting: string): 'u' | '' {
  if (patternProblem(pattern, 'u') === undefined) return 'u'
  const problem = patternProblem(pattern, '')
  if (problem !== undefined) throw badSetting(setting, problem)
  return ''
}

/** Why a text is no regular expression; undefined if it is one. */
export function patternProblem(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags)
    return undefined
  } catch (error) {
    return `is no regular expression: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The pattern with letters and digits of any script refused on both sides. */
export function wholeWords(pattern: string): string {
  // Without "u" there are no classes of letters; then the letters of ASCII have to do.
  const letter = patternProblem(pattern, 'u') === undefined ? '[\\p{L}\\p{M}\\p{N}_]' : '\\w'
  return `(?<!${letter})(?:${pattern})(?!${letter})`
}
