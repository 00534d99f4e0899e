/**
 * Publishes the updates of executions. Updates are computed and serialized once for all watchers: the history when the
 * first watcher comes, later events as they become durable. Loss-free: a watcher gets the history, then what was
 * published since it was read; the number of the last update is enough to continue after any interruption.
 */

import type { StoredExecution, Written } from '@millrace/engine'
import { Broadcast } from '../../platform/broadcast.ts'
import { updateOf } from '../projection/updates.ts'
import { LogFiller, type ToldBatch, toldOf } from './log-filler.ts'
import type { FollowedStream } from './remote-events.ts'
import { END, type Told, UpdateLog } from './update-log.ts'

export { END, type Told }

export class PipelineUpdates implements FollowedStream {
  readonly #updates = new Broadcast<ToldBatch>()
  /** By execution and the event that watchers continue after. */
  readonly #logs = new Map<string, UpdateLog>()

  /** Publishes durable events; returns at once without watchers. */
  publish({ record, events, length, change, state }: Written): void {
    if (!this.#updates.has(record.id) || events.length === 0) return
    const lines = events.reduce((sum, event) => sum + linesIn(event), 0)
    const told = toldOf(updateOf(state, { seq: length, events, change, logged: state.logs.length - lines }))
    this.#updates.publish(record.id, { ...told, from: length - events.length })
  }

  /** The number of watched executions. */
  get watched(): number {
    return this.#updates.size
  }

  /** Follows an execution from an event on, until it ends, the signal aborts, or the watcher is too slow. */
  async *follow(id: string, { after, signal, load }: FollowOptions): AsyncGenerator<Told | typeof END> {
    const key = `${id}\n${after}`
    const shared = this.#logs.get(key)
    const log = shared?.isWhole === true ? shared : new UpdateLog()
    this.#logs.set(key, log)
    const updates = log.read(signal)
    // Join before the log is filled: a log without watchers is dropped.
    const first = updates.next()
    if (log !== shared) this.#fill(log, { id, after, load })
    try {
      for (let step = await first; step.done !== true; step = await updates.next()) yield step.value
    } finally {
      await updates.return(undefined)
      if (log.readers === 0) this.#giveUp(key, log)
    }
  }

  /** The fillers of the logs. */
  readonly #fillers = new WeakMap<UpdateLog, LogFiller>()

  has(id: string): boolean {
    return this.#updates.has(id)
  }

  get topics(): readonly string[] {
    return this.#updates.topics
  }

  /** Lets logs that end before event number `length` read the history again. */
  refresh(id: string, length: number): void {
    for (const [key, log] of this.#logs) {
      if (key.startsWith(`${id}\n`)) this.#fillers.get(log)?.refresh(length)
    }
  }

  #giveUp(key: string, log: UpdateLog): void {
    if (this.#logs.get(key) === log) this.#logs.delete(key)
    this.#fillers.get(log)?.stop()
  }

  #fill(log: UpdateLog, { id, after, load }: Omit<FollowOptions, 'signal'> & { readonly id: string }): void {
    const listen = (take: (told: ToldBatch) => void) => this.#updates.listen(id, take)
    this.#fillers.set(log, new LogFiller(log, { after, load, listen }))
  }
}

export interface FollowOptions {
  readonly after: number
  readonly signal: AbortSignal
  readonly load: () => Promise<StoredExecution>
}

function linesIn(event: Written['events'][number]): number {
  return event.type === 'logged' ? 1 : 'logs' in event ? (event.logs?.length ?? 0) : 0
}
