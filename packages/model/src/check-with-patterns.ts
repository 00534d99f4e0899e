/**
 * Checks a value against a user's schema. The time of its patterns is not limited, so the caller tests them elsewhere;
 * the checker only looks up the results.
 */
import { type Issue, issuesOf } from './check.ts'
import type { PatternTest } from './run.ts'
import type { Schema } from './schema.ts'

const MAX_TEXTS = 10_000
/** The result of a pattern may decide which other patterns apply; each such dependency takes one more round. */
const MAX_ROUNDS = 20

/** Tests patterns in bounded time; one result per test. */
export type PatternTests = (tests: readonly PatternTest[]) => Promise<readonly boolean[]>

/** A schema has a pattern that is not a regular expression, or too many. */
export class UncheckablePattern extends Error {
  override readonly name = 'UncheckablePattern'
}

/** The issues that `issuesOf` finds; no pattern runs in this function. Throws `UncheckablePattern`. */
export async function issuesWithPatterns(schema: Schema, value: unknown, patternTests: PatternTests): Promise<Issue[]> {
  const verdicts = new Map<string, boolean | string>()
  const flags = new Map<string, 'u' | ''>()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const open = new Map<string, PatternTest>()
    const issues = issuesOf(schema, value, '', (pattern, text) => {
      const key = `${pattern.length} ${pattern}${text}`
      const known = verdicts.get(key)
      if (known !== undefined) return known
      const own = flags.get(pattern) ?? patternFlags(pattern)
      flags.set(pattern, own)
      open.set(key, { pattern, flags: own, text })
      if (verdicts.size + open.size > MAX_TEXTS) {
        throw new UncheckablePattern(`has patterns for more than ${MAX_TEXTS} texts`)
      }
      // Assume a match until it is tested, so that the check continues and collects the others.
      return true
    })
    if (open.size === 0) return issues
    const found = await patternTests([...open.values()])
    for (const [at, key] of [...open.keys()].entries()) verdicts.set(key, found[at] ?? 'its pattern was not tested')
  }
  throw new UncheckablePattern(`has patterns that depend on each other more than ${MAX_ROUNDS} times`)
}

/** With "u" if the pattern compiles with it; without for patterns with escapes that "u" rejects. */
function patternFlags(pattern: string): 'u' | '' {
  if (compileError(pattern, 'u') === undefined) return 'u'
  const error = compileError(pattern, '')
  if (error !== undefined) throw new UncheckablePattern(`has a pattern that is not a regular expression: ${error}`)
  return ''
}

function compileError(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
