/**
 * A bus on LISTEN and NOTIFY, on a connection of its own: a transaction that notifies holds a lock of the whole server
 * while it commits, so notifications are never part of other transactions.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { BusListeners } from '../bus/listeners.ts'
import { Outbox } from '../bus/outbox.ts'
import { BUS_CHANNELS, type Bus, type BusChannel, type BusListener } from '../bus.ts'
import { throwUnreachable } from './postgres-sql.ts'
import { connectSession, startHeartbeat } from './session.ts'

export interface PostgresBusOptions {
  /** Called when the connection breaks, a message cannot be sent, or a listener throws. */
  readonly onError?: (error: unknown) => void
}

const PREFIX = 'millrace_'
const FIRST_DELAY_MS = 50
const MAX_DELAY_MS = 2_000
/** How long closing waits for queued messages. */
const CLOSE_TIMEOUT_MS = 2_000
const NOTIFY = 'SELECT pg_notify(m.channel, m.payload) FROM unnest($1::text[], $2::text[]) AS m(channel, payload)'

class PostgresBus implements Bus {
  readonly #url: string
  readonly #onError: (error: unknown) => void
  readonly #outbox: Outbox
  readonly #listeners: BusListeners
  readonly #closing = new AbortController()
  /** Channels that are not received, because a message arrived that had no listener here. */
  readonly #muted = new Set<BusChannel>()
  #client: pg.Client | undefined
  #sending: Promise<void> | undefined

  /** The sender stays the same after a reconnect, so that receivers recognise messages that are sent again. */
  constructor(url: string, sender: string, onError: (error: unknown) => void) {
    this.#url = url
    this.#onError = onError
    this.#outbox = new Outbox(sender)
    this.#listeners = new BusListeners(sender, onError)
  }

  get isConnected(): boolean {
    return this.#client !== undefined
  }

  publish(channel: BusChannel, payload: string): void {
    this.#outbox.add(channel, payload)
    this.#send()
  }

  listen(channel: BusChannel, listener: BusListener, onReady?: () => void): () => void {
    const stop = this.#listeners.listen(channel, listener)
    if (this.#muted.delete(channel)) void this.#receive(channel, onReady)
    return stop
  }

  /** Without a connection, the next one receives the channel and reports a gap. */
  async #receive(channel: BusChannel, onReady = () => this.#listeners.reportGap()): Promise<void> {
    await this.#client?.query(listenTo([channel])).then(onReady, this.#onError)
  }

  /** Postgres delivers every message to every process that listens, so that each one costs time in all of them. */
  #mute(channel: BusChannel): void {
    this.#muted.add(channel)
    this.#listeners.forget(channel)
    this.#client?.query(`UNLISTEN ${PREFIX}${channel}`).catch(this.#onError)
  }

  onGap(react: () => void): () => void {
    return this.#listeners.onGap(react)
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    await Promise.race([this.#sending, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    this.#closing.abort()
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  /** Uses a new connection from now on; closes it if that fails. */
  async adopt(client: pg.Client): Promise<void> {
    const stopHeartbeat = startHeartbeat(client)
    client.once('end', () => {
      stopHeartbeat()
      if (this.#client !== client) return
      this.#client = undefined
      this.#onError(new Error('The connection for notifications of the database was lost.'))
      void this.#reconnect()
    })
    client.on('notification', ({ channel, payload }) => {
      const name = BUS_CHANNELS.find((one) => channel === PREFIX + one)
      // Messages of a muted channel may be on their way.
      if (name === undefined || payload === undefined || this.#muted.has(name)) return
      if (this.#listeners.has(name)) this.#listeners.receive(name, payload)
      else this.#mute(name)
    })
    try {
      const known = new Set(this.#muted)
      await client.query(listenTo(BUS_CHANNELS.filter((channel) => !known.has(channel))))
      // Channels that have got a listener meanwhile.
      await client.query(listenTo([...known].filter((channel) => !this.#muted.has(channel))))
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    if (this.#closing.signal.aborted) return client.end()
    this.#client = client
    this.#send()
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing
    for (let delay = FIRST_DELAY_MS; !signal.aborted; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      const isConnected = await connectBus(this.#url)
        .then((client) => this.adopt(client))
        .then(
          () => true,
          () => false,
        )
      if (isConnected) return signal.aborted ? undefined : this.#listeners.reportGap()
      await sleep(delay, undefined, { ref: false, signal }).catch(() => {})
    }
  }

  /** Sends in the next turn of the event loop, so that the messages of this turn share a statement. */
  #send(): void {
    if (this.#sending !== undefined || this.#client === undefined || this.#outbox.size === 0) return
    const client = this.#client
    this.#sending = this.#sendAll(client).finally(() => {
      this.#sending = undefined
      // A new connection was opened meanwhile.
      if (this.#client !== client) this.#send()
    })
  }

  async #sendAll(client: pg.Client): Promise<void> {
    await new Promise((resolve) => void setImmediate(resolve))
    while (this.#client === client && this.#outbox.size > 0) {
      const envelopes = this.#outbox.next()
      const values = [envelopes.map(({ channel }) => PREFIX + channel), envelopes.map(({ text }) => text)]
      try {
        await client.query({ name: 'notify', text: NOTIFY, values })
      } catch (error) {
        this.#onError(error)
        // Opens a new connection and sends the same messages again.
        await client.end().catch(() => {})
        return
      }
      this.#outbox.drop(envelopes)
    }
  }
}

function listenTo(channels: readonly BusChannel[]): string {
  return channels.map((channel) => `LISTEN ${PREFIX}${channel}`).join(';')
}

const connectBus = (url: string) => connectSession(url, 'millrace bus')

/** Opens a bus; throws an Error if the server does not answer. Later losses of the connection are repaired. */
export async function openPostgresBus(url: string, { onError = () => {} }: PostgresBusOptions = {}): Promise<Bus> {
  const client = await connectBus(url).catch(throwUnreachable)
  const { rows } = await client.query<{ id: string }>('SELECT gen_random_uuid() AS id')
  const bus = new PostgresBus(url, rows[0]?.id ?? '', onError)
  await bus.adopt(client).catch(throwUnreachable)
  return bus
}
