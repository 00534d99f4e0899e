import { defineNode, NodeFailure, Type } from '@millrace/model'

/** The first letter of every word of a name. */
export default defineNode({
  id: 'initials',
  version: '1.0.0',
  name: 'Initials',
  description: 'Returns the first letter of every word.',
  category: 'processing',
  icon: 'mdi:format-letter-case-upper',
  tags: ['text', 'name'],

  config: Type.Object({
    separator: Type.Optional(Type.String({ title: 'After each letter', default: '', maxLength: 5 })),
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: { initials: { name: 'Initials', dataType: 'string' } },

  // A pure function that completes synchronously: its start and its result are one event in the journal.
  quick: true,

  run({ config, inputs }) {
    const words = String(inputs.text).split(/\s+/).filter(Boolean)
    if (words.length === 0) throw new NodeFailure('NO_WORDS', 'The text has no words.')
    return { initials: words.map((word) => word.slice(0, 1).toUpperCase() + (config.separator ?? '')).join('') }
  },

  examples: [
    { title: 'takes the first letters', inputs: { text: 'ada  lovelace' }, outputs: { initials: 'AL' } },
    {
      title: 'adds a separator after each letter',
      config: { separator: '.' },
      inputs: { text: 'Ada Lovelace' },
      outputs: { initials: 'A.L.' },
    },
    { title: 'rejects a text without words', inputs: { text: ' ' }, fails: 'NO_WORDS' },
  ],
})
