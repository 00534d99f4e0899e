/** What went wrong with an MCP server, in the words of this service. */

import { NodeFailure, Retryable } from '@millrace/model'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { Forgotten } from './connection.ts'

export interface Failing {
  /** What the server is called in messages. */
  readonly name: string
  /** Of whoever waits. */
  readonly signal: AbortSignal
  /** A text of the server as it may be shown. */
  readonly shown: (text: string) => string
}

/** The failure that an error stands for; the reason of the abort where it is one. */
export function mcpFailure(error: unknown, { name, signal, shown }: Failing): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof NodeFailure) return error
  if (error instanceof StreamableHTTPError) return statusFailure(error.code ?? 0, name)
  if (error instanceof McpError) return protocolFailure(error, name, shown)
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall?.startsWith('spawn') === true) {
    return new NodeFailure('MCP_STDIO_FAILED', `${name} could not be started (${code ?? 'unknown'}).`)
  }
  if (isMisshapen(error)) return new NodeFailure('UPSTREAM_FAILED', `${name} sent something that is not MCP.`)
  return new Retryable(`${name} could not be reached, or broke off.`, 'UPSTREAM_FAILED')
}

/** Statuses after which it may work another time. */
const MAY_PASS = new Set([408, 425, 429])

/** What a status stands for; 0 where the answer is no MCP. */
export function statusFailure(status: number, name: string): NodeFailure {
  if (status === 404) return new Forgotten(name)
  if (MAY_PASS.has(status) || status >= 500) return new Retryable(`${name} answered ${status}.`, 'UPSTREAM_FAILED')
  if (status === 401 || status === 403) {
    return new NodeFailure('UPSTREAM_FAILED', `${name} answered ${status}: check the headers.`)
  }
  if (status === 405) {
    // So do servers of the older transport, for which a stream has to be opened first.
    return new NodeFailure('UPSTREAM_FAILED', `${name} answered 405: check the address, or set the transport to sse.`)
  }
  const what = status > 0 ? `answered ${status}` : 'sent something that is not MCP'
  return new NodeFailure('UPSTREAM_FAILED', `${name} ${what}: check the address.`)
}

/** Servers use the same numbers as the library does for its own errors; the texts of those tell them apart. */
function protocolFailure({ code, message }: McpError, name: string, shown: Failing['shown']): NodeFailure {
  const text = message.replace(/^MCP error -?\d+: /, '')
  if (code === ErrorCode.RequestTimeout && /^(Request|Maximum total) time/.test(text)) {
    return new Retryable(`${name} did not answer in time.`, 'TIMED_OUT')
  }
  if (code === ErrorCode.ConnectionClosed && text === 'Connection closed') {
    return new Retryable(`${name} broke off.`, 'UPSTREAM_FAILED')
  }
  return new NodeFailure('TOOL_FAILED', `${name} refused: ${shown(text)}`)
}

/** What the schemas of the protocol, or the reading of JSON, throw. */
function isMisshapen(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && /^(\$?Zod|Zod).*Error$/.test(error.name))
}
