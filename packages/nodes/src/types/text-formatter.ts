import { defineNode, Type, titledChoice } from '@millrace/model'
import { textAt } from '../running/input-values.ts'
import { RESTYLE } from '../text/text-operations.ts'

/** Changes the case of a text, trims it, or adds a prefix or suffix. */
export default defineNode({
  id: 'text_formatter',
  version: '1.0.0',
  name: 'Format text',
  description: 'Changes the case of a text, trims it, or adds a prefix or suffix.',
  category: 'processing',
  icon: 'mdi:format-text',
  tags: [
    'formatter',
    'format',
    'text format',
    'case changer',
    'change case',
    'trim text',
    'slug',
    'Formatierung',
    'Textformatierung',
  ],
  keywords: ['uppercase', 'lowercase', 'trim', 'concatenate', 'string'],
  summary: [{ when: { operation: 'none' }, text: '{{prefix | suffix}}' }, '{{operation}}'],

  config: Type.Object({
    operation: Type.Optional(
      titledChoice(
        {
          none: ['None', 'Only adds the prefix and the suffix.'],
          uppercase: 'Upper case',
          lowercase: 'Lower case',
          capitalize: 'Capitalize',
          trim: ['Trim', 'Removes spaces at the start and at the end.'],
          slugify: ['Slug', 'For addresses: "A new day" becomes "a-new-day".'],
          reverse: 'Reverse',
        },
        { title: 'Operation', default: 'none' },
      ),
    ),
    prefix: Type.Optional(Type.String({ title: 'Prefix', default: '', maxLength: 10_000 })),
    suffix: Type.Optional(Type.String({ title: 'Suffix', default: '', maxLength: 10_000 })),
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: { formatted: { name: 'Formatted', dataType: 'string' } },
  quick: true,

  run({ config, inputs }) {
    const { operation = 'none', prefix = '', suffix = '' } = config
    return { formatted: prefix + RESTYLE[operation](textAt(inputs, 'text')) + suffix }
  },

  examples: [
    {
      title: 'adds a prefix and a suffix',
      config: { prefix: '«', suffix: '»' },
      inputs: { text: 'Hello' },
      outputs: { formatted: '«Hello»' },
    },
    {
      title: 'uppercase',
      config: { operation: 'uppercase' },
      inputs: { text: 'straße' },
      outputs: { formatted: 'STRASSE' },
    },
    { title: 'lowercase', config: { operation: 'lowercase' }, inputs: { text: 'ÉTÉ' }, outputs: { formatted: 'été' } },
    {
      title: 'capitalize: the first letter only',
      config: { operation: 'capitalize' },
      inputs: { text: '“éclair au chocolat”' },
      outputs: { formatted: '“Éclair au chocolat”' },
    },
    { title: 'trim', config: { operation: 'trim' }, inputs: { text: '  a b \n' }, outputs: { formatted: 'a b' } },
    {
      title: 'slugify: for URLs',
      config: { operation: 'slugify' },
      inputs: { text: ' Crème brûlée, 2 × 100 g! ' },
      outputs: { formatted: 'creme-brulee-2-100-g' },
    },
    {
      title: 'reverse: keeps composed characters whole',
      config: { operation: 'reverse' },
      inputs: { text: 'ab👩‍🚀' },
      outputs: { formatted: '👩‍🚀ba' },
    },
    { title: 'accepts a number', inputs: { text: 5 }, outputs: { formatted: '5' } },
    { title: 'rejects input that is not text', inputs: { text: ['a'] }, fails: 'BAD_INPUT' },
  ],
})
