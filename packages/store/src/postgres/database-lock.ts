/**
 * One service per Postgres database: two services would each assume to be the only driver of an execution.
 *
 * The lock is an advisory lock of the server and belongs to a dedicated connection: it ends with the process in every
 * case, so there are no stale locks and nothing to clean up. A broken connection is reopened; if another service has
 * taken the lock meanwhile, this one must stop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Holder, holderOf, KEY, OWN_NAME } from './lock-holder.ts'
import { throwUnreachable } from './postgres-sql.ts'

export interface DatabaseLock {
  /** Releases the database; the end of the process does the same. */
  release(): Promise<void>
}

export interface DatabaseLockOptions {
  /** How long to wait for a service that is stopping; Infinity for a standby. */
  readonly timeoutMs?: number
  /** Called before every wait with the name of the holder; undefined if the server cannot be reached. */
  readonly onWait?: (holder: string | undefined) => void
  /** Ends the wait with an error. */
  readonly signal?: AbortSignal
  /** Called if the lock was lost and another service has it now: this process must stop writing. */
  readonly onTaken: (error: Error) => void
}

const LOCK_TIMEOUT_MS = 10_000
const RETRY_DELAY_MS = 250
const CONNECT_TIMEOUT_MS = 5_000
/** A broken network sends no error, so the holder asks the server regularly, more often than the server gives up. */
const HEARTBEAT_MS = 5_000

/** A vanished client is detected within half a minute, which releases its lock. */
const KEEPALIVE_SETTINGS = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4'

/** Locks a database for this process; throws an Error that names the holder if it is not released in time. */
export async function lockDatabase(url: string, options: DatabaseLockOptions): Promise<DatabaseLock> {
  const { onTaken } = options
  let isReleased = false
  let held: pg.Client | undefined

  const keep = ({ client, pid }: Held): void => {
    held = client
    const stopHeartbeat = startHeartbeat(client)
    client.once('end', () => {
      stopHeartbeat()
      if (!isReleased) void regain(pid)
    })
  }

  // While the server is down, no other service can take the lock either.
  const regain = async (lostPid: number): Promise<void> => {
    while (!isReleased) {
      const got = await attempt(url).catch(() => undefined)
      if (got !== undefined && 'client' in got) {
        keep(got)
        if (isReleased) await got.client.end()
        return
      }
      // The server may take a while to notice that our own connection broke: until then that one holds the lock.
      if (got?.holder !== undefined && got.holder.pid !== lostPid)
        return onTaken(inUse(got.holder, 'This service stops: only one may use a database.'))
      await sleep(RETRY_DELAY_MS, undefined, { ref: false })
    }
  }

  keep(await waitForLock(url, options))
  return {
    async release() {
      isReleased = true
      await held?.end()
    },
  }
}

/** Waits on one connection, which it opens again if it breaks. Only the first connection has to succeed. */
async function waitForLock(
  url: string,
  { timeoutMs = LOCK_TIMEOUT_MS, ...options }: DatabaseLockOptions,
): Promise<Held> {
  let client: pg.Client | undefined = await connect(url).catch(throwUnreachable)
  for (let waited = 0; ; waited += RETRY_DELAY_MS) {
    client ??= await connect(url).catch(() => undefined)
    const got: Held | Refused | undefined =
      client && (await tryLock(client).catch((error: unknown) => (waited === 0 ? throwUnreachable(error) : undefined)))
    if (got !== undefined && 'pid' in got) return got
    client = got?.client
    try {
      if (waited >= timeoutMs) throw inUse(got?.holder, 'Stop that service, or start this one with another database.')
      options.onWait?.(got?.holder?.name)
      await sleep(RETRY_DELAY_MS, undefined, { ...(options.signal && { signal: options.signal }) })
    } catch (error) {
      await client?.end()
      throw error
    }
  }
}

/** Closes a connection that does not answer, which reports its loss. */
function startHeartbeat(client: pg.Client): () => void {
  let isAnswered = true
  const timer = setInterval(() => {
    // With a pending query, this closes the socket without waiting for the server.
    if (!isAnswered) return void client.end().catch(() => {})
    isAnswered = false
    client.query('SELECT 1').then(
      () => {
        isAnswered = true
      },
      () => {},
    )
  }, HEARTBEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** The connection that holds the lock, and its process on the server. */
interface Held {
  readonly client: pg.Client
  readonly pid: number
}

/** A failed attempt: the connection is still open. */
interface Refused {
  readonly client: pg.Client
  /** Undefined if the holder has ended meanwhile. */
  readonly holder: Holder | undefined
}

/** A connection that holds the lock, or the holder, which may be gone by now. Closes the connection on failure. */
async function attempt(url: string): Promise<Held | { readonly holder: Holder | undefined }> {
  const got = await tryLock(await connect(url))
  if ('pid' in got) return got
  await got.client.end()
  return { holder: got.holder }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: OWN_NAME,
  })
  // Without a listener a broken connection would end the process; the 'end' event follows.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(KEEPALIVE_SETTINGS)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Closes the connection if it fails. */
async function tryLock(client: pg.Client): Promise<Held | Refused> {
  try {
    const { rows } = await client.query<{ held: boolean; pid: number }>(
      'SELECT pg_try_advisory_lock($1, $2) AS held, pg_backend_pid() AS pid',
      KEY,
    )
    const [row] = rows
    if (row?.held) return { client, pid: row.pid }
    return { client, holder: await holderOf(client) }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

function inUse(holder: Holder | undefined, advice: string): Error {
  return new Error(`The Postgres database is in use by another service (${holder?.name ?? 'unknown'}). ${advice}`)
}
