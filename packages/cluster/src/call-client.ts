/**
 * Calls executions from any process: writes a call to the database, announces it, and waits for the reply of the worker
 * that drives the execution. If none does, Restate is asked to have it driven.
 */
import { type Clock, type Journal, whileTransient } from '@millrace/engine'
import type { ClusterStore } from '@millrace/store'
import { type ClusterCall, isReplyMessage } from './cluster-calls.ts'
import { earlierReply } from './earlier-reply.ts'
import { NoWorker } from './no-worker.ts'
import type { ClusterTiming } from './ports.ts'

export interface CallClientNeeds {
  readonly cluster: ClusterStore
  readonly journal: Pick<Journal, 'load'>
  readonly clock: Clock
  readonly newId: () => string
  /** Has the execution driven. The key identifies the request. */
  readonly drive: (id: string, key: string) => void
  readonly timing: ClusterTiming
}

/** How long the worker that seems to drive an execution has for a reply before Restate is asked. */
const PATIENCE_MS = 300

/** A worker that has taken a call may handle it until another one claims the execution. It gets this many periods. */
const MAX_PERIODS = 2

interface Waiting extends PromiseWithResolvers<unknown> {
  readonly executionId: string
  readonly call: ClusterCall
  /** False while the call is being written: there is no row to read yet. */
  isWritten: boolean
}

export class CallClient {
  readonly #needs: CallClientNeeds
  readonly #waiting = new Map<string, Waiting>()
  readonly #stopListening: (() => void)[]
  #cancelPoll: (() => void) | undefined
  readonly #closing = new AbortController()

  constructor(needs: CallClientNeeds) {
    this.#needs = needs
    const { bus } = needs.cluster
    this.#stopListening = [
      bus.listen('replies', (payload) => this.#received(payload)),
      bus.onGap(() => void this.#readReplies()),
    ]
  }

  /** The reply of an execution; undefined if there is no such execution, or if it is over. */
  async call(id: string, call: ClusterCall): Promise<unknown> {
    const { clock, timing } = this.#needs
    const callId = this.#needs.newId()
    const waiting: Waiting = { ...Promise.withResolvers<unknown>(), executionId: id, call, isWritten: false }
    // Before the call is written: the reply may arrive at once.
    this.#waiting.set(callId, waiting)
    const cancels: (() => void)[] = []
    try {
      const added = await this.#add(id, callId, call)
      if (added === undefined) return undefined
      waiting.isWritten = true
      if (this.#closing.signal.aborted) void this.#giveUp(callId, waiting, true)
      const drive = () => this.#needs.drive(id, callKey(callId))
      if (added.isActive) cancels.push(clock.at(clock.now() + PATIENCE_MS, drive))
      else drive()
      this.#poll()
      for (let period = 1; period <= MAX_PERIODS; period++) {
        const late = () => void this.#giveUp(callId, waiting, period === MAX_PERIODS)
        cancels.push(clock.at(clock.now() + period * timing.replyMs, late))
      }
      return await waiting.promise
    } finally {
      for (const cancel of cancels) cancel()
      this.#waiting.delete(callId)
    }
  }

  /** Sends a call with a fixed id and does not wait for the reply. Durable, and safe to repeat. */
  async tell(id: string, call: ClusterCall, callId: string): Promise<void> {
    if ((await this.#add(id, callId, call)) !== undefined) this.#needs.drive(id, callKey(callId))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const stop of this.#stopListening) stop()
    this.#cancelPoll?.()
    const written = [...this.#waiting].filter(([, { isWritten }]) => isWritten)
    await Promise.all(written.map(([id, waiting]) => this.#giveUp(id, waiting, true)))
  }

  async #add(executionId: string, id: string, args: ClusterCall) {
    const { cluster, clock } = this.#needs
    const added = await cluster.calls.add({ id, executionId, op: args.op, args, at: clock.now() })
    if (added !== undefined) cluster.bus.publish('calls', JSON.stringify({ about: 'call', id: executionId }))
    return added
  }

  #received(payload: string): void {
    const message: unknown = JSON.parse(payload)
    if (!isReplyMessage(message) || message.about !== 'reply') return
    const waiting = this.#waiting.get(message.id)
    if (waiting === undefined) return
    if (message.reply === undefined) void this.#readReply(message.id, waiting)
    else waiting.resolve(message.reply)
  }

  /** Reads the replies regularly while callers wait: a message of the bus may be lost. */
  #poll(): void {
    const { clock, timing } = this.#needs
    if (this.#cancelPoll !== undefined || this.#closing.signal.aborted) return
    this.#cancelPoll = clock.at(clock.now() + timing.pollMs, () => {
      this.#cancelPoll = undefined
      void this.#readReplies().then(() => {
        if (this.#waiting.size > 0) this.#poll()
      })
    })
  }

  async #readReplies(): Promise<void> {
    const written = [...this.#waiting].filter(([, { isWritten }]) => isWritten)
    await Promise.all(written.map(([id, waiting]) => this.#readReply(id, waiting)))
  }

  async #readReply(id: string, waiting: Waiting): Promise<void> {
    // The next poll reads again.
    const found = await this.#needs.cluster.calls.replyTo(id).catch(() => 'open' as const)
    if (found === 'gone') waiting.resolve(undefined)
    else if (found !== 'open' && 'reply' in found) waiting.resolve(found.reply)
  }

  /**
   * Withdraws a call that no worker has handled in time, so that a rejected call has no effect. One that has taken effect
   * is answered from the history; one that a worker has taken gets more time.
   */
  async #giveUp(id: string, waiting: Waiting, isLast: boolean): Promise<void> {
    const { cluster, journal, clock } = this.#needs
    const withdraw = () => cluster.calls.withdraw(id)
    try {
      if (await withdraw()) return waiting.reject(new NoWorker())
      const found = await cluster.calls.replyTo(id)
      if (found === 'gone') waiting.resolve(undefined)
      else if (found === 'open') isLast && waiting.reject(new NoWorker('taken'))
      else if ('reply' in found) waiting.resolve(found.reply)
      else {
        const handled = { id: waiting.executionId, position: found.position, args: waiting.call }
        waiting.resolve(await earlierReply(journal, handled))
      }
    } catch (error) {
      waiting.reject(error)
      // The call may be there when the database is back.
      whileTransient(withdraw, { clock, signal: this.#closing.signal }).catch(() => {})
    }
  }
}

function callKey(call: string): string {
  return `call:${call}`
}
