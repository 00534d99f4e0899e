/** `effects.vectors`: the vector store for one step. Errors that the store reports fail the node, so they can be routed. */
import { NodeFailure, type Vectors } from '@millrace/model'

/** Errors of the store that are caused by the input, by name, so that the store is not imported. */
const REFUSALS = new Set(['VectorMismatch', 'VectorLimit'])

export function vectorsFor(store: Vectors, signal: AbortSignal): Vectors {
  const checked = async <T>(ask: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Error && REFUSALS.has(error.name)) throw new NodeFailure('BAD_INPUT', error.message)
      throw error
    }
  }
  return {
    upsert: (collection, documents) => checked(() => store.upsert(collection, documents)),
    search: (collection, query) => checked(() => store.search(collection, query)),
    delete: (collection, what) => checked(() => store.delete(collection, what)),
    count: (collection) => checked(() => store.count(collection)),
  }
}
