/** The HTTP request of an ApiNode or a RemoteTool, and the outputs read from the response. */
import {
  type Fields,
  type HttpFields,
  type Property,
  placeholdersIn,
  renderTemplate,
  renderValue,
  textOf,
  type Values,
} from '@millrace/agentspec'
import { type Effects, type HttpAnswer, type HttpCall, isObject, NodeFailure } from '@millrace/model'
import { jsonOrText, responseDetails } from '../http/outcome.ts'
import { NO_RETRIES, type RetryPolicy, sendHttp } from '../http/send.ts'

const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/** True if an interrupted call may be repeated: its method is idempotent. */
export function mayBeRepeated({ httpMethod }: HttpFields): boolean {
  return IDEMPOTENT.has((httpMethod || 'GET').toUpperCase())
}

interface Calling {
  readonly http: Effects['http']
  readonly signal: AbortSignal
  /** Name of the calling component, for messages. */
  readonly name: string
  /** Idempotency key: the same for every retry of the call. */
  readonly key: string
  /** The name of the stored credential that signs the call. */
  readonly credential: string | undefined
}

/** Sends the request, with retries as its policy defines; throws for a status that is not 2xx. */
export async function callHttp(
  fields: HttpFields,
  values: Values,
  { http, signal, name, key, credential }: Calling,
): Promise<HttpAnswer> {
  const request = requestOf(credential === undefined ? fields : withoutMissing(fields), values, name)
  const call = {
    ...request,
    headers: { 'idempotency-key': key, ...request.headers },
    ...boundsOf(fields.retryPolicy),
    ...(credential !== undefined && { credential }),
  }
  const answer = await sendHttp(call, { http, signal, policy: policyOf(fields.retryPolicy) })
  if (answer.status >= 200 && answer.status < 300) return answer
  const details = responseDetails(answer)
  throw new NodeFailure('HTTP_STATUS', `"${name}" failed with HTTP status ${answer.status}.`, { details })
}

const MOST_RETRIES = 10
const LONGEST_DELAY_MS = 60_000

function numberIn(policy: Fields, key: string, fallback: number, most: number): number {
  const value = policy[key]
  return typeof value === 'number' && value >= 0 ? Math.min(value, most) : fallback
}

function boundsOf(policy: Fields | null | undefined): Pick<HttpCall, 'timeoutMs'> {
  const seconds = numberIn(policy ?? {}, 'request_timeout', 0, 3600)
  return seconds > 0 ? { timeoutMs: seconds * 1000 } : {}
}

/** Without a policy there are no retries. */
export function policyOf(policy: Fields | null | undefined): RetryPolicy {
  if (!policy) return NO_RETRIES
  const firstDelay = numberIn(policy, 'initial_retry_delay', 1, 60) * 1000
  const longestDelay = Math.min(numberIn(policy, 'max_retry_delay', 8, 3600) * 1000, LONGEST_DELAY_MS)
  const factor = numberIn(policy, 'backoff_factor', 2, 10)
  const recoverable = isObject(policy.recoverable_statuses)
    ? Object.keys(policy.recoverable_statuses).map(Number)
    : [409, 429]
  const statuses = new Set(recoverable)
  const any5xx = policy.service_error_retry_on_any_5xx !== false
  return {
    retries: numberIn(policy, 'max_attempts', 2, MOST_RETRIES),
    delayMs: (retry) => Math.min(longestDelay, firstDelay * factor ** retry),
    isPassing: (status) => statuses.has(status) || (any5xx && status >= 500 && status !== 501),
  }
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

/** A credential replaces the headers that an export has omitted. */
function withoutMissing(fields: HttpFields): HttpFields {
  return typeof fields.sensitiveHeaders?.$component_ref === 'string' ? { ...fields, sensitiveHeaders: null } : fields
}

function textsIn(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textOf(one)]))
}

function sensitive({ sensitiveHeaders }: HttpFields, values: Values, name: string): Record<string, string> {
  if (!sensitiveHeaders) return {}
  if (typeof sensitiveHeaders.$component_ref === 'string') {
    throw new NodeFailure(
      'SECRET_MISSING',
      `The sensitive headers of "${name}" are missing: exports do not include them.`,
    )
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

/**
 * The scheme, host and port of a URL template. Values in it are inserted unchanged; values after it are URL-encoded.
 */
const PLACE = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i

function urlOf(fields: HttpFields, values: Values, name: string): string {
  const place = fields.url.startsWith('{{')
    ? (/^\{\{\s*\w+\s*\}\}[^/?#]*/.exec(fields.url)?.[0] ?? '')
    : (PLACE.exec(fields.url)?.[0] ?? '')
  const isOpen = placeholdersIn(place).length > 0
  const allowed = fields.urlAllowList ?? []
  // The value in the host decides which server receives the secrets.
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
    throw new NodeFailure('INVALID_URL', `The URL of "${name}" must be an http or https URL.`)
  }
  for (const [key, value] of Object.entries(textsIn(renderValue(fields.queryParams ?? {}, values))))
    url.searchParams.append(key, value)
  if (allowed.length > 0 && !allowed.some((one) => isWithin(url, one))) {
    throw new NodeFailure('URL_NOT_ALLOWED', `The URL of "${name}" is not on its url_allow_list.`)
  }
  return url.href
}

/** Scheme, host and port must be equal; the path is a prefix. */
function isWithin(url: URL, prefix: string): boolean {
  const allowed = URL.parse(prefix)
  return allowed !== null && allowed.origin === url.origin && url.pathname.startsWith(allowed.pathname)
}

const WHOLE = new Set(['response', 'body', 'http_response'])
const STATUS = new Set(['status_code', 'http_status_code'])

/** Each output is its key in the JSON response, else the whole body or status by its title, else its default. */
export function outputsOfAnswer(answer: HttpAnswer, outputs: readonly Property[]): Values {
  const body = jsonOrText(answer.body)
  const values: Record<string, unknown> = {}
  for (const { title, type } of outputs) {
    if (isObject(body) && Object.hasOwn(body, title)) values[title] = body[title]
    else if (WHOLE.has(title)) values[title] = title === 'http_response' || type === 'string' ? answer.body : body
    else if (STATUS.has(title)) values[title] = answer.status
  }
  return values
}
