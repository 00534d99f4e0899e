/**
 * The one way to the service. Credentials come from a cookie of the page, or from what the host hands in: a bearer token, an
 * API key, fixed headers, or a provider that is asked before every request and may renew a credential that ran out.
 */
import { isObject } from '@millrace/model'
import { t } from '../i18n/strings.ts'
import { ApiError, type ErrorDetail } from './api-error.ts'

export interface AuthProvider {
  readonly getAuthHeaders: () => Record<string, string> | Promise<Record<string, string>>
  /** After a 401; true when there is a new credential and the request should be tried once more. */
  readonly onUnauthorized?: () => boolean | Promise<boolean>
  readonly onForbidden?: () => void | Promise<void>
}

export interface ClientOptions {
  /** Prefix of the service, with or without an origin. */
  readonly baseUrl?: string | undefined
  readonly token?: string | undefined
  readonly apiKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly authProvider?: AuthProvider | undefined
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** The path begins at the origin of the service and not at its prefix. */
  readonly fromOrigin?: boolean
}

export interface Client {
  readonly baseUrl: string
  /** The raw answer of a request that succeeded; throws `ApiError` otherwise. */
  readonly fetch: (path: string, options?: RequestOptions) => Promise<Response>
  /** The whole body. */
  readonly json: <T>(path: string, options?: RequestOptions) => Promise<T>
  /** The `data` of the envelope. */
  readonly data: <T>(path: string, options?: RequestOptions) => Promise<T>
}

export const DEFAULT_BASE_URL = '/api/v1'

export function createClient(options: ClientOptions = {}): Client {
  const baseUrl = (options.baseUrl ?? DEFAULT_BASE_URL).replace(/\/+$/, '')
  const send: Client['fetch'] = async (path, request = {}) => {
    const response = await answered(baseUrl, path, request, options)
    if (response.ok) return response
    if (response.status === 403) await options.authProvider?.onForbidden?.()
    throw await errorOf(response)
  }
  const json = async <T>(path: string, request?: RequestOptions) => (await (await send(path, request)).json()) as T
  return {
    baseUrl,
    fetch: send,
    json,
    data: async <T>(path: string, request?: RequestOptions) => (await json<{ data: T }>(path, request)).data,
  }
}

async function answered(
  baseUrl: string,
  path: string,
  request: RequestOptions,
  options: ClientOptions,
): Promise<Response> {
  const first = await attempt(baseUrl, path, request, options)
  if (first.status !== 401 || !(await options.authProvider?.onUnauthorized?.())) return first
  return attempt(baseUrl, path, request, options)
}

async function attempt(
  baseUrl: string,
  path: string,
  request: RequestOptions,
  options: ClientOptions,
): Promise<Response> {
  const { method = 'GET', query = {}, body, headers, signal } = request
  const url = (request.fromOrigin ? originOf(baseUrl) : baseUrl) + path + queryText(query)
  try {
    return await fetch(url, {
      method,
      // A host of another origin that uses cookies is one of `--cors-origin`.
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(await authHeaders(options)),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(t.page.unreachable, { status: 0, code: 'NETWORK_ERROR' })
  }
}

/** Scheme and host of a prefix; nothing where it has none. */
function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : ''
}

async function authHeaders({ token, apiKey, headers, authProvider }: ClientOptions): Promise<Record<string, string>> {
  return {
    ...headers,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(apiKey === undefined ? {} : { 'X-API-Key': apiKey }),
    ...(await authProvider?.getAuthHeaders()),
  }
}

function queryText(query: NonNullable<RequestOptions['query']>): string {
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const given = isObject(body) ? body : {}
  const message = typeof given.error === 'string' ? given.error : `${response.status} ${response.statusText}`.trim()
  return new ApiError(message, {
    status: response.status,
    code: typeof given.code === 'string' ? given.code : `HTTP_${response.status}`,
    details: Array.isArray(given.details) ? given.details.filter(isObject).map((one) => one as ErrorDetail) : [],
  })
}
