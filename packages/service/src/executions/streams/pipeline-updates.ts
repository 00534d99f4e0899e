/**
 * Publishes the updates of executions. Updates are computed and serialized once for all watchers: the history when the
 * first watcher comes, later events as they become durable. Loss-free: a watcher gets the history, then what was
 * published since it was read; the number of the last update is enough to continue after any interruption.
 */

import type { StoredExecution, Written } from '@millrace/engine'
import { isExecutionOver, type PipelineUpdate } from '@millrace/model'
import { Broadcast } from '../../platform/broadcast.ts'
import { updateOf, updatesOf } from '../projection/updates.ts'
import { END, type Told, UpdateLog } from './update-log.ts'

export { END, type Told }

/** Updates buffered while the history is replayed; beyond that, its watchers are cut off. */
const MAX_LATE = 1000

export class PipelineUpdates {
  readonly #updates = new Broadcast<Told>()
  /** By execution and the event that watchers continue after. */
  readonly #logs = new Map<string, UpdateLog>()

  /** Publishes durable events; returns at once without watchers. */
  publish({ record, events, length, change, state }: Written): void {
    if (!this.#updates.has(record.id) || events.length === 0) return
    const lines = events.reduce((sum, event) => sum + linesIn(event), 0)
    const told = toldOf(updateOf(state, { seq: length, events, change, logged: state.logs.length - lines }))
    this.#updates.publish(record.id, told)
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

  /** What ends the filling of a log. */
  readonly #stops = new WeakMap<UpdateLog, () => void>()

  #giveUp(key: string, log: UpdateLog): void {
    if (this.#logs.get(key) === log) this.#logs.delete(key)
    this.#stops.get(log)?.()
  }

  /** Subscribes, replays the history, then adds the updates published meanwhile and all later ones. */
  #fill(log: UpdateLog, { id, after, load }: Omit<FollowOptions, 'signal'> & { readonly id: string }): void {
    const late: Told[] = []
    let seen = -1
    const addNew = (told: Told) => {
      if (told.seq <= seen) return
      seen = told.seq
      log.add(told)
      if (told.isLast) log.end()
    }
    let take = (told: Told) => {
      if (late.length < MAX_LATE) late.push(told)
      else log.cutOff()
    }
    this.#stops.set(
      log,
      this.#updates.listen(id, (told) => take(told)),
    )
    const replay = async () => {
      const { record, events } = await load()
      // Replay everything for an event number that was never assigned.
      seen = after > events.length ? 0 : after
      for await (const update of updatesOf(record, events, seen)) {
        if (log.readers === 0) return
        seen = update.seq
        log.add(toldOf(update))
        await log.wanted()
      }
      if (events.at(-1)?.type === 'finished') return log.end()
      for (const told of late) addNew(told)
      take = addNew
    }
    replay().catch((error: unknown) => log.fail(error))
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

function toldOf(update: PipelineUpdate): Told {
  const isLast = isExecutionOver(update.status)
  return { seq: update.seq, json: JSON.stringify(update), isLast }
}
