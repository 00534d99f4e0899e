/**
 * The handover of a database from a service that stops to a standby. Each shows the other how far it is with advisory
 * locks on its own connection, so nothing is left when one of them ends:
 *
 * 1. A standby that waits holds `STANDBY`.
 * 2. A service that is about to stop takes `LEAVING`. It holds the lock of the database and serves requests as before.
 * 3. The standby sees that, keeps the requests that it gets until it has taken over, and releases `STANDBY`.
 * 4. The service sees that, closes its port, and releases the database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

// The first number only has to differ from those of other locks.
const STANDBY = [0x4d_69_6c_6d, 1]
export const LEAVING = [0x4d_69_6c_6d, 2]

const LOOK_EVERY_MS = 50

const HAS_STANDBY = `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
  AND classid = $1 AND objid = $2
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS found`

/** The place of a standby in the handover. */
export class StandbyPlace {
  /** The connection that holds `STANDBY`: a connection that broke has lost it. */
  #client: pg.Client | undefined

  /** Waits for the holder to leave, or confirms that it may. */
  async update(client: pg.Client, isHolderLeaving: boolean): Promise<void> {
    if (isHolderLeaving) return this.leave(client)
    if (this.#client === client) return
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', STANDBY)
    this.#client = client
  }

  async leave(client: pg.Client): Promise<void> {
    if (this.#client === client) await client.query('SELECT pg_advisory_unlock_shared($1, $2)', STANDBY)
    this.#client = undefined
  }
}

/** Announces that the holder leaves. True when every standby keeps its requests; false if there is none, or not in time. */
export async function handOver(client: pg.Client, timeoutMs: number): Promise<boolean> {
  const hasStandby = async () => (await client.query<{ found: boolean }>(HAS_STANDBY, STANDBY)).rows[0]?.found === true
  if (!(await hasStandby())) return false
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', LEAVING)
  for (let waited = 0; waited < timeoutMs; waited += LOOK_EVERY_MS) {
    if (!(await hasStandby())) return true
    await sleep(LOOK_EVERY_MS)
  }
  return false
}
