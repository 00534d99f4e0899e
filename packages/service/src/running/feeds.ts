/**
 * Tells watchers what happens to executions. What is new is computed and printed once, however many watch. Loss-free:
 * a watcher first hears what is new and keeps it, then is given the history, then what it kept; and the number of the
 * last event it saw is enough to go on after any interruption. A watcher that falls too far behind is cut off, so that
 * it can never hold the engine or its memory.
 */
import { type Known, type Update, updateOf, updatesOf, type Written } from '@millrace/engine'
import { Listeners } from './listeners.ts'
import { updateWithoutOvercome } from './overcome.ts'

/** An update as it is sent. */
export interface Told {
  readonly seq: number
  readonly json: string
  readonly isLast: boolean
}

/** The execution is over and everything of it has been told. A watcher that was cut off never hears this. */
export const END = 'end'

const MAX_KEPT = 1000

export class Feeds {
  readonly #listeners = new Listeners<Told>()

  /** Tells whoever watches; costs next to nothing when nobody does. */
  publish({ record, events, length, state }: Written): void {
    const last = events.at(-1)
    if (!this.#listeners.has(record.id) || last === undefined) {
      state.touched.clear()
      return
    }
    const lines = events.reduce((sum, event) => sum + linesIn(event), 0)
    const told = toldOf(updateOf(state, last, { seq: length, logged: state.logs.length - lines }))
    this.#listeners.tell(record.id, told)
  }

  get watched(): number {
    return this.#listeners.size
  }

  /** Follows an execution from an event on, until it is over, the signal aborts, or the watcher is too slow. */
  async *follow(id: string, { after, signal, load }: FollowOptions): AsyncIterable<Told | typeof END> {
    const kept: Told[] = []
    let wake = () => {}
    let isOverrun = false
    const stop = this.#listeners.add(id, (told) => {
      if (kept.length >= MAX_KEPT) isOverrun = true
      else kept.push(told)
      wake()
    })
    const aborted = () => wake()
    signal.addEventListener('abort', aborted)
    try {
      const { record, events } = await load()
      // A number that was never given out says nothing about what was seen.
      const from = after > events.length ? 0 : after
      let seen = from
      for (const update of updatesOf(record, events, from)) {
        if (signal.aborted) return
        const told = toldOf(update)
        seen = told.seq
        yield told
      }
      if (events.at(-1)?.type === 'finished') yield END
      else
        yield* this.#live({
          kept,
          seen,
          isDone: () => signal.aborted || isOverrun,
          news: (heard) => {
            wake = heard
          },
        })
    } finally {
      stop()
      signal.removeEventListener('abort', aborted)
    }
  }

  async *#live({ kept, seen, isDone, news }: Live): AsyncIterable<Told | typeof END> {
    let last = seen
    while (!isDone()) {
      const next = kept.shift()
      if (next === undefined) await new Promise<void>(news)
      else if (next.seq > last) {
        last = next.seq
        yield next
        if (next.isLast) return yield END
      }
    }
  }
}

interface Live {
  /** What has been heard and not told yet. */
  readonly kept: Told[]
  readonly seen: number
  readonly isDone: () => boolean
  /** Calls back when something is heard. */
  readonly news: (heard: () => void) => void
}

export interface FollowOptions {
  readonly after: number
  readonly signal: AbortSignal
  readonly load: () => Promise<Pick<Known, 'record' | 'events'>>
}

function linesIn(event: Written['events'][number]): number {
  return event.type === 'logged' ? 1 : 'logs' in event ? (event.logs?.length ?? 0) : 0
}

function toldOf(update: Update): Told {
  const isLast = update.status !== 'pending' && update.status !== 'running'
  return { seq: update.seq, json: JSON.stringify(updateWithoutOvercome(update)), isLast }
}
