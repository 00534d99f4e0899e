import { choice, defineNode, Type } from '@millrace/model'
import { jsonObject } from '../fields/json-fields.ts'

/** Keeps documents with their vectors and finds the nearest ones. */
export default defineNode({
  id: 'vector_store',
  version: '1.0.0',
  name: 'Vector store',
  description: 'Keeps documents with their vectors, and finds those nearest to a question.',
  category: 'vector stores',
  icon: 'mdi:vector-square',
  tags: ['vector', 'search', 'rag', 'documents'],

  config: Type.Object({
    collection: Type.String({
      title: 'Collection',
      description: 'Documents of different collections never meet.',
      minLength: 1,
      maxLength: 100,
    }),
    operation: Type.Optional(
      choice(['search', 'upsert', 'delete'], {
        title: 'Operation',
        description: 'upsert: add, or replace what has the same id.',
        default: 'search',
      }),
    ),
    topK: Type.Optional(
      Type.Integer({ title: 'Most matches', description: 'For a search.', default: 5, minimum: 1, maximum: 1000 }),
    ),
    filter: Type.Optional(jsonObject({ title: 'Filter', description: 'Only documents with these values count.' })),
  }),
  inputs: {
    documents: { name: 'Documents', dataType: 'json[]', description: 'For upsert and delete; each with an id.' },
    embeddings: {
      name: 'Embeddings',
      dataType: 'array',
      description: 'One vector a document; for a search, that of the question.',
    },
    query: { name: 'Query', dataType: 'string', description: 'For a search without a vector: compared as text.' },
  },
  outputs: {
    matches: { name: 'Matches', dataType: 'json[]', description: 'Nearest first, each with its score.' },
    count: { name: 'Count', dataType: 'number' },
  },
})
