/**
 * One service per Postgres database. Two on the same one would each believe themselves the only driver of an execution.
 *
 * The lock is an advisory one of the server and belongs to a connection of its own: it goes when the process goes,
 * however it goes, so there is no stale lock and nothing to clean up. A connection that breaks is made again; should
 * another service have come in meanwhile, this one must end.
 */
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { saysNothing } from './postgres-sql.ts'

export interface DatabaseLock {
  /** Lets another service have the database; the end of the process does the same. */
  release(): Promise<void>
}

export interface DatabaseLockOptions {
  /** How long to wait for a service that is about to end. */
  readonly patienceMs?: number
  /** Told when the lock was lost and another service has it now: whoever held it must not write any more. */
  readonly onTaken: (error: Error) => void
}

const PATIENCE_MS = 10_000
const AGAIN_AFTER_MS = 500
const CONNECT_TIMEOUT_MS = 5_000

// Such locks are kept per database; the first number only has to differ from those that others may use there.
const KEY = [0x4d_69_6c_6c, 1]

/** A peer that vanished without a word is noticed within half a minute, and its lock is free then. */
const NOTICE_THE_DEAD = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4'

const HOLDER = `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** Takes a database for this process; throws an Error that says who has it when it is not given up in time. */
export async function lockDatabase(url: string, options: DatabaseLockOptions): Promise<DatabaseLock> {
  const { patienceMs = PATIENCE_MS, onTaken } = options
  let isReleased = false
  let held: pg.Client | undefined

  const keep = (client: pg.Client): void => {
    held = client
    client.once('end', () => {
      if (!isReleased) void regain()
    })
  }

  // As long as the server is away nobody else can have the lock either.
  const regain = async (): Promise<void> => {
    while (!isReleased) {
      const got = await attempt(url).catch(() => undefined)
      if (typeof got === 'string') return onTaken(inUse(got, 'This one ends: only one may drive what is in it.'))
      if (got !== undefined) {
        keep(got)
        if (isReleased) await got.end()
        return
      }
      await sleep(AGAIN_AFTER_MS, undefined, { ref: false })
    }
  }

  for (let waited = 0; ; waited += AGAIN_AFTER_MS) {
    const got = await attempt(url).catch(saysNothing)
    if (typeof got !== 'string') {
      keep(got)
      break
    }
    if (waited >= patienceMs) throw inUse(got, 'Stop that one first, or give this one a database of its own.')
    await sleep(AGAIN_AFTER_MS)
  }
  return {
    async release() {
      isReleased = true
      await held?.end()
    },
  }
}

/** A connection that holds the lock, or the name of who has it. What fails leaves nothing open. */
async function attempt(url: string): Promise<pg.Client | string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: `millrace ${hostname()} ${process.pid}`,
  })
  // Without a listener a broken connection would end the process; 'end' follows and says all there is to know.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(NOTICE_THE_DEAD)
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', KEY)
    if (rows[0]?.held) return client
    const holder = await client.query<{ name: string }>(HOLDER, KEY)
    await client.end()
    return holder.rows[0]?.name ?? 'unknown'
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

function inUse(holder: string, advice: string): Error {
  return new Error(`The Postgres database is in use by another service (${holder}). ${advice}`)
}
