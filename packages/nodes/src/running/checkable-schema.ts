/**
 * Validates values with a user's JSON Schema. A schema with unsupported keywords is rejected, because reporting "valid"
 * would be misleading. Patterns run in the sandbox with a time limit per batch; the validator only looks up their
 * results.
 */
import { type Effects, type Issue, issuesOf, type PatternTest, type Schema, schemaProblems } from '@millrace/model'
import { badSetting } from './input-values.ts'
import { flagsFor } from './readable-pattern.ts'

const MAX_PATTERNS = 10_000
/** The result of one pattern may decide which other patterns apply; each such step takes another batch. */
const MAX_ROUNDS = 20

/** Throws unless the validator supports every keyword of the schema. */
export function refuseUncheckable(schema: unknown, setting: string): void {
  const [problem] = schemaProblems(schema)
  if (problem === undefined) return
  const { path, message } = problem
  throw badSetting(setting, path === '' ? message : `is invalid at ${path}: it ${message}`)
}

/** All issues of a value, like `issuesOf`, but without running patterns in this process. */
export async function issuesBy(
  schema: Schema,
  value: unknown,
  effects: Pick<Effects, 'patternTests'>,
  setting = 'jsonSchema',
): Promise<Issue[]> {
  const verdicts = new Map<string, boolean | string>()
  const flags = new Map<string, 'u' | ''>()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const open = new Map<string, PatternTest>()
    const issues = issuesOf(schema, value, '', (pattern, text) => {
      const key = keyOf(pattern, text)
      const known = verdicts.get(key)
      if (known !== undefined) return known
      const own = flags.get(pattern) ?? flagsFor(pattern, setting)
      flags.set(pattern, own)
      open.set(key, { pattern, flags: own, text })
      if (verdicts.size + open.size > MAX_PATTERNS)
        throw badSetting(setting, `has patterns for more than ${MAX_PATTERNS} strings`)
      // Assume a match until the result is known, so that validation continues and collects the other patterns.
      return true
    })
    if (open.size === 0) return issues
    const found = await effects.patternTests([...open.values()])
    for (const [at, key] of [...open.keys()].entries()) verdicts.set(key, found[at] ?? 'its pattern was not tested')
  }
  throw badSetting(setting, `has patterns that depend on each other more than ${MAX_ROUNDS} times`)
}

function keyOf(pattern: string, text: string): string {
  return `${pattern.length} ${pattern}${text}`
}
