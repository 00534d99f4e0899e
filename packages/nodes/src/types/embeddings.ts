import { defineNode, type RunContext, Type } from '@millrace/model'
import { embedTexts, MAX_TEXTS } from '../ai/embed-texts.ts'
import { embeddingFields, embeddingProviders, modelSettingsOf } from '../fields/model-fields.ts'
import { badInput, kindOf } from '../running/input-values.ts'

/** Turns texts into vectors. */
export default defineNode({
  id: 'embeddings',
  version: '1.0.0',
  name: 'Embeddings',
  description: 'Turns texts into vectors, so that they can be found by meaning.',
  category: 'embeddings',
  icon: 'mdi:vector-polygon',
  tags: ['vector', 'embedding', 'rag', 'search'],

  config: Type.Object({ provider: embeddingProviders({ default: 'openai' }), ...embeddingFields }),
  inputs: { texts: { name: 'Texts', dataType: 'string[]', required: true } },
  outputs: {
    embeddings: { name: 'Embeddings', dataType: 'array', description: 'One list of numbers a text, in order.' },
    dimensions: { name: 'Dimensions', dataType: 'number' },
  },

  async run({ config, inputs, effects }) {
    return embedTexts(effects.models, modelSettingsOf(config), textsAt(inputs))
  },

  examples: [
    {
      title: 'one vector a text',
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
      title: 'a text alone is a list of one',
      config: { provider: 'echo' },
      inputs: { texts: 'add' },
      outputs: { embeddings: [[1, 0, 0, 2]], dimensions: 4 },
    },
    { title: 'there has to be a text', config: { provider: 'echo' }, inputs: { texts: [] }, fails: 'BAD_INPUT' },
    {
      title: 'an empty text has no meaning',
      config: { provider: 'echo' },
      inputs: { texts: ['a', ''] },
      fails: 'BAD_INPUT',
    },
  ],
})

function textsAt({ texts }: RunContext['inputs']): string[] {
  const list: readonly unknown[] | undefined =
    typeof texts === 'string' ? [texts] : Array.isArray(texts) ? texts : undefined
  if (list === undefined) throw badInput('texts', `must be a list of texts, is ${kindOf(texts)}`)
  if (list.length === 0) throw badInput('texts', 'is empty: there is nothing to turn into vectors')
  if (list.length > MAX_TEXTS) throw badInput('texts', `has more than ${MAX_TEXTS} entries`)
  return list.map((text, at) => {
    if (typeof text !== 'string') throw badInput(`texts/${at}`, `must be a text, is ${kindOf(text)}`)
    if (text.trim() === '') throw badInput(`texts/${at}`, 'is empty')
    return text
  })
}
