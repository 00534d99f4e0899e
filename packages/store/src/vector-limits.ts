/** What may be kept and asked for, and how the store says no. */
import type { Vectors } from '@millrace/model'

export const MAX_DIMENSIONS = 16_384
export const MAX_RESULTS = 1000
/** Of a text, and of metadata as JSON. */
export const MAX_TEXT_BYTES = 1_048_576

type NewDocument = Parameters<Vectors['upsert']>[1][number]

/** An embedding has another number of dimensions than those of its collection: most likely it is of another model. */
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

/** What was given or asked for is more than the store takes, or is no embedding. */
export class VectorLimit extends Error {
  override readonly name = 'VectorLimit'
}

/** The numbers of an embedding as they are stored. */
export function checkedEmbedding(embedding: readonly number[]): Float32Array<ArrayBuffer> {
  const { length } = embedding
  if (length === 0 || length > MAX_DIMENSIONS) {
    throw new VectorLimit(`An embedding has 1 to ${MAX_DIMENSIONS} dimensions, not ${length}.`)
  }
  const floats = new Float32Array(embedding)
  if (!floats.every(Number.isFinite)) throw new VectorLimit('An embedding has a dimension that is not a number.')
  return floats
}

/** The metadata of a document as JSON, if that and the text are small enough. */
export function checkedMetadata({ id, text, metadata }: NewDocument): string {
  const json = JSON.stringify(metadata)
  for (const [what, value] of Object.entries({ text, metadata: json })) {
    const bytes = Buffer.byteLength(value)
    if (bytes > MAX_TEXT_BYTES) {
      throw new VectorLimit(
        `The ${what} of the document "${id}" has ${bytes} bytes; at most ${MAX_TEXT_BYTES} are kept.`,
      )
    }
  }
  return json
}

export function checkTopK(topK: number): void {
  if (!Number.isInteger(topK) || topK < 0 || topK > MAX_RESULTS) {
    throw new VectorLimit(`A search finds 0 to ${MAX_RESULTS} documents, not ${topK}.`)
  }
}
