/** `effects.vectors`: the vector store for one step. Errors that the store reports fail the node, so they can be routed. */
import { DEFAULT_PROJECT, NodeFailure, type Vectors } from '@millrace/model'
import { nameInProject } from '@millrace/store'

/** Errors of the store that are caused by the input, by name, so that the store is not imported. */
const REFUSALS = new Set(['VectorMismatch', 'VectorLimit'])

/** Collections of another project start so; see `nameInProject`. Their names have no limit that keeps a workflow out. */
const RESERVED = ':project '

export function vectorsFor(
  store: Vectors,
  signal: AbortSignal,
  project: () => string | Promise<string> = () => DEFAULT_PROJECT,
): Vectors {
  const checked = async <T>(collection: string, ask: (stored: string) => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    if (collection.startsWith(RESERVED)) {
      throw new NodeFailure('BAD_INPUT', `The name of a collection must not start with "${RESERVED}".`)
    }
    const stored = nameInProject(await project(), collection)
    try {
      return await ask(stored)
    } catch (error) {
      if (error instanceof Error && REFUSALS.has(error.name)) {
        throw new NodeFailure(
          'BAD_INPUT',
          error.message.replaceAll(stored, () => collection),
        )
      }
      throw error
    }
  }
  return {
    upsert: (collection, documents) => checked(collection, (stored) => store.upsert(stored, documents)),
    search: (collection, query) => checked(collection, (stored) => store.search(stored, query)),
    delete: (collection, what) => checked(collection, (stored) => store.delete(stored, what)),
    count: (collection) => checked(collection, (stored) => store.count(stored)),
  }
}
