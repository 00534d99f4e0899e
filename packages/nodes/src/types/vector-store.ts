import { defineNode, type ModelSettings, type RunContext, Type, titledChoice } from '@millrace/model'
import { promptAt } from '../ai/conversation.ts'
import { embedTexts } from '../ai/embed-texts.ts'
import { documentsAt, embeddingsAt, idsAt, lastOfEach } from '../ai/vector-documents.ts'
import { jsonObject } from '../fields/json-fields.ts'
import { connection, embeddingFields, embeddingProviders, modelSettingsOf } from '../fields/model-fields.ts'
import { badInput } from '../running/input-values.ts'

interface Call extends Pick<RunContext, 'inputs' | 'effects' | 'log'> {
  readonly collection: string
  readonly topK: number
  readonly filter: { readonly filter?: Readonly<Record<string, unknown>> }
  readonly settings: ModelSettings
}

const OPERATIONS = { upsert, search, delete: remove }
const DEFAULT_TOP = 5

/** Stores documents with their vectors and finds the nearest ones. */
export default defineNode({
  id: 'vector_store',
  version: '1.0.0',
  name: 'Vector store',
  description: 'Stores documents with their vectors and finds those nearest to a query.',
  category: 'vector stores',
  icon: 'mdi:vector-square',
  tags: [
    'vector database',
    'vector db',
    'vector search',
    'vector index',
    'knowledge base',
    'rag search',
    'search documents',
    'Vektordatenbank',
    'Vektorspeicher',
    'Wissensbasis',
  ],
  keywords: ['rag', 'knowledge base', 'semantic search', 'retrieval', 'pinecone', 'qdrant', 'chroma'],
  summary: '{{operation}}[ {{collection}}]',

  config: Type.Object({
    collection: Type.String({
      title: 'Collection',
      description: 'Documents are separate per collection.',
      minLength: 1,
      maxLength: 100,
    }),
    operation: Type.Optional(
      titledChoice(
        {
          search: ['Search', 'Finds the documents closest to a text or a vector.'],
          upsert: ['Add or replace', 'Adds documents, or replaces those with the same id.'],
          delete: ['Delete', 'Deletes documents by id or by filter.'],
        },
        { title: 'Operation', default: 'search' },
      ),
    ),
    topK: Type.Optional(
      Type.Integer({
        title: 'Top K',
        description: 'Maximum number of matches of a search.',
        default: 5,
        minimum: 1,
        maximum: 1000,
        'x-show-when': { operation: 'search' },
      }),
    ),
    filter: Type.Optional(
      jsonObject({
        title: 'Filter',
        description: 'Finds or deletes only documents whose metadata has these values.',
        'x-show-when': { operation: ['search', 'delete'] },
      }),
    ),
    connection,
    provider: embeddingProviders({
      description: 'Provider of the embedding model. Used if no vectors are connected.',
    }),
    ...embeddingFields,
  }),
  inputs: {
    documents: {
      name: 'Documents',
      dataType: 'json[]',
      description:
        'For upsert: strings, or objects with "text" or "content" and optionally "id" and "metadata". For delete: objects with "id".',
    },
    embeddings: {
      name: 'Embeddings',
      dataType: 'array',
      description: 'One vector per document; for a search, the vector of the query.',
    },
    query: {
      name: 'Query',
      dataType: 'string',
      description: 'Search text; converted to a vector by the model of the settings if no vector is connected.',
    },
  },
  outputs: {
    matches: { name: 'Matches', dataType: 'json[]', description: 'Nearest first, each with a score.' },
    count: { name: 'Count', dataType: 'number', description: 'Number of documents found, stored or deleted.' },
  },

  // All operations are idempotent, so they can be repeated after a crash.
  run({ config, inputs, effects, log }) {
    const { operation = 'search', collection, topK = DEFAULT_TOP, filter = {} } = config
    return OPERATIONS[operation]({
      inputs,
      effects,
      log,
      collection,
      topK,
      filter: Object.keys(filter).length === 0 ? {} : { filter },
      settings: modelSettingsOf(config),
    })
  },

  examples: [
    {
      title: 'search: finds documents by vector',
      config: { collection: 'cats', topK: 1 },
      inputs: { embeddings: [[2, 0, 1, 0]] },
      outputs: { matches: [{ id: 'tom', text: 'a cat', metadata: { colour: 'grey' }, score: 1 }], count: 1 },
    },
    {
      title: 'search: finds documents by text and filter',
      config: { collection: 'cats', provider: 'echo', filter: { colour: 'black' } },
      inputs: { query: 'a cat' },
      outputs: { matches: [{ id: 'tib', text: 'bad cat', metadata: { colour: 'black' }, score: 0.85 }], count: 1 },
    },
    {
      title: 'search: rejects text without an embedding model',
      config: { collection: 'cats' },
      inputs: { query: 'a cat' },
      fails: 'BAD_INPUT',
    },
    {
      title: 'upsert: stores vectors from an embeddings node',
      config: { collection: 'cats', operation: 'upsert' },
      inputs: { documents: [{ id: 7, text: 'a dog' }], embeddings: [[1, 0, 0, 1]] },
      outputs: { matches: [], count: 1 },
    },
    {
      title: 'upsert: creates vectors and stores duplicate documents once',
      config: { collection: 'new', operation: 'upsert', provider: 'echo' },
      inputs: { documents: [{ content: 'abc', page: 1 }, { text: 'abc', metadata: { page: 1 } }, 'd'] },
      outputs: { matches: [], count: 2 },
    },
    {
      title: 'upsert: rejects a different number of vectors and documents',
      config: { collection: 'new', operation: 'upsert' },
      inputs: { documents: [{ text: 'a' }, { text: 'b' }], embeddings: [[1, 0, 0, 0]] },
      fails: 'BAD_INPUT',
    },
    {
      title: 'delete: deletes by id',
      config: { collection: 'cats', operation: 'delete' },
      inputs: { documents: [{ id: 'tom' }, { id: 'nobody' }] },
      outputs: { matches: [], count: 1 },
    },
    {
      title: 'delete: deletes by filter',
      config: { collection: 'cats', operation: 'delete', filter: { colour: 'black' } },
      outputs: { matches: [], count: 1 },
    },
    {
      title: 'delete: rejects a call without ids and filter',
      config: { collection: 'cats', operation: 'delete', filter: {} },
      fails: 'BAD_INPUT',
    },
    {
      title: 'delete: deletes nothing for an empty list',
      config: { collection: 'cats', operation: 'delete' },
      inputs: { documents: [] },
      outputs: { matches: [], count: 0 },
    },
  ],
})

async function upsert(call: Call) {
  const { inputs, effects, collection, log } = call
  const arrived = documentsAt(inputs)
  if (arrived.length === 0) return { matches: [], count: 0 }
  const brought = embeddingsAt(inputs)
  if (brought !== undefined && brought.length !== arrived.length) {
    throw badInput(
      'embeddings',
      `must have one vector per document (got ${brought.length} for ${arrived.length} documents)`,
    )
  }
  const all = arrived.map(({ embedding, ...document }, at) => ({ ...document, embedding: embedding ?? brought?.[at] }))
  const documents = lastOfEach(all)
  if (documents.length < all.length) {
    log(
      'warning',
      `Skipped ${all.length - documents.length} of ${all.length} documents because a later one has the same id.`,
    )
  }
  const bare = documents.filter(({ embedding }) => embedding === undefined)
  const made = new Map<string, readonly number[]>()
  if (bare.length > 0) {
    const vectors = await vectorsOf(
      bare.map(({ text }) => text),
      call,
    )
    for (const [at, { id }] of bare.entries()) made.set(id, vectors[at] ?? [])
  }
  const complete = documents.map(({ embedding, ...one }) => ({
    ...one,
    embedding: embedding ?? made.get(one.id) ?? [],
  }))
  return { matches: [], count: await effects.vectors.upsert(collection, complete) }
}

async function search(call: Call) {
  const { inputs, effects, collection, topK, filter } = call
  const [embedding = []] = embeddingsAt(inputs) ?? (await vectorsOf([queryAt(inputs)], call))
  const matches = await effects.vectors.search(collection, { embedding, topK, ...filter })
  return { matches, count: matches.length }
}

async function remove({ inputs, effects, collection, filter }: Call) {
  const ids = idsAt(inputs)
  if (ids === undefined && filter.filter === undefined) {
    throw badInput('documents', 'is required for delete if there is no filter')
  }
  if (ids?.length === 0) return { matches: [], count: 0 }
  const what = { ...(ids === undefined ? {} : { ids }), ...filter }
  return { matches: [], count: await effects.vectors.delete(collection, what) }
}

function queryAt(inputs: Call['inputs']): string {
  if (inputs.query === undefined || inputs.query === null) {
    throw badInput('query', 'is required for a search without a vector')
  }
  return promptAt(inputs, 'query')
}

/**
 * Embeds the texts with the configured model. There is no default model: mixing vectors of two models breaks the
 * search.
 */
async function vectorsOf(texts: readonly string[], { effects, settings }: Call) {
  if (settings.provider === undefined && settings.connection === undefined) {
    throw badInput('embeddings', 'is required: connect vectors or select a provider in the settings')
  }
  return (await embedTexts(effects.models, settings, texts)).embeddings
}
