/** The limits of the vector store and the errors it throws. */
import type { Vectors } from '@millrace/model'

export const MAX_DIMENSIONS = 16_384
export const MAX_RESULTS = 1000
/** For a text, and for metadata as JSON. */
export const MAX_TEXT_BYTES = 1_048_576

type NewDocument = Parameters<Vectors['upsert']>[1][number]

/** The number of dimensions differs from that of the collection, most likely because the model is another one. */
export class VectorMismatch extends Error {
  override readonly name = 'VectorMismatch'
  readonly collection: string
  readonly expected: number
  readonly actual: number

  constructor(collection: string, { expected, actual }: { readonly expected: number; readonly actual: number }) {
    super(`The embeddings of the collection "${collection}" have ${expected} dimensions, not ${actual}.`)
    this.collection = collection
    this.expected = expected
    this.actual = actual
  }
}

/** A document or a search exceeds a limit, or an embedding is invalid. */
export class VectorLimit extends Error {
  override readonly name = 'VectorLimit'
}

/** Validates an embedding and converts it to the stored form. */
export function checkedEmbedding(embedding: readonly number[]): Float32Array<ArrayBuffer> {
  const { length } = embedding
  if (length === 0 || length > MAX_DIMENSIONS) {
    throw new VectorLimit(`An embedding must have 1 to ${MAX_DIMENSIONS} dimensions (got ${length}).`)
  }
  const floats = new Float32Array(embedding)
  if (!floats.every(Number.isFinite)) throw new VectorLimit('Every dimension of an embedding must be a finite number.')
  return floats
}

/** The metadata of a document as JSON; throws if it or the text is too large. */
export function checkedMetadata({ id, text, metadata }: NewDocument): string {
  const json = JSON.stringify(metadata)
  for (const [what, value] of Object.entries({ text, metadata: json })) {
    const bytes = Buffer.byteLength(value)
    if (bytes > MAX_TEXT_BYTES) {
      throw new VectorLimit(
        `The ${what} of the document "${id}" must have at most ${MAX_TEXT_BYTES} bytes (got ${bytes}).`,
      )
    }
  }
  return json
}

export function checkTopK(topK: number): void {
  if (!Number.isInteger(topK) || topK < 0 || topK > MAX_RESULTS) {
    throw new VectorLimit(`The result count of a search must be 0 to ${MAX_RESULTS} (got ${topK}).`)
  }
}
