/** Maps the fields of the run tab to the extensions of the node. */
import { isObject, JOIN_EXTENSION, OLD_TIMEOUT_EXTENSION, RETRY_EXTENSION, TIMEOUT_EXTENSION } from '@millrace/model'

interface KeyChange {
  readonly set?: Readonly<Record<string, unknown>>
  readonly drop?: readonly string[]
}

/** The change of the extensions for a changed form field. Extension values are objects. */
export function extensionChange(extensions: Readonly<Record<string, unknown>>, key: string, next: unknown): KeyChange {
  if (key === 'join') return changeOf(JOIN_EXTENSION, next === 'all' ? {} : cleaned({ mode: next }))
  if (key !== 'timeoutMs') return changeOf(RETRY_EXTENSION, cleaned({ ...retryIn(extensions), [key]: next }))
  const { set, drop = [] } = changeOf(TIMEOUT_EXTENSION, cleaned({ ms: next }))
  // The format of earlier releases is removed when the new one is written.
  const gone = OLD_TIMEOUT_EXTENSION in extensions ? [...drop, OLD_TIMEOUT_EXTENSION] : drop
  return { ...(set ? { set } : {}), ...(gone.length > 0 ? { drop: gone } : {}) }
}

function changeOf(key: string, value: Record<string, unknown>): KeyChange {
  return Object.keys(value).length === 0 ? { drop: [key] } : { set: { [key]: value } }
}

/** The retry policy of a node as the form edits it. */
export function retryIn(extensions: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const retry = extensions[RETRY_EXTENSION]
  return isObject(retry) ? retry : {}
}

function cleaned(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
