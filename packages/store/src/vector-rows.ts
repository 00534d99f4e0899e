/** Reads collections and their documents. */
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { hashedKey } from './hashed-key.ts'
import type { Sql } from './sql.ts'

export interface CollectionRow {
  readonly num: number
  readonly dimensions: number
  /** The number of changes so far. */
  readonly version: number
  /** The last change that removed documents. */
  readonly purged: number
}

interface Numbered {
  readonly num: number
  readonly version: number
}

export interface EmbeddingRow extends Numbered {
  readonly embedding: Uint8Array
}

export interface MetadataRow extends Numbered {
  readonly metadata: string | Uint8Array
}

/** The size of a page: SQLite takes about 2 ms to read it, which blocks the event loop. */
const PAGE_BYTES = 524_288
const PAGE_ROWS = 500

export async function collectionRow(sql: Sql, name: string): Promise<CollectionRow | undefined> {
  return sql.get<CollectionRow>('SELECT num, dimensions, version, purged FROM vector_collections WHERE key = $1', [
    hashedKey(name),
  ])
}

export async function countOf(sql: Sql, collection: CollectionRow): Promise<number> {
  const row = await sql.get<{ total: number }>('SELECT count(*) AS total FROM vector_documents WHERE collection = $1', [
    collection.num,
  ])
  return row?.total ?? 0
}

/**
 * The documents that were written after a version, in the order of writing, page by page. Documents that are written
 * during the iteration come last, possibly for the second time.
 */
export async function* pagesOf<Row extends Numbered>(
  sql: Sql,
  collection: CollectionRow,
  { columns, since }: { readonly columns: readonly (keyof EmbeddingRow | keyof MetadataRow)[]; readonly since: number },
): AsyncGenerator<readonly Row[], void, void> {
  const size = columns.includes('embedding') ? rowsInPage(collection.dimensions) : PAGE_ROWS
  let [version, num] = [since, Number.MAX_SAFE_INTEGER]
  for (;;) {
    const rows = await sql.all<Row>(
      `SELECT ${['num', 'version', ...columns].join(', ')} FROM vector_documents
      WHERE collection = $1 AND (version, num) > ($2, $3) ORDER BY version, num LIMIT $4`,
      [collection.num, version, num, size],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < size) return
    ;({ version, num } = last)
    await nextEventLoopTurn()
  }
}

/** The stored bytes of an embedding: little-endian, like all supported machines. */
export function embeddingBytes({ buffer, byteOffset, byteLength }: Float32Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

export function embeddingOf(bytes: Uint8Array): Float32Array {
  const size = Float32Array.BYTES_PER_ELEMENT
  // A driver may return slices of a larger buffer at unaligned offsets.
  const { buffer, byteOffset } = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes)
  return new Float32Array(buffer, byteOffset, bytes.byteLength / size)
}

function rowsInPage(dimensions: number): number {
  const bytes = dimensions * Float32Array.BYTES_PER_ELEMENT
  return Math.max(16, Math.min(PAGE_ROWS, Math.floor(PAGE_BYTES / bytes)))
}
