/**
 * Tells watchers what happens to flows. A watcher first hears what is new and keeps it, then is given the standing of
 * every node, then what it kept; so nothing is missed and nothing told twice. One that falls too far behind is cut off:
 * it can never hold the engine or its memory.
 */
import type { Known, Written } from '@millrace/engine'
import { Listeners } from '../../../running/listeners.ts'
import { OVERRUN } from '../runtime-port.ts'
import { type FlowMessage, nodeRecord } from '../wire.ts'
import { flowConfigOf } from './flow-record.ts'
import { boardOf, configOf, errorIn, resultsIn, statusOf, stepOf, waitingIn } from './flow-view.ts'

/** What one batch of events changed, as it was when they were written. */
interface Change {
  readonly length: number
  readonly notes: readonly (readonly [string, unknown])[]
  readonly waitsAt: string | undefined
  readonly end: { readonly status: 'completed' | 'failed' | 'cancelled'; readonly message: FlowMessage } | undefined
}

const MAX_KEPT = 1000

export class FlowFeed {
  readonly #listeners = new Listeners<Change>()
  readonly #maxKept: number

  constructor(maxKept = MAX_KEPT) {
    this.#maxKept = maxKept
  }

  get watched(): number {
    return this.#listeners.size
  }

  /** Tells whoever watches; costs next to nothing when nobody does. */
  publish(written: Written): void {
    const { id } = written.record
    if (!this.#listeners.has(id) || flowConfigOf(written.record) === undefined) return
    this.#listeners.tell(id, changeIn(written))
  }

  /** Follows a flow until it is over, the signal aborts, or the watcher is too slow. */
  async *follow(
    id: string,
    { signal, load }: { readonly signal: AbortSignal; readonly load: () => Promise<Known> },
  ): AsyncIterable<FlowMessage | typeof OVERRUN> {
    const kept: Change[] = []
    let wake = () => {}
    let isOverrun = false
    const stop = this.#listeners.add(id, (change) => {
      if (kept.length >= this.#maxKept) isOverrun = true
      else kept.push(change)
      wake()
    })
    const aborted = () => wake()
    signal.addEventListener('abort', aborted)
    try {
      const { record, state, events } = await load()
      const board = boardOf(configOf(record), state)
      const told = (names: Iterable<string>) =>
        [...names].flatMap((node): FlowMessage[] => {
          const standing = board.nodes.get(node)
          return standing === undefined ? [] : [{ type: 'node_status', node, status: nodeRecord(standing) }]
        })
      yield* told(board.nodes.keys())
      const over = endIn(state)
      if (over !== undefined) return yield over.message
      while (!signal.aborted) {
        if (isOverrun) return yield OVERRUN
        const next = kept.shift()
        if (next === undefined) {
          await new Promise<void>((heard) => {
            wake = heard
            if (signal.aborted) heard()
          })
          continue
        }
        if (next.length <= events.length) continue
        for (const [key, note] of next.notes) {
          board.note(key, note)
          yield* told(board.takeChanged())
        }
        board.waitsAt(next.waitsAt)
        if (next.end !== undefined) board.finish(next.end.status)
        yield* told(board.takeChanged())
        if (next.end !== undefined) return yield next.end.message
      }
    } finally {
      stop()
      signal.removeEventListener('abort', aborted)
    }
  }
}

function changeIn({ events, length, state }: Written): Change {
  return {
    length,
    notes: events.flatMap((event) => (event.type === 'step-noted' ? [[event.key, event.value] as const] : [])),
    waitsAt: waitingIn(stepOf(state))?.node,
    end: endIn(state),
  }
}

function endIn(state: Known['state']): Change['end'] {
  const status = statusOf(state)
  if (status === 'running') return undefined
  if (status === 'completed') {
    return { status, message: { type: 'execution_complete', results: resultsIn(state) ?? {} } }
  }
  return { status, message: { type: 'execution_error', error: errorIn(state) ?? status } }
}
