/**
 * The vector store. Every change first increments the version of its collection; this serializes writers of the same
 * collection and invalidates cached copies of it (`vector-cache.ts`).
 *
 * A collection exists as long as it has documents: the first ones set its number of dimensions, and when the last one
 * is removed, the number is free again.
 */
import type { VectorDocument, VectorMatch, Vectors } from '@millrace/model'
import { inLists, numberList } from './journal/number-list.ts'
import { hasValues, type MetadataFilter } from './metadata-tags.ts'
import { Nearest, type Scored } from './nearest.ts'
import type { Sql } from './sql.ts'
import { VectorCache } from './vector-cache.ts'
import { cosine, normaliseInto, unitOf } from './vector-index.ts'
import { checkedEmbedding, checkTopK, VectorMismatch } from './vector-limits.ts'
import type { PointSearch } from './vector-points.ts'
import {
  type CollectionRow,
  collectionRow,
  countOf,
  type EmbeddingRow,
  embeddingOf,
  type MetadataRow,
  pagesOf,
} from './vector-rows.ts'
import { inBatches, newRows, removalOf, toRemove, writeDocuments } from './vector-writes.ts'
import { textOf } from './workflow-rows.ts'

export interface VectorStoreParts {
  readonly sql: Sql
  readonly transaction: Sql['transaction']
  readonly points?: PointSearch | undefined
  /** The memory limit of the collection cache. */
  readonly cacheBytes?: number
}

const CACHE_BYTES = 256 * 1_048_576

/** If documents keep being removed during a search, the last attempt returns those that remain. */
const ATTEMPTS = 3

interface DocumentRow {
  readonly num: number
  readonly id: string | Uint8Array
  readonly text: string | Uint8Array
  readonly metadata: string | Uint8Array
}

interface SearchQuery {
  readonly embedding: Float32Array
  readonly topK: number
  readonly filter: MetadataFilter | undefined
}

export function vectorStore({ sql, transaction, points, cacheBytes = CACHE_BYTES }: VectorStoreParts): Vectors {
  const cache = new VectorCache(sql, cacheBytes)

  const nearestOf = async (collection: CollectionRow, query: SearchQuery): Promise<readonly Scored[]> => {
    const { embedding, topK, filter } = query
    const known = filter === undefined ? await points?.nearest(collection, embedding, topK) : undefined
    if (known !== undefined) return known
    const index = await cache.indexOf(collection, { withTags: filter !== undefined })
    return index === undefined ? nearestWhileRead(sql, collection, query) : index.nearest(embedding, topK, filter)
  }

  const find = async (name: string, query: SearchQuery): Promise<readonly Scored[]> => {
    const collection = await collectionRow(sql, name)
    if (collection === undefined) return []
    const actual = query.embedding.length
    if (actual !== collection.dimensions) throw new VectorMismatch(name, { expected: collection.dimensions, actual })
    return nearestOf(collection, query)
  }

  return {
    async upsert(name, documents) {
      const rows = newRows(name, documents)
      for (const batch of inBatches(rows)) {
        if (await transaction(writeDocuments(sql, { name, rows: batch, points }))) continue
        const actual = batch[0]?.embedding.length ?? 0
        throw new VectorMismatch(name, { expected: (await collectionRow(sql, name))?.dimensions ?? 0, actual })
      }
      return rows.length
    },

    async search(name, { embedding, topK, filter }) {
      checkTopK(topK)
      const query = { embedding: checkedEmbedding(embedding), topK, filter: isEmpty(filter) ? undefined : filter }
      for (let attempt = 1; ; attempt++) {
        const found = await find(name, query)
        const matches = await matchesOf(sql, found)
        // Some documents were removed after they had been found: search again to fill their places.
        if (matches.length === found.length || attempt === ATTEMPTS) return matches
      }
    },

    async delete(name, what) {
      const collection = await collectionRow(sql, name)
      if (collection === undefined) return 0
      let count = 0
      for await (const nums of toRemove(sql, collection, what)) {
        if (nums.length > 0 && (await transaction(removalOf(collection, nums)))) count += nums.length
      }
      cache.forget(collection.num)
      return count
    },

    async count(name) {
      const collection = await collectionRow(sql, name)
      return collection === undefined ? 0 : countOf(sql, collection)
    },
  }
}

function isEmpty(filter: MetadataFilter | undefined): boolean {
  return filter === undefined || Object.keys(filter).length === 0
}

/** Searches a collection that is too large to cache, page by page while it is read. */
async function nearestWhileRead(sql: Sql, collection: CollectionRow, query: SearchQuery): Promise<Scored[]> {
  const { embedding, topK, filter } = query
  const unit = unitOf(embedding)
  const scores = new Nearest(topK)
  const normal = new Float32Array(collection.dimensions)
  const columns = filter === undefined ? (['embedding'] as const) : (['embedding', 'metadata'] as const)
  const pages = pagesOf<EmbeddingRow & Partial<MetadataRow>>(sql, collection, { columns, since: 0 })
  // Documents that change during the search are read twice; count them once.
  const seen = new Set<number>()
  for await (const rows of pages) {
    for (const row of rows) {
      if (row.version > collection.version && seen.has(row.num)) continue
      seen.add(row.num)
      if (filter !== undefined && !hasValues(textOf(row.metadata ?? '{}'), filter)) continue
      normaliseInto(normal, embeddingOf(row.embedding))
      scores.offer(row.num, cosine(unit, normal, 0))
    }
  }
  return scores.best()
}

async function matchesOf(sql: Sql, found: readonly Scored[]): Promise<VectorMatch[]> {
  const documents = new Map<number, VectorDocument>()
  for (const some of inLists(found)) {
    const { list, params } = numberList(some.map(({ num }) => num))
    const rows = await sql.all<DocumentRow>(
      `SELECT num, id, text, metadata FROM vector_documents WHERE num IN (${list})`,
      params,
    )
    for (const row of rows) documents.set(row.num, documentOf(row))
  }
  return found.flatMap(({ num, score }) => {
    const document = documents.get(num)
    return document === undefined ? [] : [{ ...document, score }]
  })
}

function documentOf({ id, text, metadata }: DocumentRow): VectorDocument {
  return {
    id: JSON.parse(textOf(id)) as string,
    text: JSON.parse(textOf(text)) as string,
    metadata: JSON.parse(textOf(metadata)) as VectorDocument['metadata'],
  }
}
