/**
 * Secrets never leave. Fields that the official format marks as sensitive become references that name what is missing;
 * whatever else is called like a secret is left out. What is only a placeholder for an input is no secret.
 */
import { isObject, isPlaceholder } from '@millrace/model'
import type { AnyComponent, Fields, Flow } from '../components.ts'

const SECRET_NAME =
  /^(x-)?(api[-_]?key|apikey|(proxy-)?authorization|(set-)?cookie|pass(word|wd|phrase)|secret|client[-_]?(secret|id)|(access|refresh|auth|bearer|id)?[-_]?token|sslkey|private[-_]?key|key_file|cert_file|ca_file|wallet_(location|password)|auth_file_location|credentials|env|sensitive_headers|sensitiveHeaders|.*[-_](secret|password|token|api[-_]?key))$/i

/** Fields of components that hold no secrets, whatever their keys are called. */
const HARMLESS = new Set(['inputs', 'outputs', 'outputSchema', 'mapping', 'reducers', 'seedBranches', 'branches'])
/** Fields for which the official format has references. */
const SENSITIVE: Readonly<Record<string, string>> = { apiKey: 'api_key', sensitiveHeaders: 'sensitive_headers' }
const ONLY_PLACEHOLDERS = /^(?:(?:Bearer|Basic)\s+)?\{\{\s*\w+\s*\}\}$/i
const CREDENTIALS = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@\s]+@/i
/** A parameter of an address. */
const PARAMETER = /([?&])([^?=&#\s]+)=([^&#\s]+)/g
/** Parameters that only addresses use for secrets. */
const SECRET_PARAMETER = /^(key|sig|signature|access[-_]?key|.*[-_]signature)$/i

export interface Redaction<T> {
  readonly value: T
  /** What was taken out, as `<component id>.<field>`. */
  readonly secrets: readonly string[]
}

/** A value that was taken out: of which component, and where in it. */
export interface TakenOut {
  readonly id: string
  readonly path: readonly string[]
  readonly value: unknown
}

/** A flow without secrets, at any depth. Components that are one object stay one object. */
export function withoutSecretsIn<T extends Flow | AnyComponent>(
  root: T,
  taken: (one: TakenOut) => void = () => {},
): Redaction<T> {
  const secrets = new Set<string>()
  const done = new Map<object, unknown>()

  function clean(value: unknown, owner: string, path: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((one) => clean(one, owner, path))
    if (typeof value === 'string') return cleanText(value, owner, path)
    if (!isObject(value)) return value
    const before = done.get(value)
    if (before !== undefined) return before
    const id = typeof value.id === 'string' && typeof value.name === 'string' ? value.id : owner
    const here = id === owner ? path : []
    const out: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value)) {
      const at = [...here, key]
      if (HARMLESS.has(key)) out[key] = inner
      else if (!isSecret(key, inner)) out[key] = clean(inner, id, at)
      else {
        const wire = here.length === 0 ? SENSITIVE[key] : undefined
        secrets.add(`${id}.${wire ?? at.join('.')}`)
        taken({ id, path: at, value: inner })
        if (wire !== undefined) out[key] = { $component_ref: `${id}.${wire}` }
      }
    }
    done.set(value, out)
    return out
  }

  function cleanText(text: string, owner: string, path: readonly string[]): string | undefined {
    if (isPlaceholder(text as unknown)) {
      secrets.add(`${owner}.${path.join('.')}`)
      return undefined
    }
    const open = withoutCredentials(text)
    if (open === text) return text
    secrets.add(`${owner}.${path.join('.')}`)
    taken({ id: owner, path, value: text })
    return open
  }

  return { value: clean(root, '', []) as T, secrets: [...secrets].sort() }
}

/** An address without the name and password, and without the parameters, that let somebody in. */
function withoutCredentials(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return text.replace(CREDENTIALS, '$1').replace(PARAMETER, (whole, sign: string, name: string, value: string) => {
    const isNamed = SECRET_NAME.test(name) || SECRET_PARAMETER.test(name)
    return isNamed && !ONLY_PLACEHOLDERS.test(value) ? `${sign}${name}=` : whole
  })
}

function isSecret(key: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '' || typeof value === 'boolean') return false
  if (!SECRET_NAME.test(key)) return false
  if (typeof value === 'number' && /token/i.test(key)) return false
  if (typeof value === 'string' && ONLY_PLACEHOLDERS.test(value)) return false
  if (isObject(value)) return Object.keys(value).length > 0 && typeof value.$component_ref !== 'string'
  return true
}

/** A plain value without secrets. */
export function withoutSecretsInJson(value: Fields): Redaction<Fields> {
  return withoutSecretsIn(value as unknown as Flow) as unknown as Redaction<Fields>
}
