/**
 * Search with the extension pgvector, if the server has it: the database scans the embeddings, and this process need not
 * hold them in memory. Exact, like the search in memory: there is no approximate index.
 *
 * `embedding` is the source of truth on every server. With the extension, documents also have a column `point`, and a
 * trigger clears it when a process writes an embedding without it: one that started before the extension was installed.
 * While a collection has documents without a point, it is searched in memory, and its points are filled in.
 *
 * The extension sums in single precision. Only the direction of a vector matters, so if its squares exceed that range,
 * its point is normalised to length 1.
 */
import type { Scored } from '../nearest.ts'
import type { Sql, Statement } from '../sql.ts'
import { unitOf } from '../vector-index.ts'
import type { PointSearch } from '../vector-points.ts'
import { type CollectionRow, embeddingOf } from '../vector-rows.ts'
import { postgresDialect } from './postgres-dialect.ts'

/** The maximum number of dimensions of the type `vector`. */
const MAX_POINT = 16_000

/** Sums of squares in this range keep all digits in single precision, also when multiplied. */
const LEAST_SQUARES = 1e-12
const MOST_SQUARES = 1e12

/** Points that one transaction fills in. */
const FILL_ROWS = 100

const HAS_COLUMN = `EXISTS (SELECT 1 FROM pg_attribute
  WHERE attrelid = to_regclass('vector_documents') AND attname = 'point' AND NOT attisdropped)`

// Before 16, to_regoperator raises an error for an unknown type instead of returning NULL. In parentheses, because
// plpgsql reads the condition of an IF up to the first THEN outside of them.
const HAS_OPERATOR = `(CASE WHEN to_regtype('vector') IS NULL THEN false
  ELSE to_regoperator('<=>(vector,vector)') IS NOT NULL END)`

// Some hosts do not have the extension, or do not allow us to create it or alter the table. Then there is no column.
const PREPARE = `DO $do$ BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS vector;
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported
    OR duplicate_object THEN
    NULL;
  END;
  IF ${HAS_OPERATOR} AND NOT ${HAS_COLUMN} THEN
    ALTER TABLE vector_documents ADD COLUMN point vector;
    CREATE INDEX vector_documents_without_point ON vector_documents (collection) WHERE point IS NULL;
    CREATE FUNCTION vector_documents_forget_point() RETURNS trigger LANGUAGE plpgsql AS
      $body$ BEGIN NEW.point := NULL; RETURN NEW; END $body$;
    CREATE TRIGGER vector_documents_forget_point BEFORE UPDATE OF embedding ON vector_documents FOR EACH ROW
      WHEN (NEW.embedding IS DISTINCT FROM OLD.embedding AND NEW.point IS NOT DISTINCT FROM OLD.point)
      EXECUTE FUNCTION vector_documents_forget_point();
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  NULL;
END $do$`

// A zero vector has no direction, so its distance is NaN; treat it as 1, like the search in memory.
const DISTANCE = `coalesce(nullif(point <=> $2, 'NaN'), 1)`

/** Prepares the documents for pgvector if the server has it; call it after the migrations. */
export async function preparePgvector(sql: Sql): Promise<void> {
  await sql.transaction([...postgresDialect.oneAtATime, { text: PREPARE }])
}

/** The search with pgvector; undefined if it is not available. */
export async function openPgvector(sql: Sql): Promise<PointSearch | undefined> {
  const row = await sql.get<{ isThere: boolean }>(`SELECT ${HAS_COLUMN} AND ${HAS_OPERATOR} AS "isThere"`, [])
  return row?.isThere ? pgvector(sql) : undefined
}

function pgvector(sql: Sql): PointSearch {
  /** Collections whose points are being filled in. */
  const filling = new Set<number>()

  const fillInBackground = (collection: CollectionRow) => {
    if (filling.has(collection.num)) return
    filling.add(collection.num)
    // After an error the next search starts again; until then the search in memory is used.
    void fillPoints(sql, collection)
      .catch(() => {})
      .finally(() => filling.delete(collection.num))
  }

  return {
    pointOf,

    async nearest(collection, embedding, limit) {
      if (collection.dimensions > MAX_POINT) return undefined
      const gap = await sql.get('SELECT num FROM vector_documents WHERE collection = $1 AND point IS NULL LIMIT 1', [
        collection.num,
      ])
      if (gap !== undefined) {
        fillInBackground(collection)
        return undefined
      }
      const rows = await sql.all<{ num: number; distance: number }>(
        `SELECT num, ${DISTANCE} AS distance FROM vector_documents WHERE collection = $1
        ORDER BY distance, num LIMIT $3`,
        [collection.num, pointOf(embedding), limit],
      )
      return rows.map(({ num, distance }): Scored => ({ num, score: Math.max(-1, Math.min(1, 1 - distance)) }))
    },
  }
}

function pointOf(embedding: Float32Array): string | null {
  if (embedding.length > MAX_POINT) return null
  const squares = embedding.reduce((sum, value) => sum + value ** 2, 0)
  const isHandy = squares === 0 || (squares > LEAST_SQUARES && squares < MOST_SQUARES)
  return `[${(isHandy ? embedding : Float32Array.from(unitOf(embedding))).join()}]`
}

async function fillPoints(sql: Sql, { num }: CollectionRow): Promise<void> {
  for (;;) {
    const rows = await sql.all<{ num: number; version: number; embedding: Uint8Array }>(
      `SELECT num, version, embedding FROM vector_documents WHERE collection = $1 AND point IS NULL LIMIT ${FILL_ROWS}`,
      [num],
    )
    if (rows.length === 0) return
    await sql.transaction(
      rows.map(
        (row): Statement => ({
          // Not if the document was written again: then this point belongs to an old embedding.
          text: 'UPDATE vector_documents SET point = $1 WHERE num = $2 AND version = $3 AND point IS NULL',
          params: [pointOf(embeddingOf(row.embedding)), row.num, row.version],
        }),
      ),
    )
  }
}
