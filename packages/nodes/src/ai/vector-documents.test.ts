import { describe, expect, test } from 'vitest'
import { runExample } from '../testing/run-example.ts'
import { testModels } from '../testing/test-models.ts'
import { testVectors } from '../testing/test-vectors.ts'
import embeddings from '../types/embeddings.ts'
import vectorStore from '../types/vector-store.ts'
import { documentsAt, embeddingsAt, idsAt } from './vector-documents.ts'

describe('documents', () => {
  test('unknown keys become metadata, and a missing id is derived from the content', () => {
    const [a, b, c] = documentsAt({
      documents: [
        { text: 'x', page: 1, lang: 'en' },
        { content: 'x', metadata: { lang: 'en', page: 1 } },
        { id: 5, text: 'x', embedding: [1, 2] },
      ],
    })
    expect(a).toEqual({ ...b, embedding: undefined })
    expect(a?.id).toMatch(/^[0-9a-f]{32}$/)
    expect(c).toEqual({ id: '5', text: 'x', metadata: {}, embedding: [1, 2] })
    expect(idsAt({ documents: [{ text: 'x', page: 1, lang: 'en' }, 'own', { id: 5 }] })).toEqual([a?.id, 'own', '5'])
  })

  test.each([
    [5, 'Input "documents" must be a list (got number).'],
    [[5], 'Input "documents/0" must be an object (got number).'],
    [[{ text: 5 }], 'Input "documents/0" must have a string "text" or "content".'],
    [[{ text: ' ' }], 'Input "documents/0" must have a string "text" or "content".'],
    [[{ text: 'a', metadata: [] }], 'Input "documents/0/metadata" must be an object (got list).'],
    [[{ text: 'a', id: true }], 'Input "documents/0/id" must be a string (got boolean).'],
    [[{ text: 'a', embedding: [] }], 'Input "documents/0" must be a vector (a list of numbers).'],
    [Array(10_001).fill('a'), 'Input "documents" must have at most 10000 entries (got 10001).'],
  ])('%# are refused', (documents, words) => {
    expect(() => documentsAt({ documents })).toThrow(words)
  })

  test('need an id to be deleted', () => {
    expect(idsAt({})).toBeUndefined()
    expect(() => idsAt({ documents: [{ page: 1 }] })).toThrow('Input "documents/0" must have an "id"')
  })
})

test('accepts a single vector', () => {
  expect(embeddingsAt({ embeddings: [1, 2] })).toEqual([[1, 2]])
  expect(embeddingsAt({ embeddings: [] })).toBeUndefined()
  expect(() => embeddingsAt({ embeddings: [['a']] })).toThrow('Input "embeddings/0" must be a vector')
  expect(() => embeddingsAt({ embeddings: 'a' })).toThrow('must be a list of vectors (got string)')
})

test('embeds only documents without a vector and keeps the last of each id', async () => {
  const vectors = testVectors()
  const asked: (readonly string[])[] = []
  const embed: typeof testModels.embed = (settings, texts) => {
    asked.push(texts)
    return testModels.embed(settings, texts)
  }
  const lines: { level: string; message: string }[] = []
  const documents = [
    { id: 'a', text: 'aaa' },
    { id: 'b', text: 'b', embedding: [0, 9, 0, 0] },
    { id: 'a', text: 'a' },
  ]
  await runExample(
    vectorStore,
    { config: { collection: 'c', operation: 'upsert', provider: 'echo' }, inputs: { documents } },
    { effects: { vectors, models: { ...testModels, embed } }, lines },
  )
  expect(asked).toEqual([['a']])
  expect(lines).toEqual([
    { level: 'warning', message: 'Skipped 1 of 3 documents because a later one has the same id.' },
  ])
  expect(await vectors.search('c', { embedding: [1, 0, 0, 0], topK: 5 })).toMatchObject([
    { id: 'a', text: 'a', score: 1 },
    { id: 'b', score: 0 },
  ])
})

test('fails if the model does not return a vector for every text', async () => {
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  for (const bad of [[], [[1], [1, 2]], [[], []]]) {
    const models = { ...testModels, embed: async () => ({ embeddings: bad, usage }) }
    await expect(
      runExample(embeddings, { inputs: { texts: ['a', 'b'] } }, { effects: { models } }),
    ).rejects.toMatchObject({ code: 'MODEL_BAD_ANSWER' })
  }
})

test.each([
  [{}, 'must be a list of strings (got object)'],
  [[5], 'Input "texts/0" must be a string (got number).'],
  [Array(10_001).fill('a'), 'Input "texts" must have at most 10000 entries (got 10001).'],
])('rejects invalid texts: %#', async (texts, words) => {
  await expect(runExample(embeddings, { inputs: { texts } })).rejects.toThrow(words)
})
