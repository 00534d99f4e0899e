/** Reads the address of an MCP server from the settings of an `mcp_tools` node. */
import { isObject, NodeFailure } from '@millrace/model'
import { checkedHeaders } from '../http/http-effect.ts'

export interface HttpAddress {
  readonly kind: 'http'
  /** True for the older SSE transport, false for streamable HTTP. */
  readonly isSse: boolean
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** The name of a stored credential, whose headers are added to every request. */
  readonly credential?: string
}

export interface StdioAddress {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
}

export type McpAddress = HttpAddress | StdioAddress

type Config = Readonly<Record<string, unknown>>

/** Throws INVALID_CONFIG for invalid settings, and MCP_STDIO_OFF if programs may not be started. */
export function addressIn(config: Config, { allowStdio }: { readonly allowStdio: boolean }): McpAddress {
  return config.transport === 'stdio' ? stdioAddress(config, allowStdio) : httpAddress(config)
}

function stdioAddress({ command, args }: Config, isAllowed: boolean): StdioAddress {
  if (!isAllowed) {
    const message = 'MCP servers cannot be started as programs here; the operator can allow it with --mcp-stdio true.'
    throw new NodeFailure('MCP_STDIO_OFF', message)
  }
  if (typeof command !== 'string' || command.trim() === '') throw invalid('stdio needs a command')
  const given = Array.isArray(args) ? args : []
  if (given.some((arg) => typeof arg !== 'string')) throw invalid('the arguments must be strings')
  return { kind: 'stdio', command: command.trim(), args: given }
}

function httpAddress({ url: text, headers, transport, credential }: Config): HttpAddress {
  const url = typeof text === 'string' ? URL.parse(text.trim()) : null
  if (url === null) throw invalid('the address must be a URL')
  // They would be shown together with the address.
  if (url.username !== '' || url.password !== '') {
    throw invalid('the address must not contain a user name or password; use a credential')
  }
  url.hash = ''
  return {
    kind: 'http',
    isSse: transport === 'sse',
    url,
    headers: checkedHeaders(headersIn(headers)),
    ...(typeof credential === 'string' && credential !== '' && { credential }),
  }
}

function headersIn(text: unknown): Record<string, string> {
  if (text === undefined || text === null || text === '') return {}
  const value = isObject(text) ? text : parsed(String(text))
  // The message never contains the text: it may be a secret.
  if (!isObject(value) || Object.values(value).some((one) => typeof one !== 'string')) {
    throw invalid('the headers must be a JSON object of strings, such as {"Authorization": "Bearer …"}')
  }
  return value as Record<string, string>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function invalid(what: string): NodeFailure {
  return new NodeFailure('INVALID_CONFIG', `The MCP server cannot be called: ${what}.`)
}

/** A key that is equal for addresses that can share a connection; `signed` is that of the credential, if there is one. */
export function keyOf(address: McpAddress, signed: string | undefined): string {
  if (address.kind === 'stdio') return JSON.stringify([address.command, address.args])
  return JSON.stringify([address.isSse, address.url.href, Object.entries(address.headers).sort(), signed])
}

/** The name of the server in messages. It has no path or query, because these may contain secrets. */
export function nameOf(address: McpAddress): string {
  return address.kind === 'stdio' ? `The program "${address.command.slice(0, 100)}"` : address.url.host
}

/** Shorter texts would match by chance. */
const MIN_SECRET_LENGTH = 8
/** Headers whose values are not secret. */
const OPEN_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

/** Texts to mask in results and messages: the values of headers, also without the scheme such as Bearer. */
export function secretsIn(address: McpAddress): readonly string[] {
  if (address.kind === 'stdio') return []
  return Object.entries(address.headers)
    .filter(([name]) => !OPEN_HEADERS.has(name))
    .flatMap(([, value]) => [value, ...value.split(/\s+/).slice(1)])
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
}
