/**
 * One service per Postgres database: two services would each assume to be the only driver of an execution.
 *
 * The lock is an advisory lock of the server and belongs to a dedicated connection: it ends with the process in every
 * case, so there are no stale locks and nothing to clean up. A broken connection is reopened; if another service has
 * taken the lock meanwhile, this one must stop.
 */
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { throwUnreachable } from './postgres-sql.ts'

export interface DatabaseLock {
  /** Releases the database; the end of the process does the same. */
  release(): Promise<void>
}

export interface DatabaseLockOptions {
  /** How long to wait for a service that is stopping. */
  readonly timeoutMs?: number
  /** Called if the lock was lost and another service has it now: this process must stop writing. */
  readonly onTaken: (error: Error) => void
}

const LOCK_TIMEOUT_MS = 10_000
const RETRY_DELAY_MS = 500
const CONNECT_TIMEOUT_MS = 5_000

// Advisory locks are per database; the first number only has to differ from those of other programs.
const KEY = [0x4d_69_6c_6c, 1]

/** A vanished client is detected within half a minute, which releases its lock. */
const KEEPALIVE_SETTINGS = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4'

const HOLDER = `SELECT application_name AS name, pid FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** Locks a database for this process; throws an Error that names the holder if it is not released in time. */
export async function lockDatabase(url: string, options: DatabaseLockOptions): Promise<DatabaseLock> {
  const { timeoutMs = LOCK_TIMEOUT_MS, onTaken } = options
  let isReleased = false
  let held: pg.Client | undefined

  const keep = ({ client, pid }: Held): void => {
    held = client
    client.once('end', () => {
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

  for (let waited = 0; ; waited += RETRY_DELAY_MS) {
    const got = await attempt(url).catch(throwUnreachable)
    if ('client' in got) {
      keep(got)
      break
    }
    if (waited >= timeoutMs) throw inUse(got.holder, 'Stop that service, or start this one with another database.')
    await sleep(RETRY_DELAY_MS)
  }
  return {
    async release() {
      isReleased = true
      await held?.end()
    },
  }
}

/** The connection that holds the lock, and its process on the server. */
interface Held {
  readonly client: pg.Client
  readonly pid: number
}

interface Holder {
  readonly name: string
  readonly pid: number
}

/** A connection that holds the lock, or the holder, which may be gone by now. Closes the connection on failure. */
async function attempt(url: string): Promise<Held | { readonly holder: Holder | undefined }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: `millrace ${hostname()} ${process.pid}`,
  })
  // Without a listener a broken connection would end the process; the 'end' event follows.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(KEEPALIVE_SETTINGS)
    const { rows } = await client.query<{ held: boolean; pid: number }>(
      'SELECT pg_try_advisory_lock($1, $2) AS held, pg_backend_pid() AS pid',
      KEY,
    )
    const [row] = rows
    if (row?.held) return { client, pid: row.pid }
    const holder = await client.query<Holder>(HOLDER, KEY)
    await client.end()
    return { holder: holder.rows[0] }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

function inUse(holder: Holder | undefined, advice: string): Error {
  return new Error(`The Postgres database is in use by another service (${holder?.name ?? 'unknown'}). ${advice}`)
}
