/**
 * The API client with the credentials of the page: a cookie, or what the host passes in (a bearer token, an API key,
 * fixed headers, or a provider that is called before every request and may renew an expired credential).
 */
import { ApiError, type Client, createClient as createApiClient } from '@millrace/client'
import { ENGLISH, type Texts } from '../i18n/texts.ts'
import { translatedError } from './translated-error.ts'

export type { Client } from '@millrace/client'

export interface AuthProvider {
  readonly getAuthHeaders: () => Record<string, string> | Promise<Record<string, string>>
  /** Called after a 401; returns true if there is a new credential and the request should be retried once. */
  readonly onUnauthorized?: () => boolean | Promise<boolean>
  readonly onForbidden?: () => void | Promise<void>
}

export interface ClientOptions {
  /** Base URL of the API, with or without an origin. */
  readonly baseUrl?: string | undefined
  readonly token?: string | undefined
  readonly apiKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly authProvider?: AuthProvider | undefined
}

/** Settings that the page adds to the options of a host. */
export interface ClientSettings extends ClientOptions {
  /** The current texts: for the messages of errors, and for the language of the catalogue. */
  readonly text?: () => Texts
  /** Called after every request: true if the service answered it. Aborted requests are not reported. */
  readonly onReach?: (isReached: boolean) => void
}

export const DEFAULT_BASE_URL = '/api/v1'

export function createClient(options: ClientSettings = {}): Client {
  return createApiClient({ baseUrl: options.baseUrl ?? DEFAULT_BASE_URL, fetch: fetchWith(options) })
}

/** Sent by a proxy that cannot reach the service. */
const GATEWAY_FAILURES: ReadonlySet<number> = new Set([502, 504])

/** `fetch` with the credentials of the page. */
function fetchWith({
  token,
  apiKey,
  headers,
  authProvider,
  text = () => ENGLISH,
  onReach,
}: ClientSettings): typeof fetch {
  const attempt = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const own = {
      'Accept-Language': text().tag,
      ...headers,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(apiKey === undefined ? {} : { 'X-API-Key': apiKey }),
      ...(await authProvider?.getAuthHeaders()),
    }
    try {
      // A host on another origin that uses cookies must be listed in `--cors-origin`.
      const response = await fetch(input, { ...init, credentials: 'include', headers: { ...own, ...init.headers } })
      onReach?.(!GATEWAY_FAILURES.has(response.status))
      return response
    } catch (error) {
      if (init.signal?.aborted) throw error
      onReach?.(false)
      throw new ApiError(text().page.unreachable, {
        status: 0,
        code: 'NETWORK_ERROR',
        cause: error,
      })
    }
  }
  return async (input, init) => {
    const first = await attempt(input, init)
    const isRenewed = first.status === 401 && (await authProvider?.onUnauthorized?.()) === true
    const response = isRenewed ? await attempt(input, init) : first
    if (response.status === 403) await authProvider?.onForbidden?.()
    return translatedError(response, text)
  }
}
