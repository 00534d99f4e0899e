/** Notices about new events that the processes of a cluster send each other: what changed, without the events. */
import type { Written } from '@millrace/engine'
import { isObject } from '@millrace/model'
import type { Bus } from '@millrace/store'
import { changedQuestions } from './changed-questions.ts'
import { changesList } from './list-changes.ts'

/** One or more batches of durable events of an execution. */
export interface WrittenHint {
  readonly id: string
  /** The number of events in the history. */
  readonly length: number
  /** How many of them are new. */
  readonly count: number
  readonly isOver?: true
  /** The row of the list has changed. */
  readonly isListed?: true
  /** The topmost caller, if questions have changed. */
  readonly root?: string
  /** The questions that have changed. */
  readonly questions?: readonly string[]
}

/** The least time between two messages; hints that arrive meanwhile share the next one. */
const COLLECT_MS = 4
/** Leaves room for the brackets of a message below the limit of the bus. */
const MAX_MESSAGE_BYTES = 7_000

export function hintOf(written: Written): WrittenHint {
  const { record, events, length, state } = written
  const questions = changedQuestions(written).map(({ id }) => id)
  return {
    id: record.id,
    length,
    count: events.length,
    ...(state.finishedAt !== undefined && { isOver: true }),
    ...(changesList(written) && { isListed: true }),
    ...(questions.length > 0 && { questions, ...(record.about.root !== undefined && { root: record.about.root }) }),
  }
}

/** Publishes the hints of one turn of the event loop together, and under load those of a few milliseconds. */
export class HintPublisher {
  readonly #bus: Bus
  #hints = new Map<string, WrittenHint>()
  /** Set while a message was sent a moment ago, or is about to be. */
  #next: NodeJS.Timeout | NodeJS.Immediate | undefined

  constructor(bus: Bus) {
    this.#bus = bus
  }

  add(written: Written): void {
    const next = hintOf(written)
    const before = this.#hints.get(next.id)
    this.#hints.set(next.id, before === undefined ? next : joined(before, next))
    this.#next ??= setImmediate(() => this.#publish())
  }

  /** Publishes what was collected. */
  flush(): void {
    const hints = [...this.#hints.values()]
    this.#hints = new Map()
    for (const message of messagesOf(hints)) this.#bus.publish('written', message)
  }

  #publish(): void {
    const isNeeded = this.#hints.size > 0
    this.flush()
    this.#next = isNeeded ? setTimeout(() => this.#publish(), COLLECT_MS) : undefined
  }
}

function joined(before: WrittenHint, next: WrittenHint): WrittenHint {
  const questions = [...new Set([...(before.questions ?? []), ...(next.questions ?? [])])]
  return {
    ...before,
    ...next,
    count: before.count + next.count,
    ...(questions.length > 0 && { questions }),
  }
}

/** Packs hints into messages. A hint that is too long for one is omitted: other processes find it when they poll. */
export function messagesOf(hints: readonly WrittenHint[]): string[] {
  const messages: string[] = []
  let [texts, bytes]: [string[], number] = [[], 0]
  const end = () => {
    if (texts.length > 0) messages.push(`[${texts.join()}]`)
    texts = []
    bytes = 0
  }
  for (const hint of hints) {
    const text = JSON.stringify(hint)
    const size = Buffer.byteLength(text) + 1
    if (size > MAX_MESSAGE_BYTES) continue
    if (bytes + size > MAX_MESSAGE_BYTES) end()
    texts.push(text)
    bytes += size
  }
  end()
  return messages
}

/** The hints of a message; none if it has another form, as of a newer version. */
export function hintsIn(message: string): WrittenHint[] {
  const parsed: unknown = JSON.parse(message)
  return Array.isArray(parsed) ? parsed.filter(isHint) : []
}

function isHint(value: unknown): value is WrittenHint {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.length === 'number' &&
    typeof value.count === 'number' &&
    (value.questions === undefined || Array.isArray(value.questions))
  )
}
