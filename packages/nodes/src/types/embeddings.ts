import { choice, defineNode, Type } from '@millrace/model'
import { apiKey, baseUrl, optionalModelChoice } from '../fields/model-fields.ts'

/** Turns texts into vectors. */
export default defineNode({
  id: 'embeddings',
  version: '1.0.0',
  name: 'Embeddings',
  description: 'Turns texts into vectors, so that they can be found by meaning.',
  category: 'embeddings',
  icon: 'mdi:vector-polygon',
  tags: ['vector', 'embedding', 'rag', 'search'],

  config: Type.Object({
    provider: Type.Optional(
      choice(['openai', 'google', 'ollama', 'openai_compatible', 'echo'], {
        title: 'Provider',
        description: 'Who runs the model. "echo" is no model, and works offline.',
        default: 'openai',
      }),
    ),
    model: optionalModelChoice.model,
    apiKey,
    baseUrl,
  }),
  inputs: { texts: { name: 'Texts', dataType: 'string[]', required: true } },
  outputs: {
    embeddings: { name: 'Embeddings', dataType: 'array', description: 'One list of numbers a text, in order.' },
    dimensions: { name: 'Dimensions', dataType: 'number' },
  },
})
