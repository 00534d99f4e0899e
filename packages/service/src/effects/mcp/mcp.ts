/**
 * Tools of MCP servers. Connections to one server with the same headers are shared, kept for a little while after their
 * last use, and closed with the service. The client library is loaded when the first one is opened.
 */
import { Retryable } from '@millrace/model'
import type { Log } from '../../platform/ports.ts'
import type { Egress } from '../http/egress.ts'
import { type Connection, Forgotten } from './connection.ts'
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
  /** The tools of the server that the settings name. What they are used for ends with the signal. */
  tools(config: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<readonly RemoteTool[]>
  /** Closes every connection and ends the programs that were started; calls under way fail. */
  close(): Promise<void>
}

interface Kept {
  readonly opening: Promise<Connection>
  readonly abort: () => void
  isOpen: boolean
  users: number
  idle: NodeJS.Timeout | undefined
}

/** Connections that nobody uses are closed early when there are more than this. */
const MAX_KEPT = 50

export function createMcp({ egress, allowStdio, log, limits: given }: McpNeeds): Mcp {
  const limits = { ...MCP_LIMITS, ...given }
  const all = new Map<string, Kept>()
  const over = new AbortController()

  function opened(address: McpAddress, key: string): Kept {
    const before = all.get(key)
    if (before !== undefined) return before
    const gone = new AbortController()
    const opening = open(address, AbortSignal.any([gone.signal, over.signal]))
    const kept: Kept = { opening, abort: () => gone.abort(), isOpen: false, users: 0, idle: undefined }
    all.set(key, kept)
    const forget = () => forgotten(key, kept)
    opening.then((connection) => {
      kept.isOpen = true
      void connection.closed.then(forget)
    }, forget)
    makeRoom()
    return kept
  }

  async function open(address: McpAddress, signal: AbortSignal): Promise<Connection> {
    signal.throwIfAborted()
    const { openConnection } = await import('./open-connection.ts')
    const connection = await openConnection(address, { egress, limits }, signal)
    log.debug({ server: nameOf(address) }, 'connected to an MCP server')
    return connection
  }

  /** From now on it is nobody's; the next who asks gets a new one. */
  function forgotten(key: string, kept: Kept): void {
    clearTimeout(kept.idle)
    if (all.get(key) === kept) all.delete(key)
  }

  async function closed(key: string, kept: Kept): Promise<void> {
    forgotten(key, kept)
    kept.abort()
    await kept.opening.then((connection) => connection.close()).catch(() => {})
  }

  function left(key: string, kept: Kept): void {
    kept.users--
    if (kept.users > 0 || all.get(key) !== kept) return
    // One that is still being opened was wanted by those alone who have gone.
    if (!kept.isOpen) return void closed(key, kept)
    kept.idle = setTimeout(() => void closed(key, kept), limits.idleMs)
    kept.idle.unref()
  }

  function makeRoom(): void {
    for (const [key, kept] of all) {
      if (all.size <= MAX_KEPT) return
      if (kept.users === 0 && kept.isOpen) void closed(key, kept)
    }
  }

  async function use<T>(address: McpAddress, signal: AbortSignal, ask: (by: Connection) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (over.signal.aborted) throw new Retryable('The service is stopping.', 'UPSTREAM_FAILED')
    const key = keyOf(address)
    const kept = opened(address, key)
    const isOld = kept.isOpen
    clearTimeout(kept.idle)
    kept.users++
    try {
      return await ask(await unlessAborted(kept.opening, signal))
    } catch (error) {
      if (!isOld || !(error instanceof Forgotten)) throw error
      forgotten(key, kept)
    } finally {
      left(key, kept)
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
      await Promise.all([...all].map(([key, kept]) => closed(key, kept)))
    },
  }
}

/** Waits for something that goes on for others. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason)
    signal.addEventListener('abort', aborted, { once: true })
    if (signal.aborted) aborted()
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })
}
