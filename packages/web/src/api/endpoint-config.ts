/** The two ways in which a host can configure the API endpoint. */
import type { AuthProvider, ClientOptions } from './client.ts'

export interface EndpointConfig {
  readonly baseUrl?: string
  readonly auth?: {
    readonly type?: 'none' | 'bearer' | 'api_key' | 'custom'
    readonly token?: string
    readonly apiKey?: string
    readonly headers?: Readonly<Record<string, string>>
  }
}

interface EndpointOptions extends ClientOptions {
  readonly endpointConfig?: EndpointConfig
  readonly authProvider?: AuthProvider
}

/** Converts either form to client options. */
export function clientOptionsOf(options: EndpointOptions): ClientOptions {
  const { endpointConfig: { baseUrl, auth } = {} } = options
  return {
    baseUrl: options.baseUrl ?? baseUrl,
    token: options.token ?? auth?.token,
    apiKey: options.apiKey ?? auth?.apiKey,
    headers: { ...auth?.headers, ...options.headers },
    authProvider: options.authProvider,
  }
}
