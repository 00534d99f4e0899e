/** `effects.vectors`: the store's, for one step. What the store refuses is the node's fault, and routable. */
import { NodeFailure, type Vectors } from '@millrace/model'

/** How the store says that what it was given cannot be: by name, since nothing else of it is needed here. */
const REFUSALS = new Set(['VectorMismatch', 'VectorLimit'])

export function vectorsFor(store: Vectors, signal: AbortSignal): Vectors {
  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Error && REFUSALS.has(error.name)) throw new NodeFailure('BAD_INPUT', error.message)
      throw error
    }
  }
  return {
    upsert: (collection, documents) => asked(() => store.upsert(collection, documents)),
    search: (collection, query) => asked(() => store.search(collection, query)),
    delete: (collection, what) => asked(() => store.delete(collection, what)),
    count: (collection) => asked(() => store.count(collection)),
  }
}
