/**
 * Search by the extension pgvector, where a server has it: the database goes through the embeddings, and none of them
 * has to be in the memory of this process. Exact, as the search in memory: there is no index of neighbours.
 *
 * `embedding` stays what is true, on every server. Where there is the extension, documents have a column `point` too,
 * and a trigger that empties it when somebody writes an embedding who does not know of it: a process that was started
 * before the extension was installed. As long as a collection has documents without a point, it is searched in memory,
 * and its points are filled in meanwhile.
 *
 * The extension adds up in single precision. The direction of a vector whose squares that cannot hold is what counts, so
 * its point has length 1.
 */
import type { Scored } from '../nearest.ts'
import type { Sql, Statement } from '../sql.ts'
import { unitOf } from '../vector-index.ts'
import type { PointSearch } from '../vector-points.ts'
import { type CollectionRow, embeddingOf } from '../vector-rows.ts'
import { postgresDialect } from './postgres-dialect.ts'

/** What the type `vector` can hold. */
const MAX_POINT = 16_000

/** Sums of squares that single precision holds with all of its digits, also where they are multiplied. */
const LEAST_SQUARES = 1e-12
const MOST_SQUARES = 1e12

/** Points that are filled in in one transaction. */
const FILL_ROWS = 100

const HAS_COLUMN = `EXISTS (SELECT 1 FROM pg_attribute
  WHERE attrelid = to_regclass('vector_documents') AND attname = 'point' AND NOT attisdropped)`

// Before 16, to_regoperator raises an error for an unknown type instead of returning NULL. In parentheses, because
// plpgsql reads the condition of an IF up to the first THEN outside of them.
const HAS_OPERATOR = `(CASE WHEN to_regtype('vector') IS NULL THEN false
  ELSE to_regoperator('<=>(vector,vector)') IS NOT NULL END)`

// Some hosts do not have the extension, or do not let us make it or change the table. Then there is no column.
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

// All zeros have no direction, which makes the distance NaN; they are as far from everything, as in memory.
const DISTANCE = `coalesce(nullif(point <=> $2, 'NaN'), 1)`

/** Prepares the documents for pgvector if the server has it; to be called when the tables are there. */
export async function preparePgvector(sql: Sql): Promise<void> {
  await sql.transaction([...postgresDialect.oneAtATime, { text: PREPARE }])
}

/** The search by pgvector; none where that is not to be had. */
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
    // Whatever goes wrong, the next search begins again; until then the search in memory answers.
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
          // Not when it has been written again: then this is the point of an embedding that is no more.
          text: 'UPDATE vector_documents SET point = $1 WHERE num = $2 AND version = $3 AND point IS NULL',
          params: [pointOf(embeddingOf(row.embedding)), row.num, row.version],
        }),
      ),
    )
  }
}
