/**
 * Decides whether the main thread or the journal thread writes the next batch.
 *
 * A round trip to another thread takes longer than a commit on a fast disk: 50 to 100 µs on an idle machine, several
 * times that when every core is busy. With many changes at a time this does not matter, because the main thread works
 * meanwhile; with a few changes it is most of the latency. So the main thread writes a batch
 *
 * - if this batch and the previous ones are small: under load the thread caches the length of each history, and it
 *   drops that cache whenever another connection has written;
 * - while the average commit is short enough not to delay other requests. Both threads report their times, so a disk
 *   that was slow is found to be fast again by the journal thread, never by trying on the main thread;
 * - while the main thread is not busy with other work;
 * - but not forever: the journal thread runs a checkpoint from time to time. Flushing a log that is rewritten from its
 *   start takes two thirds of the time of flushing one that still grows.
 */
import { type Change, sizeOf } from './changes.ts'

/** Where a batch is written, and whether the thread runs a checkpoint after it. */
export type WriteTarget = 'main thread' | 'thread' | 'thread with checkpoint'

/** Chooses the target of every batch. */
export interface WritePolicy {
  /** Called once for each batch. `use` is the share of time that the main thread was busy since the last call. */
  targetFor(changes: readonly Change[], use: number): WriteTarget
  /** Reports how long a batch took to write, on either thread. */
  note(changes: number, ms: number): void
  /** Reports a failed write on the main thread. */
  failed(): void
}

const MAX_CHANGES = 8
/** In characters. For larger batches the write itself takes longer than the round trip. */
const MAX_SIZE = 32 * 1024
/** The main thread writes after this many small batches in a row. */
const MIN_SMALL_BATCHES = 4
/** The longest average commit, in milliseconds, that the main thread may do. */
const MAX_COMMIT_MS = 1
/** Weight of the newest value in a moving average. */
const WEIGHT = 0.25
/** The main thread writes while it is busy for at most this share of its time, commits excluded. */
const MAX_USE = 0.85
/** Commits on the main thread between two checkpoints. */
const MAX_IN_A_ROW = 250

export class AdaptiveWritePolicy implements WritePolicy {
  #small = 0
  #inARow = 0
  #commitMs = Number.POSITIVE_INFINITY
  #use = 0

  targetFor(changes: readonly Change[], use: number): WriteTarget {
    this.#small = isSmall(changes) ? this.#small + 1 : 0
    this.#use += (use - this.#use) * WEIGHT
    if (this.#small <= MIN_SMALL_BATCHES || this.#commitMs > MAX_COMMIT_MS || this.#use > MAX_USE) return 'thread'
    this.#inARow += 1
    if (this.#inARow <= MAX_IN_A_ROW) return 'main thread'
    this.#inARow = 0
    return 'thread with checkpoint'
  }

  note(changes: number, ms: number): void {
    // The duration of a large batch does not predict that of a small one.
    if (changes > MAX_CHANGES) return
    this.#commitMs = Number.isFinite(this.#commitMs) ? this.#commitMs + (ms - this.#commitMs) * WEIGHT : ms
  }

  failed(): void {
    this.#small = 0
  }
}

function isSmall(changes: readonly Change[]): boolean {
  if (changes.length > MAX_CHANGES) return false
  return changes.reduce((size, change) => size + sizeOf(change), 0) <= MAX_SIZE
}
