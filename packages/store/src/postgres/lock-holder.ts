/** The service that holds the lock of a database. */
import { hostname } from 'node:os'
import type pg from 'pg'

export interface Holder {
  readonly name: string
  /** Its process on the server. */
  readonly pid: number
}

/** The name of the lock's connection: the server shows it to others. */
export const OWN_NAME = `millrace ${hostname()} ${process.pid}`

// Advisory locks are per database; the first number only has to differ from those of other programs.
export const KEY = [0x4d_69_6c_6c, 1]

const HOLDER = `SELECT application_name AS name, pid FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** The holder; undefined if the database is not locked. */
export async function holderOf(client: pg.ClientBase): Promise<Holder | undefined> {
  return (await client.query<Holder>(HOLDER, KEY)).rows[0]
}

/**
 * Throws if another process holds the lock. For new connections of a service that was cut off from the server: a standby
 * may have taken over meanwhile, and results that are still waiting here must not be written.
 */
export async function refuseIfTaken(client: pg.ClientBase): Promise<void> {
  const holder = await holderOf(client)
  if (holder !== undefined && holder.name !== OWN_NAME)
    throw new Error(`The Postgres database is in use by another service (${holder.name}).`)
}
