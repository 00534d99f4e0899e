import type { Scored } from './nearest.ts'
import type { CollectionRow } from './vector-rows.ts'

/** A search that the database does itself, over a column `point` beside the embeddings. */
export interface PointSearch {
  /** An embedding as the column takes it; null when it is too long for that. */
  pointOf(embedding: Float32Array): string | null
  /** The nearest documents, best first; none when the database cannot tell. */
  nearest(collection: CollectionRow, embedding: Float32Array, limit: number): Promise<readonly Scored[] | undefined>
}
