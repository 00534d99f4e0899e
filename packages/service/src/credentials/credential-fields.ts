/** Checks the fields of a credential against its type, and separates the secret ones. */
import {
  type CredentialType,
  type CredentialValues,
  credentialFields,
  isPlaceholder,
  issuesOf,
  Problem,
  placeholderOf,
} from '@millrace/model'
import { isReference, type ReferenceSettings, referenceProblem } from './secret-references.ts'

export interface SeparatedFields {
  /** The secret fields, or references to them. */
  readonly secrets: CredentialValues
  /** All fields as they are shown. */
  readonly shown: CredentialValues
}

export interface FieldRules {
  readonly type: CredentialType
  readonly hosts: readonly string[]
  readonly references: ReferenceSettings
  /** The stored secrets: one that is left out, or a placeholder, keeps its value. */
  readonly kept: CredentialValues
}

/** Throws VALIDATION_ERROR with the field. */
export function separatedFields(given: CredentialValues, rules: FieldRules): SeparatedFields {
  const { type, kept, references } = rules
  checkHosts(rules)
  const fields = credentialFields(type)
  const values: Record<string, string> = {}
  for (const { key, isSecret } of fields) {
    const value = given[key]
    const isKept = isSecret && (value === undefined || isPlaceholder(value))
    const next = isKept ? kept[key] : value?.trim()
    if (next !== undefined && next !== '') values[key] = next
  }
  for (const key of Object.keys(given)) {
    if (!fields.some((field) => field.key === key)) throw invalidField(`/values/${key}`, `is not a field of ${type.id}`)
  }
  const [issue] = issuesOf(type.fields, values)
  if (issue !== undefined) throw invalidField(`/values${issue.path}`, issue.message)
  const secret = fields.filter(({ isSecret, key }) => isSecret && values[key] !== undefined).map(({ key }) => key)
  for (const key of secret) {
    const problem = referenceProblem(values[key] ?? '', references)
    if (problem !== undefined) throw invalidField(`/values/${key}`, problem)
  }
  const isHidden = new Set(secret)
  const entries = Object.entries(values)
  return {
    secrets: Object.fromEntries(entries.filter(([key]) => isHidden.has(key))),
    shown: Object.fromEntries(entries.map(([key, value]) => [key, isHidden.has(key) ? shownSecret(value) : value])),
  }
}

/** A reference is not secret: it names the place of the secret. */
function shownSecret(value: string): string {
  return isReference(value) ? value : placeholderOf(value)
}

function checkHosts({ type, hosts }: FieldRules): void {
  if (type.bindsHosts && hosts.length === 0) throw invalidField('/hosts', 'must name at least one host')
  if (!type.bindsHosts && hosts.length > 0) throw invalidField('/hosts', `must be empty for the type ${type.id}`)
}

export function invalidField(path: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', {
    message: `The body is invalid: ${path} ${message}.`,
    details: [{ code: 'INVALID_VALUE', message, path }],
  })
}
