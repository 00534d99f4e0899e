import { MemoryJournal } from './memory-journal.ts'
import type { Random } from './random.ts'

/** One turn of the event loop. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Writes take a while, and some fail: before the write, or after it so that only the reply is lost. */
export class FaultyJournal extends MemoryJournal {
  /** Undefined for a journal without faults. */
  random: Random | undefined
  /** The probability of each of the two kinds of failure. */
  danger = 0

  override create(...given: Parameters<MemoryJournal['create']>): Promise<void> {
    return this.#troubled(() => super.create(...given))
  }

  override append(...given: Parameters<MemoryJournal['append']>): Promise<void> {
    return this.#troubled(() => super.append(...given))
  }

  override setSummary(...given: Parameters<MemoryJournal['setSummary']>): Promise<void> {
    return this.#troubled(() => super.setSummary(...given))
  }

  async #troubled(write: () => Promise<void>): Promise<void> {
    const { random, danger } = this
    if (random === undefined) return write()
    const fate = random.next()
    for (let turns = random.below(3); turns > 0; turns--) await turn()
    if (fate < danger) throw new Error('The write failed.')
    await write()
    if (random.chance(0.3)) await turn()
    if (fate > 1 - danger) throw new Error('The write succeeded, but its reply was lost.')
  }
}
