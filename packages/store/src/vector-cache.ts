/**
 * Caches collections in memory for searches, up to a limit.
 *
 * C1  An index has every change of its collection up to the version that was read before the index was requested. So the
 *     next search sees every change, of this process or another one.
 * C2  Added documents are read incrementally; after a removal the whole collection is read again, because removed
 *     documents leave no trace but a version number.
 * C3  The total size stays below the limit. The least recently used collection is evicted first, and a collection that
 *     is larger than the limit is never cached: `indexOf` returns undefined, and it is searched while it is read.
 */

import { MetadataTags } from './metadata-tags.ts'
import { Mutex } from './mutex.ts'
import type { Sql } from './sql.ts'
import { VectorIndex } from './vector-index.ts'
import {
  type CollectionRow,
  countOf,
  type EmbeddingRow,
  embeddingOf,
  type MetadataRow,
  pagesOf,
} from './vector-rows.ts'
import { textOf } from './workflow-rows.ts'

/** Approximate memory of an embedding besides its numbers. */
const DOCUMENT_BYTES = 100

interface CachedCollection {
  /** Only one reader loads the collection; concurrent ones wait for it. */
  readonly lock: Mutex
  index: VectorIndex | undefined
  bytes: number
}

export class VectorCache {
  readonly #sql: Sql
  readonly #maxBytes: number
  /** Least recently used first. */
  readonly #cached = new Map<number, CachedCollection>()

  constructor(sql: Sql, maxBytes: number) {
    this.#sql = sql
    this.#maxBytes = maxBytes
  }

  /** The index of a collection, updated first; undefined if it is too large to cache. */
  indexOf(collection: CollectionRow, options: { readonly withTags: boolean }): Promise<VectorIndex | undefined> {
    const kept = this.#touch(collection.num)
    return kept.lock.run(async () => {
      try {
        const index = await this.#current(kept, collection)
        if (index !== undefined && options.withTags) await this.#loadTags(index, collection)
        return this.#measured(collection, kept)
      } catch (error) {
        this.forget(collection.num)
        throw error
      }
    })
  }

  forget(num: number): void {
    this.#cached.delete(num)
  }

  /** The number of cached collections and their total size. */
  get size(): { readonly collections: number; readonly bytes: number } {
    return { collections: this.#cached.size, bytes: this.#sum() }
  }

  #touch(num: number): CachedCollection {
    const kept = this.#cached.get(num) ?? { lock: new Mutex(), index: undefined, bytes: 0 }
    this.#cached.delete(num)
    this.#cached.set(num, kept)
    return kept
  }

  async #current(kept: CachedCollection, collection: CollectionRow): Promise<VectorIndex | undefined> {
    if (kept.index === undefined || kept.index.version < collection.purged) {
      const count = await countOf(this.#sql, collection)
      kept.index = undefined
      kept.bytes = count * (collection.dimensions * Float32Array.BYTES_PER_ELEMENT + DOCUMENT_BYTES)
      if (kept.bytes > this.#maxBytes) return undefined
      // Evict before reading.
      this.#evictFor(kept)
      const index = new VectorIndex(collection.dimensions, count)
      await this.#load(index, collection)
      kept.index = index
    } else if (kept.index.version < collection.version) await this.#load(kept.index, collection)
    return kept.index
  }

  async #load(index: VectorIndex, collection: CollectionRow): Promise<void> {
    const since = index.version
    const columns = index.tags === undefined ? (['embedding'] as const) : (['embedding', 'metadata'] as const)
    for await (const rows of pagesOf<EmbeddingRow & Partial<MetadataRow>>(this.#sql, collection, { columns, since })) {
      for (const { num, embedding, metadata } of rows) {
        index.put(num, embeddingOf(embedding))
        if (metadata !== undefined) index.putMetadata(num, textOf(metadata))
      }
    }
    index.version = collection.version
  }

  async #loadTags(index: VectorIndex, collection: CollectionRow): Promise<void> {
    if (index.tags !== undefined) return
    const tags = new MetadataTags()
    for await (const rows of pagesOf<MetadataRow>(this.#sql, collection, { columns: ['metadata'], since: 0 })) {
      for (const { num, metadata } of rows) index.putMetadata(num, textOf(metadata), tags)
    }
    index.tags = tags
  }

  /** Updates the size of an index after it was read. */
  #measured(collection: CollectionRow, kept: CachedCollection): VectorIndex | undefined {
    const { index } = kept
    kept.bytes = index?.bytes ?? 0
    if (index === undefined || kept.bytes > this.#maxBytes) this.forget(collection.num)
    else this.#evictFor(kept)
    return index
  }

  #evictFor(needed: CachedCollection): void {
    let sum = this.#sum()
    for (const [num, kept] of this.#cached) {
      if (sum <= this.#maxBytes) return
      if (kept === needed) continue
      this.#cached.delete(num)
      sum -= kept.bytes
    }
  }

  #sum(): number {
    return this.#cached.values().reduce((sum, { bytes }) => sum + bytes, 0)
  }
}
