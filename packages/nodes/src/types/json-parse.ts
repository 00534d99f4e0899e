import { defineNode, NodeFailure, Type } from '@millrace/model'
import { textAt } from '../running/input-values.ts'

/** Parses JSON text. */
export default defineNode({
  id: 'json_parse',
  version: '1.0.0',
  name: 'Parse JSON',
  description: 'Parses JSON text into a value.',
  category: 'processing',
  icon: 'mdi:code-json',
  tags: ['json parser', 'json parsing', 'decode json', 'json reader', 'JSON lesen'],

  config: Type.Object({}),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: { data: { name: 'Data', dataType: 'mixed' } },
  quick: true,

  run({ inputs }) {
    try {
      return { data: JSON.parse(textAt(inputs, 'text')) }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw new NodeFailure('BAD_JSON', `The text is not valid JSON: ${error.message}`)
    }
  },

  examples: [
    { title: 'parses JSON', inputs: { text: '{"a": [1, null]}' }, outputs: { data: { a: [1, null] } } },
    { title: 'fails for invalid JSON', inputs: { text: '{a: 1}' }, fails: 'BAD_JSON' },
    { title: 'rejects input that is not text', inputs: { text: { a: 1 } }, fails: 'BAD_INPUT' },
  ],
})
