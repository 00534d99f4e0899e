/** What is asked of an MCP server. `open-connection.ts` opens one, and is loaded when the first is wanted. */
import { NodeFailure } from '@millrace/model'

export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Everything that fails is a NodeFailure, or the reason of the signal. */
export interface Connection {
  tools(signal: AbortSignal): Promise<readonly OfferedTool[]>
  call(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>
  /** Resolves when nothing can be asked of it any more. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** The server no longer knows this connection. Nothing was done; a new connection may help. */
export class Forgotten extends NodeFailure {
  constructor(name: string) {
    super('UPSTREAM_FAILED', `${name} answered 404: check the address.`)
  }
}
