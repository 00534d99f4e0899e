import { defineNode, NodeFailure, Type } from '@millrace/node-sdk'

export default defineNode({
  id: 'word_count',
  version: '1.0.0',
  name: 'Word count',
  description: 'Counts the words of a text.',
  category: 'processing',
  tags: ['text', 'length'],

  config: Type.Object({
    minLength: Type.Optional(Type.Integer({ title: 'Letters of the shortest word', default: 1, minimum: 1 })),
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: {
    words: { name: 'Words', dataType: 'number' },
    longest: { name: 'Longest word', dataType: 'string' },
  },

  run({ config, inputs, log }) {
    const words = inputs.text.split(/\s+/).filter((word) => word.length >= (config.minLength ?? 1))
    if (words.length === 0) throw new NodeFailure('NO_WORDS', 'The text has no words.')
    log('info', `Counted ${words.length} words.`)
    const longest = words.reduce((best, word) => (word.length > best.length ? word : best))
    return { words: words.length, longest }
  },

  examples: [
    { title: 'counts words', inputs: { text: 'to be or not' }, outputs: { words: 4, longest: 'not' } },
    { title: 'needs a word', inputs: { text: ' ' }, fails: 'NO_WORDS' },
  ],
})
