/** Texts for similarity search, by collection. */
export interface VectorDocument {
  readonly id: string
  readonly text: string
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface VectorMatch extends VectorDocument {
  /** Cosine similarity, from -1 to 1. */
  readonly score: number
}

export interface Vectors {
  /** Adds or replaces by id; all embeddings of a collection have the same number of dimensions. */
  upsert(
    collection: string,
    documents: readonly (VectorDocument & { readonly embedding: readonly number[] })[],
  ): Promise<number>
  /** The nearest documents, best first. A filter lists values that the metadata must have. */
  search(
    collection: string,
    query: {
      readonly embedding: readonly number[]
      readonly topK: number
      readonly filter?: Readonly<Record<string, unknown>>
    },
  ): Promise<readonly VectorMatch[]>
  /** Deletes by ids, by filter, or everything if neither is given; returns the number of deleted documents. */
  delete(
    collection: string,
    what: { readonly ids?: readonly string[]; readonly filter?: Readonly<Record<string, unknown>> },
  ): Promise<number>
  count(collection: string): Promise<number>
}
