/** Masks secrets in values that leave a step. */
import { isObject, LargeJson } from '@millrace/model'

/** Shorter secrets would match arbitrary text. */
const MIN_MASKED_LENGTH = 4
const MASK = '__secret__:****'

/** Replaces every secret in all strings of the value, also in its JSON, URL-encoded and base64 forms. */
export function masked<T>(value: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return value
  const forms = formsOfSecrets.get(secrets) ?? writtenForms(secrets)
  formsOfSecrets.set(secrets, forms)
  return forms.length === 0 ? value : (hide(value, forms) as T)
}

/** Cached per list: a step masks all of its values with the same list. */
const formsOfSecrets = new WeakMap<readonly string[], readonly string[]>()

function writtenForms(secrets: readonly string[]): string[] {
  const long = secrets.filter((secret) => secret.length >= MIN_MASKED_LENGTH)
  const forms = long.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    Buffer.from(secret).toString('base64'),
  ])
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

function hide(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    let text = value
    for (const secret of secrets) if (text.includes(secret)) text = text.replaceAll(secret, MASK)
    return text
  }
  if (value instanceof LargeJson) {
    // Parse large JSON only if it may contain a secret.
    return secrets.some((secret) => value.text.includes(secret)) ? hide(value.value, secrets) : value
  }
  if (Array.isArray(value)) return value.map((item) => hide(item, secrets))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [String(hide(key, secrets)), hide(inner, secrets)]),
  )
}
