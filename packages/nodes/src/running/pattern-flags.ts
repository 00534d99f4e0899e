import { badSetting } from './input-values.ts'

/**
 * The flags to compile a user's pattern with: "u" if possible, so that characters are whole code points, else none, for
 * patterns with escapes that "u" rejects. The pattern is only compiled here; it runs with a time limit elsewhere.
 */
export function flagsFor(pattern: string, setting: string): 'u' | '' {
  if (patternProblem(pattern, 'u') === undefined) return 'u'
  const problem = patternProblem(pattern, '')
  if (problem !== undefined) throw badSetting(setting, problem)
  return ''
}

/** Why a text is not a regular expression; undefined if it is one. */
export function patternProblem(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags)
    return undefined
  } catch (error) {
    return `is not a valid regular expression: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The pattern, matching whole words of any script only. */
export function wholeWords(pattern: string): string {
  // Without "u" there are no letter classes; match ASCII letters then.
  const letter = patternProblem(pattern, 'u') === undefined ? '[\\p{L}\\p{M}\\p{N}_]' : '\\w'
  return `(?<!${letter})(?:${pattern})(?!${letter})`
}
