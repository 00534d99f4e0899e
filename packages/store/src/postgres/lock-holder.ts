/** The service that holds the lock of a database. */
import { hostname } from 'node:os'
import type pg from 'pg'
import { LEAVING } from './handover.ts'

/** Processes of a cluster share a database; a service with the embedded engine needs it for itself. */
export type LockMode = 'shared' | 'exclusive'

export interface Holder {
  readonly name: string
  readonly mode: LockMode
  /** Its process on the server. */
  readonly pid: number
  /** Whether it is about to release the lock. */
  readonly isLeaving: boolean
}

/** The name of the lock's connection: the server shows it to others. */
export const OWN_NAME = `millrace ${hostname()} ${process.pid}`

// Advisory locks are per database; the first number only has to differ from those of other programs.
export const KEY = [0x4d_69_6c_6c, 1]

const HOLDERS = `SELECT application_name AS name, pid, CASE mode WHEN 'ShareLock' THEN 'shared' ELSE 'exclusive' END AS mode,
    EXISTS (SELECT 1 FROM pg_locks leaving WHERE leaving.pid = pg_locks.pid AND leaving.locktype = 'advisory'
      AND leaving.granted AND leaving.classid = $3 AND leaving.objid = $4) AS "isLeaving"
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** The holders of the lock: one exclusive one, or any number of shared ones. */
export async function holdersOf(client: pg.ClientBase): Promise<readonly Holder[]> {
  return (await client.query<Holder>(HOLDERS, [...KEY, ...LEAVING])).rows
}

/** The holder that keeps others from the lock in a mode; undefined if there is none. */
export async function blockerOf(client: pg.ClientBase, mode: LockMode): Promise<Holder | undefined> {
  return (await holdersOf(client)).find((holder) => mode === 'exclusive' || holder.mode === 'exclusive')
}

/**
 * Throws if another process keeps this one from the database. For new connections of a service that was cut off from the
 * server: a standby may have taken over meanwhile, and results that are still waiting here must not be written.
 */
export async function refuseIfTaken(client: pg.ClientBase, mode: LockMode): Promise<void> {
  const holder = await blockerOf(client, mode)
  if (holder !== undefined && holder.name !== OWN_NAME) throw inUse(holder)
}

export function inUse(holder: Holder | undefined, advice = ''): Error {
  const who =
    holder?.mode === 'shared'
      ? `a process of a cluster (${holder.name})`
      : `another service (${holder?.name ?? 'unknown'})`
  return new Error(`The Postgres database is in use by ${who}.${advice && ` ${advice}`}`)
}
