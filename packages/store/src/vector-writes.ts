/** Changes of a collection: validation and statements. */
import type { Vectors } from '@millrace/model'
import { hashedKey } from './hashed-key.ts'
import { inLists, numberList } from './journal/number-list.ts'
import { hasValues } from './metadata-tags.ts'
import { binder, type Sql, type SqlValue, type Statement } from './sql.ts'
import { checkedEmbedding, checkedMetadata, VectorMismatch } from './vector-limits.ts'
import type { PointSearch } from './vector-points.ts'
import { type CollectionRow, embeddingBytes, type MetadataRow, pagesOf } from './vector-rows.ts'
import { textOf } from './workflow-rows.ts'

/** A validated document. `id`, `metadata` and `text` are JSON texts. */
export interface NewRow {
  readonly key: string
  readonly id: string
  readonly metadata: string
  readonly embedding: Float32Array<ArrayBuffer>
  readonly text: string
}

/** The limits of one transaction, so that other writers wait only briefly. */
const BATCH_ROWS = 200
const BATCH_BYTES = 4 * 1_048_576

/** Documents of a multi-row statement. The rest is written one by one, so that there are two statements to prepare. */
const STATEMENT_ROWS = 20

/** Validates all documents before any is written; of several with the same id the last one wins. */
export function newRows(collection: string, documents: Parameters<Vectors['upsert']>[1]): NewRow[] {
  const expected = documents[0]?.embedding.length ?? 0
  const rows = new Map<string, NewRow>()
  for (const document of documents) {
    const embedding = checkedEmbedding(document.embedding)
    if (embedding.length !== expected) throw new VectorMismatch(collection, { expected, actual: embedding.length })
    rows.set(document.id, {
      key: hashedKey(document.id),
      id: JSON.stringify(document.id),
      metadata: checkedMetadata(document),
      embedding,
      text: JSON.stringify(document.text),
    })
  }
  return [...rows.values()]
}

/** Splits rows into batches, one for each transaction. */
export function inBatches(rows: readonly NewRow[]): NewRow[][] {
  const batches: NewRow[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const size = row.embedding.byteLength + row.metadata.length + row.text.length
    const batch = batches.at(-1)
    if (batch === undefined || batch.length === BATCH_ROWS || bytes + size > BATCH_BYTES) {
      batches.push([row])
      bytes = size
    } else {
      batch.push(row)
      bytes += size
    }
  }
  return batches
}

interface Writing {
  /** The name of the collection. */
  readonly name: string
  readonly rows: readonly NewRow[]
  readonly points: PointSearch | undefined
}

/** Changes nothing if the collection has another number of dimensions. */
export function writeDocuments(sql: Sql, { name, rows, points }: Writing): Statement[] {
  const whole = rows.length - (rows.length % STATEMENT_ROWS)
  const parts = Array.from({ length: whole / STATEMENT_ROWS }, (_, at) =>
    rows.slice(at * STATEMENT_ROWS, (at + 1) * STATEMENT_ROWS),
  )
  return [
    {
      text: `INSERT INTO vector_collections (key, dimensions, version, purged, name) VALUES ($1, $2, 1, 0, $3)
        ON CONFLICT (key) DO UPDATE SET version = vector_collections.version + 1
        WHERE vector_collections.dimensions = excluded.dimensions`,
      params: [hashedKey(name), rows[0]?.embedding.length ?? 0, JSON.stringify(name)],
      mustChange: true,
    },
    ...[...parts, ...rows.slice(whole).map((row) => [row])].map((part) =>
      insertDocuments(sql, { name, rows: part, points }),
    ),
  ]
}

function insertDocuments({ dialect }: Sql, { name, rows, points }: Writing): Statement {
  const { bind, params } = binder()
  const collection = bind(hashedKey(name))
  const own = (column: string) => `(SELECT c.${column} FROM vector_collections c WHERE c.key = ${collection})`
  const written = ['version', 'metadata', 'embedding', 'text', ...(points === undefined ? [] : ['point'])]
  const values = rows.map(({ key, id, metadata, embedding, text }) => {
    const row: SqlValue[] = [dialect.longText(metadata), embeddingBytes(embedding), dialect.longText(text)]
    if (points !== undefined) row.push(points.pointOf(embedding))
    const places = [bind(key), bind(dialect.longText(id)), own('version'), ...row.map(bind)]
    return `(${own('num')}, ${places.join(', ')})`
  })
  return {
    text: `INSERT INTO vector_documents (collection, key, id, ${written.join(', ')}) VALUES ${values.join(', ')}
      ON CONFLICT (collection, key) DO UPDATE SET ${written.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    params,
  }
}

/** The numbers of the documents to remove, page by page, without documents that are written meanwhile. */
export async function* toRemove(
  sql: Sql,
  collection: CollectionRow,
  { ids, filter }: Parameters<Vectors['delete']>[1],
): AsyncGenerator<readonly number[], void, void> {
  const pages =
    ids === undefined
      ? pagesOf<MetadataRow>(sql, collection, { columns: ['metadata'], since: 0 })
      : pagesWithIds(sql, collection, ids)
  for await (const rows of pages) {
    yield rows
      .filter(({ version }) => version <= collection.version)
      .filter(({ metadata }) => filter === undefined || hasValues(textOf(metadata), filter))
      .map(({ num }) => num)
  }
}

async function* pagesWithIds(sql: Sql, { num }: CollectionRow, ids: readonly string[]) {
  for (const some of inLists([...new Set(ids)])) {
    const { bind, params } = binder()
    const place = bind(num)
    yield await sql.all<MetadataRow>(
      `SELECT num, version, metadata FROM vector_documents
      WHERE collection = ${place} AND key IN (${some.map((id) => bind(hashedKey(id))).join(', ')})`,
      params,
    )
  }
}

/** Removes documents that were not written again since, and the collection if it is empty then. */
export function removalOf({ num, version }: CollectionRow, nums: readonly number[]): Statement[] {
  return [
    {
      text: 'UPDATE vector_collections SET version = version + 1, purged = version + 1 WHERE num = $1',
      params: [num],
      mustChange: true,
    },
    ...inLists(nums).map((some) => {
      const { list, params } = numberList(some)
      return {
        text: `DELETE FROM vector_documents WHERE num IN (${list}) AND version <= $${params.length + 1}`,
        params: [...params, version],
      }
    }),
    {
      text: `DELETE FROM vector_collections WHERE num = $1
        AND NOT EXISTS (SELECT 1 FROM vector_documents d WHERE d.collection = $1)`,
      params: [num],
    },
  ]
}
