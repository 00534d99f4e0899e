/**
 * What went wrong with a model call, as nodes are told: whether it may pass, and the provider's own words, cut short and
 * without keys. Headers, bodies and addresses stay here.
 */
import { isObject, NodeFailure, Retryable } from '@millrace/model'
import { masked } from '../../platform/masking.ts'

const MAX_DETAIL = 300

/** Faults of the SDK that mean: the call itself cannot be put to this provider. */
const CALLERS_FAULT = new Set([
  ...['AI_InvalidPromptError', 'AI_MissingToolResultsError', 'AI_MessageConversionError', 'AI_InvalidArgumentError'],
  ...['AI_UnsupportedFunctionalityError', 'AI_NoSuchModelError'],
])

export interface AskedHost {
  readonly host: string
  readonly key: string | undefined
}

/** The failure behind whatever the SDK threw. */
export function modelFailure(error: unknown, asked: AskedHost): NodeFailure {
  const chain = causesOf(error)
  const own = chain.find((one) => one instanceof NodeFailure)
  if (own !== undefined) return own
  const { host } = asked
  const inside = chain.map(errorInside).find((one) => one !== undefined)
  const told = detailOf(inside ?? error, asked)
  const status = chain.map(statusOf).find((one) => one !== undefined && one !== OK) ?? inside?.code
  const after = waitIn(chain)
  const again = after === undefined ? '' : ` (again in ${Math.ceil(after / 1000)} s)`
  if (status === 429) {
    return new Retryable(`${host} takes no more requests for now${again}${told}`, 'RATE_LIMITED', after)
  }
  if (status === 408 || (status !== undefined && status >= 500)) {
    return new Retryable(`${host} failed with status ${status}${again}${told}`, 'UPSTREAM_FAILED', after)
  }
  if (status !== undefined && status >= 400) {
    return new NodeFailure('MODEL_REFUSED', `${host} refused with status ${status}${told}`)
  }
  if (chain.some(({ name }) => CALLERS_FAULT.has(String(name)))) {
    return new NodeFailure('MODEL_SETTINGS_INVALID', `The model cannot be asked${told}`)
  }
  // Here and in the middle of a stream there is no status, only what the provider says.
  if (inside !== undefined || chain.some(({ name }) => name === 'AI_StreamProviderError')) {
    return new Retryable(`${host} failed${told}`, 'UPSTREAM_FAILED')
  }
  if (chain.some(({ message }) => /without a finish reason/.test(String(message)))) return brokenOff(host)
  return badAnswer(host)
}

/** Whether a provider refused the request as it was written, not who asked. */
export function isRefusedRequest(error: unknown): boolean {
  return causesOf(error).some((one) => [400, 422].includes(statusOf(one) ?? 0))
}

export function brokenOff(host: string): NodeFailure {
  return new Retryable(`${host} broke off in the middle of its answer.`, 'UPSTREAM_FAILED')
}

export function badAnswer(host: string): NodeFailure {
  return new NodeFailure('MODEL_BAD_ANSWER', `${host} answered with something that is no answer of a model.`)
}

const OK = 200

/** Some providers answer with an error as if all were well. */
function errorInside(cause: Cause): { readonly message: string; readonly code: number | undefined } | undefined {
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

/** An error and what it was caused by, nearest first. */
function causesOf(error: unknown): Cause[] {
  const chain: Cause[] = []
  for (let at = error; typeof at === 'object' && at !== null && chain.length < 10; ) {
    chain.push(at as Cause)
    at = (at as { cause?: unknown }).cause
  }
  return chain
}

/** Streams may carry an error of their own, whose `code` can be a status. */
function statusOf(error: Cause): number | undefined {
  if (error instanceof NodeFailure) return undefined
  const status = error.statusCode ?? error.code
  return typeof status === 'number' && status >= 100 && status < 600 ? status : undefined
}

/** How many milliseconds the other side asks to be left alone; a point in time is one of its own clock. */
function waitIn(chain: readonly Cause[]): number | undefined {
  const headers = chain.map((one) => ('responseHeaders' in one ? one.responseHeaders : undefined)).find(isObject)
  const after = headers?.['retry-after']
  if (typeof after !== 'string') return undefined
  if (/^\d{1,9}(\.\d{1,9})?$/.test(after)) return Math.ceil(Number(after) * 1000)
  const wait = Date.parse(after) - Date.parse(String(headers?.date))
  return wait > 0 ? wait : undefined
}

function detailOf(error: unknown, { key }: AskedHost): string {
  const text = masked(isObject(error) ? String(error.message) : '', key === undefined ? [] : [key])
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  if (text === '') return '.'
  return text.length > MAX_DETAIL ? `: ${text.slice(0, MAX_DETAIL)}…` : `: ${text}`
}
