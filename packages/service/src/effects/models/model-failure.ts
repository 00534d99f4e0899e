/**
 * Converts errors of model calls into failures of the node: whether a retry may help, and the provider's error text,
 * shortened and without keys; the start of the body if it has no error text. Headers and addresses are left out.
 */
import { isObject, NodeFailure, Retryable } from '@millrace/model'
import { masked } from '../../platform/masking.ts'
import type { CallOutcome } from '../credentials/credential-source.ts'

const MAX_DETAIL = 300

/** Errors of the SDK that mean that the call itself is invalid for this provider. */
const INVALID_CALL_ERRORS = new Set([
  ...['AI_InvalidPromptError', 'AI_MissingToolResultsError', 'AI_MessageConversionError', 'AI_InvalidArgumentError'],
  ...['AI_UnsupportedFunctionalityError', 'AI_NoSuchModelError'],
])

export interface HostAndKey {
  readonly host: string
  readonly key: string | undefined
}

/** The failure for an error of the SDK. */
export function modelFailure(error: unknown, target: HostAndKey): NodeFailure {
  const chain = causesOf(error)
  const own = chain.find((one) => one instanceof NodeFailure)
  if (own !== undefined) return own
  const { host } = target
  const inside = errorInside(chain)
  const detail = detailOf(inside ?? bodyOf(chain) ?? error, target)
  const status = statusIn(chain)
  const after = retryAfterOf(chain)
  const again = after === undefined ? '' : ` (retry in ${Math.ceil(after / 1000)} s)`
  if (status === 429) {
    return new Retryable(`${host} limits the rate of requests${again}${detail}`, 'RATE_LIMITED', after)
  }
  if (status === 408 || (status !== undefined && status >= 500)) {
    return new Retryable(`${host} failed with status ${status}${again}${detail}`, 'UPSTREAM_FAILED', after)
  }
  if (status !== undefined && status >= 400) {
    return new NodeFailure('MODEL_REFUSED', `${host} rejected the request with status ${status}${detail}`)
  }
  if (chain.some(({ name }) => INVALID_CALL_ERRORS.has(String(name)))) {
    return new NodeFailure('MODEL_SETTINGS_INVALID', `The model cannot be called${detail}`)
  }
  // Errors in the middle of a stream have no status, only the provider's text.
  if (inside !== undefined || chain.some(({ name }) => name === 'AI_StreamProviderError')) {
    return new Retryable(`${host} failed${detail}`, 'UPSTREAM_FAILED')
  }
  if (chain.some(({ message }) => /without a finish reason/.test(String(message)))) return endedEarly(host)
  return invalidResponse(host)
}

/** Whether the provider rejected the request itself, and not the credentials. */
export function isRefusedRequest(error: unknown): boolean {
  return causesOf(error).some((one) => [400, 422].includes(statusOf(one) ?? 0))
}

/** The outcome for the key: of all statuses, only refusals are about it; the others concern the request. */
export function keyOutcome(error: unknown, { code, message }: NodeFailure): CallOutcome {
  const status = statusIn(causesOf(error))
  if (status === undefined) return { failure: `${code}: ${message}`.slice(0, 500) }
  return status === 401 || status === 403 ? { failure: `HTTP status ${status}` } : {}
}

export function endedEarly(host: string): NodeFailure {
  return new Retryable(`${host} ended its response early.`, 'UPSTREAM_FAILED')
}

export function invalidResponse(host: string): NodeFailure {
  return new NodeFailure('MODEL_BAD_ANSWER', `${host} sent a response that is not a valid model response.`)
}

const OK = 200

/** The body of a response whose error text the SDK could not read: it then has only the text of the status. */
function bodyOf(chain: readonly Cause[]): { readonly message: string } | undefined {
  const call = chain.find((one) => 'responseBody' in one && typeof one.responseBody === 'string')
  if (call === undefined || call instanceof NodeFailure) return undefined
  const body = String(call.responseBody)
  const isRead = body.trim() === '' || isObject(call.data)
  return isRead ? undefined : { message: `${call.message}: ${body}` }
}

/** The status of the response, or the one that its body names. */
function statusIn(chain: readonly Cause[]): number | undefined {
  return chain.map(statusOf).find((one) => one !== undefined && one !== OK) ?? errorInside(chain)?.code
}

function errorInside(chain: readonly Cause[]): ReturnType<typeof errorInBody> {
  return chain.map(errorInBody).find((one) => one !== undefined)
}

/** Some providers return an error with status 200. */
function errorInBody(cause: Cause): { readonly message: string; readonly code: number | undefined } | undefined {
  if (cause instanceof NodeFailure || cause.statusCode !== OK || typeof cause.responseBody !== 'string')
    return undefined
  try {
    const { error } = JSON.parse(cause.responseBody)
    if (!isObject(error) || typeof error.message !== 'string') return undefined
    return { message: error.message, code: statusOf(error) }
  } catch {
    return undefined
  }
}

type Cause = NodeFailure | Readonly<Record<string, unknown>>

/** An error and its causes, outermost first. */
function causesOf(error: unknown): Cause[] {
  const chain: Cause[] = []
  for (let at = error; typeof at === 'object' && at !== null && chain.length < 10; ) {
    chain.push(at as Cause)
    at = (at as { cause?: unknown }).cause
  }
  return chain
}

/** Errors inside a stream may have a status as their `code`. */
function statusOf(error: Cause): number | undefined {
  if (error instanceof NodeFailure) return undefined
  const status = error.statusCode ?? error.code
  return typeof status === 'number' && status >= 100 && status < 600 ? status : undefined
}

/** The Retry-After of the provider in milliseconds; a date is compared with the provider's own clock. */
function retryAfterOf(chain: readonly Cause[]): number | undefined {
  const headers = chain.map((one) => ('responseHeaders' in one ? one.responseHeaders : undefined)).find(isObject)
  const after = headers?.['retry-after']
  if (typeof after !== 'string') return undefined
  if (/^\d{1,9}(\.\d{1,9})?$/.test(after)) return Math.ceil(Number(after) * 1000)
  const wait = Date.parse(after) - Date.parse(String(headers?.date))
  return wait > 0 ? wait : undefined
}

function detailOf(error: unknown, { key }: HostAndKey): string {
  const text = masked(isObject(error) ? String(error.message) : '', key === undefined ? [] : [key])
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  if (text === '') return '.'
  return text.length > MAX_DETAIL ? `: ${text.slice(0, MAX_DETAIL)}…` : `: ${text}`
}
