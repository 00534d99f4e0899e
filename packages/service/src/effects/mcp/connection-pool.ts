/**
 * Shares connections to MCP servers: one for uses with an equal key, which stays open for a short time after its last use.
 */
import { Retryable } from '@millrace/model'
import { type Connection, type ConnectionUse, SessionExpired } from './connection.ts'

export interface ConnectionPool {
  /** Uses the connection with this key. One whose session has expired is opened again. */
  use<T>(key: string, open: Open, using: ConnectionUse, ask: Ask<T>): Promise<T>
  /** Closes every connection; running uses fail. */
  close(): Promise<void>
}

/** Opens a connection. The signal is not that of one user: others wait for the same connection. */
export type Open = (signal: AbortSignal) => Promise<Connection>

export type Ask<T> = (by: Connection, using: ConnectionUse) => Promise<T>

interface PooledConnection {
  readonly opening: Promise<Connection>
  readonly abort: () => void
  isOpen: boolean
  users: number
  idle: NodeJS.Timeout | undefined
}

/** If there are more connections than this, unused ones are closed early. */
const MAX_POOLED = 50

export function createConnectionPool({ idleMs }: { readonly idleMs: number }): ConnectionPool {
  const all = new Map<string, PooledConnection>()
  const over = new AbortController()

  function opened(key: string, open: Open): PooledConnection {
    const before = all.get(key)
    if (before !== undefined) return before
    const aborting = new AbortController()
    const opening = open(AbortSignal.any([aborting.signal, over.signal]))
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
    // A connection that is still opening was only for callers that have released it.
    if (!pooled.isOpen) return void closePooled(key, pooled)
    pooled.idle = setTimeout(() => void closePooled(key, pooled), idleMs)
    pooled.idle.unref()
  }

  function closeUnused(): void {
    for (const [key, pooled] of all) {
      if (all.size <= MAX_POOLED) return
      if (pooled.users === 0 && pooled.isOpen) void closePooled(key, pooled)
    }
  }

  const use: ConnectionPool['use'] = async (key, open, using, ask) => {
    const { signal } = using
    signal.throwIfAborted()
    if (over.signal.aborted) throw stopping()
    const pooled = opened(key, open)
    const isOld = pooled.isOpen
    clearTimeout(pooled.idle)
    pooled.users++
    try {
      return await ask(await unlessAborted(pooled.opening, signal), using)
    } catch (error) {
      if (!isOld || !(error instanceof SessionExpired)) throw error
      remove(key, pooled)
    } finally {
      release(key, pooled)
    }
    return use(key, open, using, ask)
  }

  return {
    use,
    async close() {
      over.abort(stopping())
      await Promise.all([...all].map(([key, pooled]) => closePooled(key, pooled)))
    },
  }
}

function stopping(): Retryable {
  return new Retryable('The service is stopping.', 'UPSTREAM_FAILED')
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
