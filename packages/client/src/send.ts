/** Sends requests: addresses, headers, and failures as `ApiError`. */
import { ApiError, errorOf } from './api-error.ts'
import type { RequestOptions } from './types.ts'

export interface ClientOptions {
  /** Address of the API with its prefix, such as `https://flows.example.com/api/v1`; in a page also `/api/v1`. */
  readonly baseUrl: string
  /** An API token or a JWT, sent as `Authorization: Bearer`. A function is called before each request. */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** The default of `--base-path`. */
const API_PATH = '/api/v1'

export type Query = Readonly<Record<string, unknown>>

export interface RawRequest extends RequestOptions {
  readonly method?: string | undefined
  /** Parameters that are undefined or empty are left out. */
  readonly query?: Query | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, instead of `body`; its `Content-Type` belongs into `headers`. */
  readonly text?: string | undefined
  /** The path starts at the address of the service instead of at that of its API. */
  readonly fromOrigin?: boolean | undefined
}

/** Sends a request to a path below the base path. Resolves with a reply that succeeded, else rejects with `ApiError`. */
export type Send = (path: string, request?: RawRequest) => Promise<Response>

export function createSender(options: ClientOptions): Send {
  return async (path, request = {}) => {
    const response = await replyTo(path, request, options)
    if (!response.ok) throw await errorOf(response)
    return response
  }
}

async function replyTo(path: string, request: RawRequest, options: ClientOptions): Promise<Response> {
  const { method = 'GET', query = {}, body, headers, signal, fromOrigin } = request
  const sent = request.text ?? (body === undefined ? undefined : JSON.stringify(body))
  const { baseUrl, token, fetch = globalThis.fetch } = options
  const bearer = typeof token === 'function' ? await token() : token
  const url = (fromOrigin ? rootOf(baseUrl) : baseUrl) + path + queryText(query)
  try {
    return await fetch(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    // `fetch` throws TypeError if there is no reply. Others are the caller's: AbortError, or errors of a given `fetch`.
    if (signal?.aborted || !(error instanceof TypeError)) throw error
    throw new ApiError('The service cannot be reached.', { status: 0, code: 'NETWORK_ERROR', cause: error })
  }
}

/** The address of the service: what precedes `/api/v1`, which may have a path; with another prefix, scheme and host. */
function rootOf(baseUrl: string): string {
  if (baseUrl.endsWith(API_PATH)) return baseUrl.slice(0, -API_PATH.length)
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : ''
}

function queryText(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}
