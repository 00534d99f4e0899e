/**
 * Checks values with a JSON Schema of a user. A schema that the checker cannot check is refused: a node that said "valid"
 * would mislead. Patterns run in the sandbox, with one bound on the time of each round; the checker only looks up what was
 * found.
 */
import { type Effects, type Issue, issuesOf, type PatternTest, type Schema, schemaProblems } from '@millrace/model'
import { badSetting } from './input-values.ts'
import { flagsFor } from './readable-pattern.ts'

const MAX_PATTERNS = 10_000
/** What a pattern finds may decide which other patterns are met; each time takes one more round. */
const MAX_ROUNDS = 20

/** Fails unless the checker can check everything that the schema demands. */
export function refuseUncheckable(schema: unknown, setting: string): void {
  const [problem] = schemaProblems(schema)
  if (problem === undefined) return
  const { path, message } = problem
  throw badSetting(setting, path === '' ? message : `is wrong at ${path}: it ${message}`)
}

/** Everything that is wrong with a value, as `issuesOf`; no pattern runs in this process. */
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
        throw badSetting(setting, `has patterns for more than ${MAX_PATTERNS} texts`)
      // Taken as found until it is known, so that the check goes on and meets the others.
      return true
    })
    if (open.size === 0) return issues
    const found = await effects.patternTests([...open.values()])
    for (const [at, key] of [...open.keys()].entries()) verdicts.set(key, found[at] ?? 'its pattern was not tried')
  }
  throw badSetting(setting, `has patterns that depend on each other more than ${MAX_ROUNDS} times`)
}

function keyOf(pattern: string, text: string): string {
  return `${pattern.length} ${pattern}${text}`
}
