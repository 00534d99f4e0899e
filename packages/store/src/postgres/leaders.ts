/**
 * Work that one process of a cluster does at a time. The leader of a work holds an advisory lock of the server, which
 * belongs to a connection: it ends with the process in every case, and another process takes over.
 *
 * After a loss of the connection two processes may overlap for a moment, until the former leader's work has stopped. So
 * such work must be harmless when it is done twice; the lock only keeps it from being done many times.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Leadership, LeaderWork } from '../cluster-store.ts'
import { connectSession, startHeartbeat } from './session.ts'

/** Distinguishes these locks from the lock of the database and from those of other programs. */
const LOCK_CLASS = 0x4d_69_6c_6d
const RETRY_DELAY_MS = 500

export class Leaders {
  readonly #url: string
  readonly #onError: (error: unknown) => void
  readonly #leaderships = new Map<string, Leadership>()
  #connecting: Promise<pg.Client> | undefined

  constructor(url: string, onError: (error: unknown) => void) {
    this.#url = url
    this.#onError = onError
  }

  lead(name: string, work: LeaderWork): Leadership {
    if (this.#leaderships.has(name)) throw new Error(`This process already takes part in the work ${name}.`)
    const stopping = new AbortController()
    const ended = this.#contend(name, work, stopping.signal)
    const leadership = {
      stop: async () => {
        stopping.abort()
        await ended
        this.#leaderships.delete(name)
      },
    }
    this.#leaderships.set(name, leadership)
    return leadership
  }

  async close(): Promise<void> {
    await Promise.all([...this.#leaderships.values()].map((leadership) => leadership.stop()))
    const client = await this.#connecting?.catch(() => undefined)
    await client?.end().catch(() => {})
  }

  async #contend(name: string, work: LeaderWork, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      await this.#attempt(name, work, stopping).catch(this.#onError)
      await sleep(RETRY_DELAY_MS, undefined, { ref: false, signal: stopping }).catch(() => {})
    }
  }

  /** Does the work until it fails, the connection ends or `stopping` aborts, if no other process does it. */
  async #attempt(name: string, work: LeaderWork, stopping: AbortSignal): Promise<void> {
    const client = await this.#connection()
    const lost = new AbortController()
    const lose = () => lost.abort()
    client.once('end', lose)
    try {
      if (!(await call(client, 'pg_try_advisory_lock', name))) return
      const signal = AbortSignal.any([lost.signal, stopping])
      try {
        await work(signal)
        // Finished work stays finished: no other process does it while this one lives.
        if (!signal.aborted) await once(signal, 'abort')
      } finally {
        if (!lost.signal.aborted) await call(client, 'pg_advisory_unlock', name)
      }
    } finally {
      client.off('end', lose)
    }
  }

  #connection(): Promise<pg.Client> {
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      this.#connecting = undefined
      throw error
    })
    return this.#connecting
  }

  async #connect(): Promise<pg.Client> {
    const client = await connectSession(this.#url, 'millrace leader')
    const stopHeartbeat = startHeartbeat(client)
    client.once('end', () => {
      stopHeartbeat()
      this.#connecting = undefined
    })
    return client
  }
}

async function call(client: pg.Client, lockFunction: string, name: string): Promise<boolean> {
  const key = createHash('sha256').update(name).digest().readInt32BE()
  const { rows } = await client.query<{ done: boolean }>(`SELECT ${lockFunction}($1, $2) AS done`, [LOCK_CLASS, key])
  return rows[0]?.done === true
}
