/** Calls over HTTP as an ApiNode and a RemoteTool describe them. The egress policy is the host's. */
import { type HttpAnswer, type HttpCall, isObject, NodeFailure } from '@millrace/model'
import type { Fields, HttpFields, Property } from '../components.ts'
import { placeholdersIn, renderTemplate, renderValue } from '../templates.ts'
import { textOf } from '../value-text.ts'
import type { Host } from './host.ts'
import type { Values } from './values.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/** Whether the call may be made a second time when it was cut off: methods that are idempotent by their definition. */
export function mayBeRepeated({ httpMethod }: HttpFields): boolean {
  return SAFE.has((httpMethod || 'GET').toUpperCase())
}

interface By {
  readonly host: Pick<Host, 'http' | 'wait' | 'signal'>
  readonly name: string
  /** Says that a call is the same as one before. */
  readonly key: string
}

/** Makes the call, again where its policy says so; an answer that is no success is a failure. */
export async function callHttp(fields: HttpFields, values: Values, { host, name, key }: By): Promise<HttpAnswer> {
  const request = requestOf(fields, values, name)
  const call = { ...request, headers: { 'idempotency-key': key, ...request.headers } }
  const policy = policyOf(fields.retryPolicy)
  for (let attempt = 0; ; attempt++) {
    const headers = { 'x-attempt': String(attempt + 1), ...call.headers }
    const outcome = await tried(() => host.http({ ...call, ...policy.bounds, headers }), host.signal)
    if ('answer' in outcome && outcome.answer.status >= 200 && outcome.answer.status < 300) return outcome.answer
    if (attempt >= policy.attempts || !isPassing(outcome, policy)) throw failureOf(outcome, name)
    await host.wait(Math.min(policy.maxDelayMs, policy.delayMs * policy.factor ** attempt))
  }
}

type Tried = { readonly answer: HttpAnswer } | { readonly error: unknown }

async function tried(make: () => Promise<HttpAnswer>, signal: AbortSignal): Promise<Tried> {
  try {
    return { answer: await make() }
  } catch (error) {
    if (signal.aborted) throw error
    return { error }
  }
}

function failureOf(outcome: Tried, name: string): unknown {
  if ('error' in outcome) return outcome.error
  return new NodeFailure('HTTP_STATUS', `"${name}" was answered with the status ${outcome.answer.status}.`)
}

interface Policy {
  /** Beyond the first. */
  readonly attempts: number
  readonly delayMs: number
  readonly maxDelayMs: number
  readonly factor: number
  readonly any5xx: boolean
  readonly statuses: ReadonlySet<number>
  readonly bounds: Pick<HttpCall, 'timeoutMs'>
}

const MOST_ATTEMPTS = 10
const LONGEST_DELAY_MS = 60_000

/** Without a policy a call is made once. */
function policyOf(policy: Fields | null | undefined): Policy {
  const given = policy ?? {}
  const number = (key: string, fallback: number, most: number) => {
    const value = given[key]
    return typeof value === 'number' && value >= 0 ? Math.min(value, most) : fallback
  }
  const recoverable = isObject(given.recoverable_statuses)
    ? Object.keys(given.recoverable_statuses).map(Number)
    : [409, 429]
  const timeout = number('request_timeout', 0, 3600)
  return {
    attempts: policy ? number('max_attempts', 2, MOST_ATTEMPTS) : 0,
    delayMs: number('initial_retry_delay', 1, 60) * 1000,
    maxDelayMs: Math.min(number('max_retry_delay', 8, 3600) * 1000, LONGEST_DELAY_MS),
    factor: number('backoff_factor', 2, 10),
    any5xx: given.service_error_retry_on_any_5xx !== false,
    statuses: new Set(recoverable),
    bounds: timeout > 0 ? { timeoutMs: timeout * 1000 } : {},
  }
}

function isPassing(outcome: Tried, { any5xx, statuses }: Policy): boolean {
  if ('error' in outcome) return outcome.error instanceof NodeFailure && outcome.error.retryable
  const { status } = outcome.answer
  return statuses.has(status) || (any5xx && status >= 500 && status !== 501)
}

function requestOf(fields: HttpFields, values: Values, name: string): HttpCall {
  const method = renderTemplate(fields.httpMethod || 'GET', values).toUpperCase()
  const headers = { ...textsIn(renderValue(fields.headers ?? {}, values)), ...sensitive(fields, values, name) }
  const typed = Object.entries(headers).find(([key]) => key.toLowerCase() === 'content-type')?.[1]
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(renderValue(fields.data ?? {}, values), typed)
  const hasType = typed !== undefined || body === undefined
  return {
    method,
    url: urlOf(fields, values, name),
    headers: hasType ? headers : { ...headers, 'content-type': body.type },
    ...(body === undefined || body.text === '' ? {} : { body: body.text }),
  }
}

function textsIn(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textOf(one)]))
}

function sensitive({ sensitiveHeaders }: HttpFields, values: Values, name: string): Record<string, string> {
  if (!sensitiveHeaders) return {}
  if (typeof sensitiveHeaders.$component_ref === 'string') {
    throw new NodeFailure('SECRET_MISSING', `The sensitive headers of "${name}" were left out of the document.`)
  }
  return textsIn(renderValue(sensitiveHeaders, values))
}

function bodyOf(data: unknown, type: string | undefined): { readonly text: string; readonly type: string } {
  if (typeof data === 'string') return { text: data, type: 'text/plain; charset=utf-8' }
  if (type?.includes('application/x-www-form-urlencoded') && isObject(data)) {
    return { text: new URLSearchParams(textsIn(data)).toString(), type }
  }
  const isEmpty = isObject(data) && Object.keys(data).length === 0
  return { text: isEmpty ? '' : JSON.stringify(data), type: 'application/json' }
}

/** Up to the end of host and port a template is filled in as it is; behind that, values are encoded. */
const PLACE = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i

function urlOf(fields: HttpFields, values: Values, name: string): string {
  const place = fields.url.startsWith('{{')
    ? (/^\{\{\s*\w+\s*\}\}[^/?#]*/.exec(fields.url)?.[0] ?? '')
    : (PLACE.exec(fields.url)?.[0] ?? '')
  const isOpen = placeholdersIn(place).length > 0
  const allowed = fields.urlAllowList ?? []
  // Whoever decides on the host would be sent the secrets.
  if (isOpen && allowed.length === 0 && Object.keys(fields.sensitiveHeaders ?? {}).length > 0) {
    throw new NodeFailure(
      'URL_NOT_ALLOWED',
      `"${name}" has sensitive headers, so a placeholder in its host needs a url_allow_list.`,
    )
  }
  const rest = fields.url.slice(place.length)
  const text =
    renderTemplate(place, values) + renderTemplate(rest, values, (value) => encodeURIComponent(textOf(value)))
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new NodeFailure('INVALID_URL', `The address of "${name}" is no http or https URL.`)
  }
  for (const [key, value] of Object.entries(textsIn(renderValue(fields.queryParams ?? {}, values))))
    url.searchParams.append(key, value)
  if (allowed.length > 0 && !allowed.some((one) => isWithin(url, one))) {
    throw new NodeFailure('URL_NOT_ALLOWED', `The address of "${name}" is not on its url_allow_list.`)
  }
  return url.href
}

/** Scheme, host and port exactly, the path as a beginning. */
function isWithin(url: URL, prefix: string): boolean {
  const allowed = URL.parse(prefix)
  return allowed !== null && allowed.origin === url.origin && url.pathname.startsWith(allowed.pathname)
}

const WHOLE = new Set(['response', 'body', 'http_response'])
const STATUS = new Set(['status_code', 'http_status_code'])

/** Each output: its key in the JSON of the answer, else by its title the whole body or the status, else its default. */
export function outputsOfAnswer(answer: HttpAnswer, outputs: readonly Property[]): Values {
  const body = parsed(answer.body)
  const values: Record<string, unknown> = {}
  for (const { title, type } of outputs) {
    if (isObject(body) && Object.hasOwn(body, title)) values[title] = body[title]
    else if (WHOLE.has(title)) values[title] = title === 'http_response' || type === 'string' ? answer.body : body
    else if (STATUS.has(title)) values[title] = answer.status
  }
  return values
}

/** The JSON of a body; the text where it is none. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
