/**
 * Exchanges texts that steps are streaming with other processes of a cluster. A process asks for the executions and
 * sessions that are watched there, again and again while they are; the process that runs a step answers with the text so
 * far and then sends every piece. Without watchers nothing is sent.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '@millrace/model'
import type { Bus } from '@millrace/store'
import type { Delta, PartialOutput, Piece } from './partial-output.ts'

const ASK_AGAIN_MS = 10_000
const ASK_ONCE_MS = 500
/** How long other processes may take to send a text. */
const PATIENCE_MS = 150
/** Pieces of this time are sent together. */
const COLLECT_MS = 25
/** A character takes up to six bytes as JSON. */
const PIECE_CHARACTERS = 1_000
const KEYS_PER_MESSAGE = 50
/** Longer ids are not in use. */
const MAX_LENGTH = 200

/** A piece, or the end of a text. */
type Message = Piece | { readonly executionId: string; readonly job: string; readonly isOver: true }

export class RemoteDeltas {
  readonly #bus: Bus
  readonly #output: PartialOutput
  /** Executions and sessions that other processes asked for, since the last round and in the one before. */
  #asked = new Set<string>()
  #askedBefore = new Set<string>()
  /** Pieces that are not sent yet, by job. */
  readonly #waiting = new Map<string, Piece>()
  /** Keys whose whole texts were asked for a moment ago. */
  readonly #askedForAll = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  readonly #stops: (() => void)[]

  constructor(bus: Bus, output: PartialOutput) {
    this.#bus = bus
    this.#output = output
    const rounds = setInterval(() => this.#nextRound(), ASK_AGAIN_MS)
    rounds.unref()
    output.connect({
      onWanted: (key) => this.askForAll([key]),
      onPiece: (piece) => this.#say(piece),
      onDropped: (dropped) => this.#end(dropped),
    })
    this.#stops = [
      () => clearInterval(rounds),
      () => clearTimeout(this.#timer),
      bus.listen('asks', (message, isOwn) => {
        if (!isOwn) this.#answer(message)
      }),
      bus.listen('deltas', (message, isOwn) => {
        if (!isOwn) this.#receive(message)
      }),
      bus.onGap(() => this.askForAll(output.wanted)),
    ]
  }

  /** Asks the other processes for the texts so far and for later pieces. */
  askForAll(keys: readonly string[]): void {
    this.#ask(keys, true)
  }

  #ask(keys: readonly string[], isWhole: boolean): void {
    const short = keys.filter(({ length }) => length <= MAX_LENGTH)
    for (let at = 0; at < short.length; at += KEYS_PER_MESSAGE) {
      this.#bus.publish('asks', JSON.stringify({ keys: short.slice(at, at + KEYS_PER_MESSAGE), isWhole }))
    }
  }

  /** The unfinished texts of a session. Waits a moment for those of other processes, unless they are followed here. */
  async ofSession(sessionId: string): Promise<readonly Delta[]> {
    if (!this.#output.wanted.includes(sessionId)) {
      const release = this.#output.want(sessionId)
      await sleep(PATIENCE_MS)
      release()
    }
    return this.#output.ofSession(sessionId)
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  #nextRound(): void {
    // Processes with watchers ask every round; an ask may arrive late, so it counts for two rounds.
    this.#askedBefore = this.#asked
    this.#asked = new Set()
    this.#output.dropUnwanted()
    this.#ask(this.#output.wanted, false)
  }

  #isAsked({ executionId, sessionId = '' }: Pick<Piece, 'executionId' | 'sessionId'>): boolean {
    return [this.#asked, this.#askedBefore].some((asked) => asked.has(executionId) || asked.has(sessionId))
  }

  #answer(message: string): void {
    const asked: unknown = JSON.parse(message)
    if (!isObject(asked) || !Array.isArray(asked.keys)) return
    for (const key of asked.keys) {
      if (typeof key !== 'string') continue
      this.#asked.add(key)
      if (asked.isWhole === true) for (const piece of this.#output.ownPieces(key)) this.#send(piece)
    }
  }

  #say(piece: Piece): void {
    if (this.#asked.size + this.#askedBefore.size === 0 || !this.#isAsked(piece)) return
    const key = keyOf(piece)
    const before = this.#waiting.get(key)
    const isNext = before?.attempt === piece.attempt && before.from + before.text.length === piece.from
    if (before !== undefined && !isNext) this.#flush()
    this.#waiting.set(key, isNext ? { ...before, text: before.text + piece.text } : piece)
    this.#timer ??= setTimeout(() => this.#flush(), COLLECT_MS)
  }

  #end({ executionId, job }: { readonly executionId: string; readonly job: string }): void {
    if (this.#asked.size + this.#askedBefore.size === 0) return
    this.#flush()
    this.#publish({ executionId, job, isOver: true })
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const piece of this.#waiting.values()) this.#send(piece)
    this.#waiting.clear()
  }

  #send(piece: Piece): void {
    for (let at = 0; at < piece.text.length; at += PIECE_CHARACTERS) {
      this.#publish({ ...piece, from: piece.from + at, text: piece.text.slice(at, at + PIECE_CHARACTERS) })
    }
  }

  #publish(message: Message): void {
    if (message.executionId.length + message.job.length < MAX_LENGTH * 2) {
      this.#bus.publish('deltas', JSON.stringify(message))
    }
  }

  #receive(text: string): void {
    const message: unknown = JSON.parse(text)
    if (!isMessage(message)) return
    if ('isOver' in message) return this.#output.drop(message.executionId, message.job)
    const { executionId, sessionId = '' } = message
    const wanted = this.#output.wanted.filter((key) => key === executionId || key === sessionId)
    if (wanted.length === 0) return
    // Pieces are missing: they were sent before this process asked, or lost.
    if (!this.#output.receive(message)) this.#askOnce(wanted)
  }

  /** Asks for whole texts, once for all pieces that arrive until the answer. */
  #askOnce(keys: readonly string[]): void {
    const news = keys.filter((key) => !this.#askedForAll.has(key))
    for (const key of news) this.#askedForAll.add(key)
    if (news.length === 0) return
    this.askForAll(news)
    setTimeout(() => {
      for (const key of news) this.#askedForAll.delete(key)
    }, ASK_ONCE_MS).unref()
  }
}

function keyOf({ executionId, job }: Pick<Piece, 'executionId' | 'job'>): string {
  return `${executionId}\n${job}`
}

function isMessage(value: unknown): value is Message {
  if (!isObject(value) || typeof value.executionId !== 'string' || typeof value.job !== 'string') return false
  if (value.isOver === true) return true
  return (
    typeof value.from === 'number' &&
    typeof value.text === 'string' &&
    typeof value.attempt === 'number' &&
    typeof value.nodeId === 'string'
  )
}
