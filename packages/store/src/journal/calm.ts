/**
 * Whether the next batch is better written by the main thread itself than by the thread of the journal.
 *
 * A hop to another thread and back takes longer than a commit on a quick disk: 50 to 100 µs on a machine with nothing
 * else to do, several times that when every core is taken. With many changes at a time nobody notices, since the main
 * thread works meanwhile; when a few changes are all there is to do, it is most of the wait. So a batch is written here
 *
 * - when it is small, as the last ones were: at a busy time the thread knows where each history stands, and forgets it
 *   when somebody else has written;
 * - while a commit takes so little that nobody else minds the wait: what both threads measure is averaged, and a disk that
 *   has become slow is found quick again by the thread, never by trying here;
 * - while the main thread has time: what others need of it is not spent on waiting for a disk;
 * - but not every time: the thread makes a checkpoint now and then. A log that is written from its beginning again is
 *   flushed in two thirds of the time that one takes which still grows.
 */
import { type Change, sizeOf } from './changes.ts'

/** The next batch goes to the thread, which then has a checkpoint to make or not; or it is written here. */
export type Way = 'here' | 'thread' | 'thread, with checkpoint'

/** Chooses a way for every batch. */
export interface Ways {
  /** Asked once for each batch. `use` is the part of its time that the main thread has been in use since the last one. */
  wayFor(changes: readonly Change[], use: number): Way
  /** How long a batch took to write, here or there. */
  note(changes: number, ms: number): void
  /** Something went wrong here. */
  end(): void
}

const MAX_CHANGES = 8
/** Characters: what is larger has more to write than to wait for. */
const MAX_SIZE = 32 * 1024
/** Small batches in a row after which it counts as calm. */
const CALM_AFTER = 4
/** The average commit must not take longer, in milliseconds. */
const MAX_COMMIT_MS = 1
/** How much the last one counts in an average. */
const WEIGHT = 0.25
/** The part of its time for which the main thread may be in use, commits not counted. */
const MAX_USE = 0.85
/** Commits here before it is time for a checkpoint. */
const MAX_IN_A_ROW = 250

export class Calm implements Ways {
  #small = 0
  #inARow = 0
  #commitMs = Number.POSITIVE_INFINITY
  #use = 0

  wayFor(changes: readonly Change[], use: number): Way {
    this.#small = isSmall(changes) ? this.#small + 1 : 0
    this.#use += (use - this.#use) * WEIGHT
    if (this.#small <= CALM_AFTER || this.#commitMs > MAX_COMMIT_MS || this.#use > MAX_USE) return 'thread'
    this.#inARow += 1
    if (this.#inARow <= MAX_IN_A_ROW) return 'here'
    this.#inARow = 0
    return 'thread, with checkpoint'
  }

  note(changes: number, ms: number): void {
    // A large one says nothing about a small one.
    if (changes > MAX_CHANGES) return
    this.#commitMs = Number.isFinite(this.#commitMs) ? this.#commitMs + (ms - this.#commitMs) * WEIGHT : ms
  }

  end(): void {
    this.#small = 0
  }
}

function isSmall(changes: readonly Change[]): boolean {
  if (changes.length > MAX_CHANGES) return false
  return changes.reduce((size, change) => size + sizeOf(change), 0) <= MAX_SIZE
}
