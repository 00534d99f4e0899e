/** Results of database reads, kept until the next write; see `Store.writeStamp`. */
import type { Store } from '@millrace/store'
import { SharedReads } from './shared-reads.ts'

const MAX_KEPT = 1000

export class KeptReads<T> {
  readonly #store: Pick<Store, 'writeStamp'>
  readonly #kept = new Map<string, T>()
  readonly #shared = new SharedReads<T>()
  /** The stamp at which all kept results were read. */
  #stamp: number | undefined

  constructor(store: Pick<Store, 'writeStamp'>) {
    this.#store = store
  }

  /** The kept result; undefined if there is none, or if anything was written since. */
  get(key: string): T | undefined {
    const stamp = this.#store.writeStamp()
    return stamp !== undefined && stamp === this.#stamp ? this.#kept.get(key) : undefined
  }

  /** Reads and keeps the result. Errors are not kept. Without stamps, callers at the same time share a read. */
  async read(key: string, load: () => Promise<T>): Promise<T> {
    const before = this.#store.writeStamp()
    if (before === undefined) return this.#shared.read(key, load)
    const value = await load()
    this.keep(key, value, before)
    return value
  }

  /** Keeps a result, unless something was written since the stamp that was taken before it was read. */
  keep(key: string, value: T, before: number | undefined): void {
    if (before === undefined || this.#store.writeStamp() !== before) return
    if (before !== this.#stamp || this.#kept.size >= MAX_KEPT) this.#kept.clear()
    this.#stamp = before
    this.#kept.set(key, value)
  }
}
