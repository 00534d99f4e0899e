/**
 * Tools of MCP servers. Connections to one server with the same headers are shared, stay open for a short time after
 * their last use, and close with the service. The client library is loaded with the first connection.
 */
import { Retryable } from '@millrace/model'
import type { Log } from '../../platform/ports.ts'
import type { Egress } from '../http/egress.ts'
import { type Connection, SessionExpired } from './connection.ts'
import { addressIn, keyOf, type McpAddress, nameOf } from './mcp-address.ts'
import { MCP_LIMITS, type McpLimits } from './mcp-limits.ts'
import type { RemoteTool } from './remote-tool.ts'

export interface McpNeeds {
  readonly egress: Egress
  /** Whether a server may be a program that is started on this machine. */
  readonly allowStdio: boolean
  readonly log: Log
  readonly limits?: Partial<McpLimits>
}

export interface Mcp {
  /** The tools of the server in the settings. The signal also aborts their calls. */
  tools(config: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<readonly RemoteTool[]>
  /** Closes every connection and ends the started programs; running calls fail. */
  close(): Promise<void>
}

interface PooledConnection {
  readonly opening: Promise<Connection>
  readonly abort: () => void
  isOpen: boolean
  users: number
  idle: NodeJS.Timeout | undefined
}

/** If there are more connections than this, unused ones are closed early. */
const MAX_POOLED = 50

export function createMcp({ egress, allowStdio, log, limits: given }: McpNeeds): Mcp {
  const limits = { ...MCP_LIMITS, ...given }
  const all = new Map<string, PooledConnection>()
  const over = new AbortController()

  function opened(address: McpAddress, key: string): PooledConnection {
    const before = all.get(key)
    if (before !== undefined) return before
    const aborting = new AbortController()
    const opening = open(address, AbortSignal.any([aborting.signal, over.signal]))
    const pooled: PooledConnection = {
      opening,
      abort: () => aborting.abort(),
      isOpen: false,
      users: 0,
      idle: undefined,
    }
    all.set(key, pooled)
    const onClosed = () => remove(key, pooled)
    opening.then((connection) => {
      pooled.isOpen = true
      void connection.closed.then(onClosed)
    }, onClosed)
    closeUnused()
    return pooled
  }

  async function open(address: McpAddress, signal: AbortSignal): Promise<Connection> {
    signal.throwIfAborted()
    const { openConnection } = await import('./open-connection.ts')
    const connection = await openConnection(address, { egress, limits }, signal)
    log.debug({ server: nameOf(address) }, 'connected to an MCP server')
    return connection
  }

  /** Removes the connection from the pool; the next caller gets a new one. */
  function remove(key: string, pooled: PooledConnection): void {
    clearTimeout(pooled.idle)
    if (all.get(key) === pooled) all.delete(key)
  }

  async function closePooled(key: string, pooled: PooledConnection): Promise<void> {
    remove(key, pooled)
    pooled.abort()
    await pooled.opening.then((connection) => connection.close()).catch(() => {})
  }

  function release(key: string, pooled: PooledConnection): void {
    pooled.users--
    if (pooled.users > 0 || all.get(key) !== pooled) return
    // A connection that is still opening was only for callers that have release.
    if (!pooled.isOpen) return void closePooled(key, pooled)
    pooled.idle = setTimeout(() => void closePooled(key, pooled), limits.idleMs)
    pooled.idle.unref()
  }

  function closeUnused(): void {
    for (const [key, pooled] of all) {
      if (all.size <= MAX_POOLED) return
      if (pooled.users === 0 && pooled.isOpen) void closePooled(key, pooled)
    }
  }

  async function use<T>(address: McpAddress, signal: AbortSignal, ask: (by: Connection) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (over.signal.aborted) throw new Retryable('The service is stopping.', 'UPSTREAM_FAILED')
    const key = keyOf(address)
    const pooled = opened(address, key)
    const isOld = pooled.isOpen
    clearTimeout(pooled.idle)
    pooled.users++
    try {
      return await ask(await unlessAborted(pooled.opening, signal))
    } catch (error) {
      if (!isOld || !(error instanceof SessionExpired)) throw error
      remove(key, pooled)
    } finally {
      release(key, pooled)
    }
    return use(address, signal, ask)
  }

  return {
    async tools(config, signal) {
      const address = addressIn(config, { allowStdio })
      const offered = await use(address, signal, (connection) => connection.tools(signal))
      return offered.map((tool) => ({
        ...tool,
        call: (args) => use(address, signal, (connection) => connection.call(tool.name, args, signal)),
      }))
    },
    async close() {
      over.abort(new Retryable('The service is stopping.', 'UPSTREAM_FAILED'))
      await Promise.all([...all].map(([key, pooled]) => closePooled(key, pooled)))
    },
  }
}

/** Waits for a shared promise; an abort ends the wait, not the promise. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason)
    signal.addEventListener('abort', aborted, { once: true })
    if (signal.aborted) aborted()
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })
}
