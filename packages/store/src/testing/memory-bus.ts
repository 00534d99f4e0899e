/** Buses that are connected inside one process, for tests. */
import { BusListeners } from '../bus/listeners.ts'
import { Outbox } from '../bus/outbox.ts'
import type { Bus, BusChannel, BusListener } from '../bus.ts'

export interface MemoryBus extends Bus {
  /** Cuts the connection: messages of others are lost, own ones are queued. */
  cut(): void
  /** Connects again and reports a gap. */
  restore(): void
}

/** Creates buses that receive each other's messages. */
export function memoryBuses(): { connect(): MemoryBus } {
  const members = new Set<Member>()
  return {
    connect() {
      const member = new Member(`m${members.size + 1}`, members)
      members.add(member)
      return member
    },
  }
}

class Member implements MemoryBus {
  readonly #outbox: Outbox
  readonly #listeners: BusListeners
  readonly #all: Set<Member>
  isConnected = true

  constructor(sender: string, all: Set<Member>) {
    this.#outbox = new Outbox(sender)
    this.#listeners = new BusListeners(sender, (error) => {
      throw error
    })
    this.#all = all
  }

  publish(channel: BusChannel, payload: string): void {
    this.#outbox.add(channel, payload)
    queueMicrotask(() => this.#send())
  }

  listen(channel: BusChannel, listener: BusListener): () => void {
    return this.#listeners.listen(channel, listener)
  }

  onGap(react: () => void): () => void {
    return this.#listeners.onGap(react)
  }

  cut(): void {
    this.isConnected = false
  }

  restore(): void {
    this.isConnected = true
    this.#listeners.reportGap()
    this.#send()
  }

  async close(): Promise<void> {
    this.#send()
    this.isConnected = false
    this.#all.delete(this)
  }

  #send(): void {
    while (this.isConnected && this.#outbox.size > 0) {
      const envelopes = this.#outbox.next()
      this.#outbox.drop(envelopes)
      for (const { channel, text } of envelopes) {
        for (const member of this.#all) if (member.isConnected) member.#listeners.receive(channel, text)
      }
    }
  }
}
