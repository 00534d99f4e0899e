/** A credential while it is edited, and the request body that saves it. Pure. */
import type { CreateCredentialBody, Credential } from '@millrace/client'
import { CREDENTIAL_TYPES, type CredentialType, credentialFields, credentialType, isPlaceholder } from '@millrace/model'

export interface CredentialDraft {
  readonly name: string
  readonly type: string
  readonly description: string
  /** One host per line. */
  readonly hosts: string
  /** Typed values; a stored secret never reaches the page. */
  readonly values: Readonly<Record<string, string>>
}

/** What a new credential starts with. */
export interface CredentialStart {
  /** The project of the workflow that will use it, which uses no credentials of other projects. */
  readonly project?: string | undefined
  readonly types?: readonly string[] | undefined
  readonly name?: string | undefined
  readonly hosts?: string | undefined
}

export interface DraftField {
  readonly key: string
  readonly isSecret: boolean
  readonly isRequired: boolean
  readonly title: string
  readonly options: readonly string[] | undefined
  readonly placeholder: string | undefined
}

export const NAME = /^[a-z][a-z0-9_]{0,63}$/

export function draftOf(credential: Credential | undefined, start: CredentialStart = {}): CredentialDraft {
  if (credential === undefined) {
    const [type = 'bearer'] = start.types ?? []
    const { name = '', hosts = '' } = start
    return { name, type: type === 'header' ? 'bearer' : type, description: '', hosts, values: {} }
  }
  const { name, type, description, hosts, values } = credential
  const typed = Object.entries(values).filter(([, value]) => !isPlaceholder(value))
  return { name, type, description, hosts: hosts.join('\n'), values: Object.fromEntries(typed) }
}

export function typeOf({ type }: Pick<CredentialDraft, 'type'>): CredentialType {
  return credentialType(type) ?? CREDENTIAL_TYPES[0]
}

export function draftFields(type: CredentialType): readonly DraftField[] {
  return credentialFields(type).map(({ key, isSecret, isRequired, schema }) => ({
    ...{ key, isSecret, isRequired },
    title: typeof schema.title === 'string' ? schema.title : key,
    options: Array.isArray(schema.enum) ? schema.enum.map(String) : undefined,
    placeholder: typeof schema.placeholder === 'string' ? schema.placeholder : undefined,
  }))
}

export function hostsOf({ hosts }: Pick<CredentialDraft, 'hosts'>): string[] {
  return hosts.split(/[\s,]+/).filter((host) => host !== '')
}

/** An empty secret keeps the stored one. */
export function bodyOf(draft: CredentialDraft): CreateCredentialBody {
  const type = typeOf(draft)
  const values = draftFields(type).flatMap(({ key, options }) => {
    const typed = (draft.values[key] ?? options?.[0] ?? '').trim()
    return typed === '' ? [] : [[key, typed] as const]
  })
  return {
    name: draft.name.trim(),
    type: type.id as CreateCredentialBody['type'],
    description: draft.description.trim(),
    hosts: type.bindsHosts ? hostsOf(draft) : [],
    values: Object.fromEntries(values),
  }
}

/** The end of a stored secret, as its placeholder shows it; undefined if there is none. */
export function storedEnd(credential: Credential | undefined, type: string, key: string): string | undefined {
  const value = credential?.type === type ? credential.values[key] : undefined
  return isPlaceholder(value) ? String(value).replace(/^__secret__:?/, '') : undefined
}

/** True if the service requires the secrets again, because the credential is then sent to another place. */
export function needsSecretsAgain(draft: CredentialDraft, before: Credential | undefined): boolean {
  if (before === undefined || before.type !== draft.type) return false
  const type = typeOf(draft)
  const isNewHost = type.bindsHosts && hostsOf(draft).some((host) => !before.hosts.includes(host))
  const keys = type.addressFields ?? []
  return isNewHost || keys.some((key) => (draft.values[key] ?? '').trim() !== (before.values[key] ?? ''))
}

export type DraftProblem = 'missing' | 'name'

/** Problems that prevent saving, by field. */
export function draftProblems(
  draft: CredentialDraft,
  before: Credential | undefined,
): Readonly<Record<string, DraftProblem>> {
  const type = typeOf(draft)
  const problems: Record<string, DraftProblem> = {}
  if (draft.name.trim() === '') problems.name = 'missing'
  else if (!NAME.test(draft.name.trim())) problems.name = 'name'
  if (type.bindsHosts && hostsOf(draft).length === 0) problems.hosts = 'missing'
  const isAgain = needsSecretsAgain(draft, before)
  for (const { key, isRequired, isSecret, options } of draftFields(type)) {
    const isStored = isSecret && storedEnd(before, draft.type, key) !== undefined
    const isNeeded = isStored ? isAgain : isRequired && options === undefined
    if (isNeeded && (draft.values[key] ?? '').trim() === '') problems[`values.${key}`] = 'missing'
  }
  return problems
}
