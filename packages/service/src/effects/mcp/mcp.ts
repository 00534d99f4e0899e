/**
 * Tools of MCP servers. Connections to one server with the same headers and credential are shared and close with the
 * service. The client library is loaded with the first connection.
 *
 * A credential is opened for every use: a session that is open for longer gets the current token.
 */
import type { Log } from '../../platform/ports.ts'
import type { TraceHeaders } from '../../platform/trace-context.ts'
import { refuseOtherHost } from '../credentials/bound-headers.ts'
import { type CredentialSource, type CredentialUser, noCredentials } from '../credentials/credential-source.ts'
import type { Egress } from '../http/egress.ts'
import type { Connection } from './connection.ts'
import { type Ask, createConnectionPool } from './connection-pool.ts'
import { addressIn, keyOf, type McpAddress, nameOf } from './mcp-address.ts'
import { MCP_LIMITS, type McpLimits } from './mcp-limits.ts'
import type { RemoteTool } from './remote-tool.ts'
import { type Signer, signerWith } from './signer.ts'

export interface McpNeeds {
  readonly egress: Egress
  /** Whether a server may be a program that is started on this machine. */
  readonly allowStdio: boolean
  readonly log: Log
  /** Stored credentials that settings name; default: none. */
  readonly credentials?: CredentialSource
  readonly limits?: Partial<McpLimits>
}

/** The step that uses the tools. */
export interface McpUser extends CredentialUser {
  /** Trace context for servers over HTTP. */
  readonly trace?: TraceHeaders | undefined
}

export interface Mcp {
  /** The tools of the server in the settings. The signal of the user also aborts their calls. */
  tools(config: Readonly<Record<string, unknown>>, user: McpUser): Promise<readonly RemoteTool[]>
  /** Closes every connection and ends the started programs; running calls fail. */
  close(): Promise<void>
}

/** A server with the credential that a workflow uses there. */
interface Server {
  readonly address: McpAddress
  /** Opens the credential; undefined if the settings name none. */
  readonly signer: (signal: AbortSignal) => Promise<Signer | undefined>
  readonly trace: TraceHeaders | undefined
}

export function createMcp({ egress, allowStdio, log, limits: given, credentials = noCredentials }: McpNeeds): Mcp {
  const limits = { ...MCP_LIMITS, ...given }
  const pool = createConnectionPool(limits)

  async function open({ address, signer: signerFor, trace }: Server, signal: AbortSignal): Promise<Connection> {
    signal.throwIfAborted()
    const { openConnection } = await import('./open-connection.ts')
    // Opened again with the signal of the connection: the step of its first user may be aborted.
    const signer = await signerFor(signal)
    const connection = await openConnection(address, { egress, limits }, { signal, signer, trace })
    log.debug({ server: nameOf(address) }, 'connected to an MCP server')
    return connection
  }

  async function use<T>(server: Server, signal: AbortSignal, ask: Ask<T>): Promise<T> {
    signal.throwIfAborted()
    const signer = await server.signer(signal)
    const key = keyOf(server.address, signer?.key)
    const once = () => pool.use(key, (waits) => open(server, waits), { signal, signer, trace: server.trace }, ask)
    return signer === undefined ? once() : signer.finish(once)
  }

  async function signerOf(address: McpAddress, user: CredentialUser): Promise<Signer | undefined> {
    if (address.kind !== 'http' || address.credential === undefined) return undefined
    const credential = await credentials.open(address.credential, 'http', user)
    refuseOtherHost(address.url, credential)
    return signerWith(credential)
  }

  return {
    async tools(config, { signal, workflow, trace }) {
      const address = addressIn(config, { allowStdio })
      const server: Server = { address, signer: (waits) => signerOf(address, { signal: waits, workflow }), trace }
      const offered = await use(server, signal, (connection, using) => connection.tools(using))
      return offered.map((tool) => ({
        ...tool,
        call: (args) => use(server, signal, (connection, using) => connection.call(tool.name, args, using)),
      }))
    },
    close: () => pool.close(),
  }
}
