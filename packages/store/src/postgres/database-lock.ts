/**
 * One service with the embedded engine per Postgres database: two would each assume to be the only driver of an
 * execution. The processes of a cluster share the lock, so such a service cannot run next to them.
 *
 * The lock is an advisory lock of the server and belongs to a dedicated connection: it ends with the process in every
 * case, so there are no stale locks and nothing to clean up. A broken connection is reopened; if another service has
 * taken the lock meanwhile, this one must stop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { handOver, StandbyPlace } from './handover.ts'
import { blockerOf, type Holder, inUse, KEY, type LockMode } from './lock-holder.ts'
import { throwUnreachable } from './postgres-sql.ts'
import { connectSession, startHeartbeat } from './session.ts'

export interface DatabaseLock {
  /**
   * Announces that this service is about to release the database. True when a standby keeps the requests that it gets until
   * it has taken over; false if there is no standby.
   */
  handOver(): Promise<boolean>
  /** Releases the database; the end of the process does the same. */
  release(): Promise<void>
}

export interface DatabaseLockOptions {
  /** `exclusive` by default. */
  readonly mode?: LockMode
  /** How long to wait for a service that is stopping; Infinity for a standby. */
  readonly timeoutMs?: number
  /** A standby: a holder that stops hands over to it. */
  readonly isStandby?: boolean
  /**
   * Called before every wait with the name of the holder; undefined if the server cannot be reached. `isLeaving` is true if
   * the holder is about to release the database.
   */
  readonly onWait?: (holder: string | undefined, isLeaving: boolean) => void
  /** Ends the wait with an error. */
  readonly signal?: AbortSignal
  /** Called if the lock was lost and another service has it now: this process must stop writing. */
  readonly onTaken: (error: Error) => void
}

const TRY_LOCK = { exclusive: 'pg_try_advisory_lock', shared: 'pg_try_advisory_lock_shared' }
const ADVICE_WHEN_TAKEN = {
  exclusive: 'This service stops: only one may use a database.',
  shared: 'This process stops: a service with the embedded engine does not share a database.',
}
const LOCK_TIMEOUT_MS = 10_000
const RETRY_DELAY_MS = 250
/** How long a standby may take to notice that this service is about to stop. */
const HANDOVER_MS = 5_000

/** Locks a database for this process; throws an Error that names the holder if it is not released in time. */
export async function lockDatabase(url: string, options: DatabaseLockOptions): Promise<DatabaseLock> {
  const { onTaken, mode = 'exclusive' } = options
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
      const got = await attempt(url, mode).catch(() => undefined)
      if (got !== undefined && 'client' in got) {
        keep(got)
        if (isReleased) await got.client.end()
        return
      }
      // The server may take a while to notice that our own connection broke: until then that one holds the lock.
      if (got?.holder !== undefined && got.holder.pid !== lostPid)
        return onTaken(inUse(got.holder, ADVICE_WHEN_TAKEN[mode]))
      await sleep(RETRY_DELAY_MS, undefined, { ref: false })
    }
  }

  keep(await waitForLock(url, options))
  return {
    async handOver() {
      return held === undefined ? false : handOver(held, HANDOVER_MS).catch(() => false)
    },
    async release() {
      isReleased = true
      await held?.end()
    },
  }
}

/** Waits on one connection, which it opens again if it breaks. Only the first connection has to succeed. */
async function waitForLock(
  url: string,
  { timeoutMs = LOCK_TIMEOUT_MS, mode = 'exclusive', ...options }: DatabaseLockOptions,
): Promise<Held> {
  let client: pg.Client | undefined = await connectSession(url).catch(throwUnreachable)
  const place = options.isStandby ? new StandbyPlace() : undefined
  const departure = new Departure()
  for (let waited = 0; ; waited += RETRY_DELAY_MS) {
    client ??= await connectSession(url).catch(() => undefined)
    const got: Held | Refused | undefined =
      client &&
      (await tryLock(client, mode).catch((error: unknown) => (waited === 0 ? throwUnreachable(error) : undefined)))
    if (got !== undefined && 'pid' in got) {
      await place?.leave(got.client).catch(() => {})
      return got
    }
    client = got?.client
    try {
      if (waited >= timeoutMs) throw inUse(got?.holder, adviceFor(mode, got?.holder))
      const isLeaving = got !== undefined && departure.isUnderWay(got.holder)
      options.onWait?.(got?.holder?.name, isLeaving)
      // The next attempt notices a connection that broke.
      if (got?.holder !== undefined) await place?.update(got.client, isLeaving).catch(() => {})
      await sleep(RETRY_DELAY_MS, undefined, { ...(options.signal && { signal: options.signal }) })
    } catch (error) {
      await client?.end()
      throw error
    }
  }
}

/**
 * Whether the holder is about to release the lock. A holder that was does not stay; it ends between two queries, and the
 * server forgets its name and its announcement before its lock.
 */
class Departure {
  #pid: number | undefined

  isUnderWay(holder: Holder | undefined): boolean {
    if (holder?.isLeaving) this.#pid = holder.pid
    else if (holder !== undefined && holder.pid !== this.#pid) this.#pid = undefined
    return this.#pid !== undefined
  }
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
async function attempt(url: string, mode: LockMode): Promise<Held | { readonly holder: Holder | undefined }> {
  const got = await tryLock(await connectSession(url), mode)
  if ('pid' in got) return got
  await got.client.end()
  return { holder: got.holder }
}

/** Closes the connection if it fails. */
async function tryLock(client: pg.Client, mode: LockMode): Promise<Held | Refused> {
  try {
    const { rows } = await client.query<{ held: boolean; pid: number }>(
      `SELECT ${TRY_LOCK[mode]}($1, $2) AS held, pg_backend_pid() AS pid`,
      KEY,
    )
    const [row] = rows
    if (row?.held) return { client, pid: row.pid }
    return { client, holder: await blockerOf(client, mode) }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

function adviceFor(mode: LockMode, holder: Holder | undefined): string {
  if (mode === 'shared')
    return 'It runs the embedded engine, which does not share a database. Stop it, or start all processes with --engine restate.'
  if (holder?.mode === 'shared')
    return 'A service with the embedded engine does not share a database. Stop the cluster, or start this one with --engine restate.'
  return 'Stop that service, or start this one with another database.'
}
