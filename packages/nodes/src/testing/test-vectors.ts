import { sameJson, type VectorDocument, type Vectors } from '@millrace/model'

type Kept = VectorDocument & { readonly embedding: readonly number[] }

/** An in-memory vector store with one collection, "cats", of two documents. */
export function testVectors(): Vectors {
  const collections = new Map<string, Map<string, Kept>>()
  const collection = (name: string) => {
    const kept = collections.get(name) ?? new Map<string, Kept>()
    collections.set(name, kept)
    return kept
  }
  const tom = { id: 'tom', text: 'a cat', metadata: { colour: 'grey' }, embedding: [2, 0, 1, 0] }
  const tib = { id: 'tib', text: 'bad cat', metadata: { colour: 'black' }, embedding: [2, 1, 1, 1] }
  collections.set('cats', new Map([tom, tib].map((one) => [one.id, one])))
  return {
    async upsert(name, documents) {
      for (const one of documents) collection(name).set(one.id, one)
      return documents.length
    },
    async search(name, { embedding, topK, filter }) {
      return [...collection(name).values()]
        .filter((one) => hasAll(one, filter))
        .map(({ embedding: own, ...document }) => ({ ...document, score: likeness(own, embedding) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, topK)
    },
    async delete(name, { ids, filter }) {
      const gone = [...collection(name).values()].filter(
        (one) => (ids === undefined || ids.includes(one.id)) && hasAll(one, filter),
      )
      for (const { id } of gone) collection(name).delete(id)
      return gone.length
    },
    count: async (name) => collection(name).size,
  }
}

function hasAll({ metadata }: VectorDocument, filter: Readonly<Record<string, unknown>> = {}): boolean {
  return Object.entries(filter).every(([key, value]) => sameJson(metadata[key], value))
}

/** Rounded, so that examples can state it. */
function likeness(a: readonly number[], b: readonly number[]): number {
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  const length = Math.sqrt(product(a, a) * product(b, b))
  return length === 0 ? 0 : Math.round((product(a, b) / length) * 100) / 100
}
