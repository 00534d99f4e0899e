/**
 * Validates values with a user's JSON Schema. A schema with unsupported keywords is rejected, because reporting "valid"
 * would be misleading. Patterns run in the sandbox with a time limit per batch.
 */
import {
  type Effects,
  type Issue,
  issuesWithPatterns,
  type Schema,
  schemaProblems,
  UncheckablePattern,
} from '@millrace/model'
import { badSetting } from './input-values.ts'

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
  try {
    return await issuesWithPatterns(schema, value, (tests) => effects.patternTests(tests))
  } catch (error) {
    throw error instanceof UncheckablePattern ? badSetting(setting, error.message) : error
  }
}
