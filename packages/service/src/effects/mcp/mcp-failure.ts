/** Converts errors of MCP servers and of the client library into failures of the node. */

import { NodeFailure, Retryable } from '@millrace/model'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { SessionExpired } from './connection.ts'

export interface FailureContext {
  /** The name of the server in messages. */
  readonly name: string
  /** The signal of the caller. */
  readonly signal: AbortSignal
  /** Prepares a text of the server for messages: masked and shortened. */
  readonly shown: (text: string) => string
}

/** The failure for an error; the reason of the signal if it was aborted. */
export function mcpFailure(error: unknown, { name, signal, shown }: FailureContext): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof NodeFailure) return error
  if (error instanceof StreamableHTTPError) return statusFailure(error.code ?? 0, name)
  if (error instanceof McpError) return protocolFailure(error, name, shown)
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall?.startsWith('spawn') === true) {
    return new NodeFailure('MCP_STDIO_FAILED', `${name} could not be started (${code ?? 'unknown'}).`)
  }
  if (isParseError(error)) return new NodeFailure('UPSTREAM_FAILED', `${name} sent a response that is not valid MCP.`)
  return new Retryable(`${name} could not be reached, or the connection was lost.`, 'UPSTREAM_FAILED')
}

/** Statuses after which a retry may succeed. */
const RETRYABLE_STATUSES = new Set([408, 425, 429])

/** The failure for a status; 0 if the response is not MCP. */
export function statusFailure(status: number, name: string): NodeFailure {
  if (status === 404) return new SessionExpired(name)
  if (RETRYABLE_STATUSES.has(status) || status >= 500) {
    return new Retryable(`${name} responded with status ${status}.`, 'UPSTREAM_FAILED')
  }
  if (status === 401 || status === 403) {
    return new NodeFailure(
      'UPSTREAM_FAILED',
      `${name} responded with status ${status}: check the headers or the credential.`,
    )
  }
  if (status === 405) {
    // Servers of the older SSE transport return it as well.
    return new NodeFailure(
      'UPSTREAM_FAILED',
      `${name} responded with status 405: check the address, or set the transport to sse.`,
    )
  }
  const what = status > 0 ? `responded with status ${status}` : 'sent a response that is not valid MCP'
  return new NodeFailure('UPSTREAM_FAILED', `${name} ${what}: check the address.`)
}

/** Servers and the client library use the same error numbers; only the texts of the library's errors are known. */
function protocolFailure({ code, message }: McpError, name: string, shown: FailureContext['shown']): NodeFailure {
  const text = message.replace(/^MCP error -?\d+: /, '')
  if (code === ErrorCode.RequestTimeout && /^(Request|Maximum total) time/.test(text)) {
    return new Retryable(`${name} did not respond in time.`, 'TIMED_OUT')
  }
  if (code === ErrorCode.ConnectionClosed && text === 'Connection closed') {
    return new Retryable(`${name} closed the connection.`, 'UPSTREAM_FAILED')
  }
  return new NodeFailure('TOOL_FAILED', `${name} rejected the request: ${shown(text)}`)
}

/** Whether the error is one of JSON.parse or of the schemas of the protocol. */
function isParseError(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && /^(\$?Zod|Zod).*Error$/.test(error.name))
}
