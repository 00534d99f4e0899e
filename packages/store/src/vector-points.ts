import type { Scored } from './nearest.ts'
import type { CollectionRow } from './vector-rows.ts'

/** A search by the database itself, over a column `point` next to the embeddings. */
export interface PointSearch {
  /** The value of `point` for an embedding; null if the embedding has too many dimensions. */
  pointOf(embedding: Float32Array): string | null
  /** The nearest documents, best first; undefined if the database cannot search this collection. */
  nearest(collection: CollectionRow, embedding: Float32Array, limit: number): Promise<readonly Scored[] | undefined>
}
