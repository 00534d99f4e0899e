/** Masks secrets in values that leave a step. */
import { CUT_MARK, isNodeFailure, isObject, LargeJson, NodeFailure } from '@millrace/model'

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

/** The error with every secret masked in its message and details. */
export function maskedError(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Error) || secrets.length === 0) return error
  const message = masked(error.message, secrets)
  if (isNodeFailure(error) && error.details !== undefined) {
    const { code, retryable, retryAfterMs } = error
    return new NodeFailure(code, message, { retryable, retryAfterMs, details: masked(error.details, secrets) })
  }
  if (message === error.message) return error
  return isNodeFailure(error) ? new NodeFailure(error.code, message, error) : new NodeFailure('FAILED', message)
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

/** Removes the beginning of a secret at the end of a text that was cut: its rest is missing, so it was not found. */
function withoutSecretStart(text: string, secrets: readonly string[]): string {
  const kept = text.slice(0, -CUT_MARK.length)
  const lengths = secrets.map((secret) => startAtEnd(kept, secret))
  const longest = Math.max(...lengths)
  return longest === 0 ? text : `${kept.slice(0, -longest)}${CUT_MARK}`
}

/** The length of the longest beginning of a secret that a text ends with; linear (Knuth, Morris and Pratt). */
function startAtEnd(text: string, secret: string): number {
  const borders = bordersOf(secret)
  let length = 0
  for (let at = Math.max(0, text.length - secret.length + 1); at < text.length; at++) {
    length = extended(secret, borders, { length, next: text.charCodeAt(at) })
  }
  return length
}

/** For each beginning of a text: the length of the longest shorter beginning that it ends with. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length)
  for (let at = 1; at < text.length; at++) {
    borders[at] = extended(text, borders, { length: borders[at - 1] ?? 0, next: text.charCodeAt(at) })
  }
  return borders
}

/** The length of the match after one more character. */
function extended(text: string, borders: Uint32Array, match: { length: number; next: number }): number {
  let { length } = match
  while (length > 0 && text.charCodeAt(length) !== match.next) length = borders[length - 1] ?? 0
  return text.charCodeAt(length) === match.next ? length + 1 : length
}

function hide(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    let text = value
    for (const secret of secrets) if (text.includes(secret)) text = text.replaceAll(secret, MASK)
    return text.endsWith(CUT_MARK) ? withoutSecretStart(text, secrets) : text
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
