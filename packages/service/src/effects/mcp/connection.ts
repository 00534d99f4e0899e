/** A connection to an MCP server. `open-connection.ts` opens one and is loaded with the first connection. */
import { NodeFailure } from '@millrace/model'
import type { TraceHeaders } from '../../platform/trace-context.ts'
import type { Signer } from './signer.ts'

export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** One use of a connection, with the credential and the trace of its caller. */
export interface ConnectionUse {
  readonly signal: AbortSignal
  readonly signer: Signer | undefined
  readonly trace: TraceHeaders | undefined
}

/** All methods throw a NodeFailure, or the reason of the signal. */
export interface Connection {
  tools(use: ConnectionUse): Promise<readonly OfferedTool[]>
  call(name: string, args: Readonly<Record<string, unknown>>, use: ConnectionUse): Promise<unknown>
  /** Resolves when the connection can no longer be used. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** The server no longer knows the session. Nothing was executed; the caller may reconnect. */
export class SessionExpired extends NodeFailure {
  constructor(name: string) {
    super('UPSTREAM_FAILED', `${name} responded with status 404: check the address.`)
  }
}
