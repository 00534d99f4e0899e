/** Where an MCP server is, read from the settings of an `mcp_tools` node. */
import { isObject, NodeFailure } from '@millrace/model'
import { checkedHeaders } from '../http/http-effect.ts'

export interface HttpAddress {
  readonly kind: 'http'
  /** Streamable HTTP, or the older transport with a stream of events. */
  readonly isSse: boolean
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

export interface StdioAddress {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
}

export type McpAddress = HttpAddress | StdioAddress

type Config = Readonly<Record<string, unknown>>

/** Throws INVALID_CONFIG for settings that lead nowhere, and MCP_STDIO_OFF where programs may not be started. */
export function addressIn(config: Config, { allowStdio }: { readonly allowStdio: boolean }): McpAddress {
  return config.transport === 'stdio' ? stdioAddress(config, allowStdio) : httpAddress(config)
}

function stdioAddress({ command, args }: Config, isAllowed: boolean): StdioAddress {
  if (!isAllowed) {
    const message = 'Starting programs for MCP is switched off here; the operator allows it with --mcp-stdio true.'
    throw new NodeFailure('MCP_STDIO_OFF', message)
  }
  if (typeof command !== 'string' || command.trim() === '') throw invalid('a command is needed for stdio')
  const given = Array.isArray(args) ? args : []
  if (given.some((arg) => typeof arg !== 'string')) throw invalid('the arguments must be texts')
  return { kind: 'stdio', command: command.trim(), args: given }
}

function httpAddress({ url: text, headers, transport }: Config): HttpAddress {
  const url = typeof text === 'string' ? URL.parse(text.trim()) : null
  if (url === null) throw invalid('the address is no URL')
  // They would be shown with the address; a header is the place for them.
  if (url.username !== '' || url.password !== '') throw invalid('a name or password belongs into the headers')
  url.hash = ''
  return { kind: 'http', isSse: transport === 'sse', url, headers: checkedHeaders(headersIn(headers)) }
}

function headersIn(text: unknown): Record<string, string> {
  if (text === undefined || text === null || text === '') return {}
  const value = isObject(text) ? text : parsed(String(text))
  // What is wrong is said without a word of what is written there: it may be a secret.
  if (!isObject(value) || Object.values(value).some((one) => typeof one !== 'string')) {
    throw invalid('the headers must be a JSON object of texts, such as {"Authorization": "Bearer …"}')
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

/** The same for addresses that can share a connection. */
export function keyOf(address: McpAddress): string {
  if (address.kind === 'stdio') return JSON.stringify([address.command, address.args])
  return JSON.stringify([address.isSse, address.url.href, Object.entries(address.headers).sort()])
}

/** What it is called in messages. Paths and queries may hold secrets. */
export function nameOf(address: McpAddress): string {
  return address.kind === 'stdio' ? `The program "${address.command.slice(0, 100)}"` : address.url.host
}

/** Shorter ones would turn up by chance. */
const MIN_SECRET_LENGTH = 8
/** Headers that everybody knows the values of. */
const OPEN_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

/** Texts that must not come back in a result or a message: what the headers say, also without the word in front. */
export function secretsIn(address: McpAddress): readonly string[] {
  if (address.kind === 'stdio') return []
  return Object.entries(address.headers)
    .filter(([name]) => !OPEN_HEADERS.has(name))
    .flatMap(([, value]) => [value, ...value.split(/\s+/).slice(1)])
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
}
