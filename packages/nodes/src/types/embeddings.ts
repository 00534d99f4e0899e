import { defineNode, type RunContext, Type } from '@millrace/model'
import { embedTexts, MAX_TEXTS } from '../ai/embed-texts.ts'
import { connection, embeddingFields, embeddingProviders, modelSettingsOf } from '../fields/model-fields.ts'
import { badInput, kindOf } from '../running/input-values.ts'

/** Converts texts to embedding vectors. */
export default defineNode({
  id: 'embeddings',
  version: '1.0.0',
  name: 'Embeddings',
  description: 'Converts texts to embedding vectors for semantic search.',
  category: 'embeddings',
  icon: 'mdi:vector-polygon',
  tags: [
    'embedding',
    'embedder',
    'embedding model',
    'vector embedding',
    'rag embedding',
    'search embedding',
    'Einbettung',
    'Vektoreinbettung',
  ],
  summary: '{{model | connection | provider}}',

  config: Type.Object({ connection, provider: embeddingProviders({ default: 'openai' }), ...embeddingFields }),
  inputs: { texts: { name: 'Texts', dataType: 'string[]', required: true } },
  outputs: {
    embeddings: { name: 'Embeddings', dataType: 'array', description: 'One vector per text, in the same order.' },
    dimensions: { name: 'Dimensions', dataType: 'number' },
  },

  async run({ config, inputs, effects }) {
    return embedTexts(effects.models, modelSettingsOf(config), textsAt(inputs))
  },

  examples: [
    {
      title: 'outputs one vector per text',
      config: { provider: 'echo' },
      inputs: { texts: ['a cat', 'abba'] },
      outputs: {
        embeddings: [
          [2, 0, 1, 0],
          [2, 2, 0, 0],
        ],
        dimensions: 4,
      },
    },
    {
      title: 'accepts a single text',
      config: { provider: 'echo' },
      inputs: { texts: 'add' },
      outputs: { embeddings: [[1, 0, 0, 2]], dimensions: 4 },
    },
    { title: 'rejects an empty list', config: { provider: 'echo' }, inputs: { texts: [] }, fails: 'BAD_INPUT' },
    {
      title: 'rejects an empty text',
      config: { provider: 'echo' },
      inputs: { texts: ['a', ''] },
      fails: 'BAD_INPUT',
    },
  ],
})

function textsAt({ texts }: RunContext['inputs']): string[] {
  const list: readonly unknown[] | undefined =
    typeof texts === 'string' ? [texts] : Array.isArray(texts) ? texts : undefined
  if (list === undefined) throw badInput('texts', `must be a list of strings (got ${kindOf(texts)})`)
  if (list.length === 0) throw badInput('texts', 'must not be empty')
  if (list.length > MAX_TEXTS) throw badInput('texts', `must have at most ${MAX_TEXTS} entries (got ${list.length})`)
  return list.map((text, at) => {
    if (typeof text !== 'string') throw badInput(`texts/${at}`, `must be a string (got ${kindOf(text)})`)
    if (text.trim() === '') throw badInput(`texts/${at}`, 'must not be empty')
    return text
  })
}
