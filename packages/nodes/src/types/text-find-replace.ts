import { defineNode, Type } from '@millrace/model'
import { textAt } from '../running/input-values.ts'
import { flagsFor, wholeWords } from '../running/pattern-flags.ts'
import { replaced } from '../text/replace.ts'

/** Replaces all occurrences of a text or pattern. */
export default defineNode({
  id: 'text_find_replace',
  version: '1.0.0',
  name: 'Find and replace',
  description: 'Replaces all occurrences of a text or regular expression.',
  category: 'processing',
  icon: 'mdi:find-replace',
  tags: [
    'search and replace',
    'find replace',
    'replace text',
    'text search',
    'regex replace',
    'Suchen und Ersetzen',
    'Text ersetzen',
  ],
  summary: '{{findText}}[ → {{replaceText}}]',

  config: Type.Object({
    findText: Type.String({
      title: 'Find',
      minLength: 1,
      maxLength: 10_000,
      'x-variants': { useRegex: { true: { title: 'Find (regular expression)' } } },
    }),
    replaceText: Type.Optional(
      Type.String({
        title: 'Replace with',
        'x-variants': { useRegex: { true: { description: '$1 is the first group of the match.' } } },
        default: '',
        maxLength: 10_000,
      }),
    ),
    useRegex: Type.Optional(Type.Boolean({ title: 'Regular expression', default: false })),
    caseSensitive: Type.Optional(Type.Boolean({ title: 'Case-sensitive', default: false })),
    wholeWordsOnly: Type.Optional(Type.Boolean({ title: 'Whole words only', default: false })),
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: {
    text: { name: 'Text', dataType: 'string' },
    count: { name: 'Count', dataType: 'number', description: 'Number of replacements.' },
  },
  pure: true,

  async run({ config, inputs, effects }) {
    const text = textAt(inputs, 'text')
    const { findText, replaceText = '' } = config
    const isCaseSensitive = config.caseSensitive === true
    const isWholeWord = config.wholeWordsOnly === true
    if (config.useRegex !== true) {
      return { ...replaced(text, { find: findText, by: replaceText, isCaseSensitive, isWholeWord }) }
    }
    const pattern = isWholeWord ? wholeWords(findText) : findText
    const flags = flagsFor(pattern, 'findText') + (isCaseSensitive ? '' : 'i')
    const answer = await effects.pattern({ pattern, flags, text, replacement: replaceText })
    return { text: answer.text, count: answer.count }
  },

  examples: [
    {
      title: 'replaces all occurrences, ignoring case',
      config: { findText: 'cat', replaceText: 'dog' },
      inputs: { text: 'Cat and cats' },
      outputs: { text: 'dog and dogs', count: 2 },
    },
    {
      title: 'replaces only the same case if case-sensitive',
      config: { findText: 'cat', replaceText: 'dog', caseSensitive: true },
      inputs: { text: 'Cat and cats' },
      outputs: { text: 'Cat and dogs', count: 1 },
    },
    {
      title: 'replaces only whole words, in any script',
      config: { findText: 'été', replaceText: 'summer', wholeWordsOnly: true },
      inputs: { text: 'Été, étés, été' },
      outputs: { text: 'summer, étés, summer', count: 2 },
    },
    {
      title: 'treats special characters as plain text',
      config: { findText: '1.5', replaceText: '$&' },
      inputs: { text: '1.5 and 125' },
      outputs: { text: '$& and 125', count: 1 },
    },
    {
      title: 'supports groups of the pattern in the replacement',
      config: { findText: '(\\w+)@(\\w+)', replaceText: '$2 at $1', useRegex: true },
      inputs: { text: 'ada@home' },
      outputs: { text: 'home at ada', count: 1 },
    },
    {
      title: 'combines a pattern with whole words',
      config: { findText: 'a|b', replaceText: 'x', useRegex: true, wholeWordsOnly: true },
      inputs: { text: 'a ab B' },
      outputs: { text: 'x ab x', count: 2 },
    },
    {
      title: 'rejects an invalid pattern',
      config: { findText: '[', useRegex: true },
      inputs: { text: 'x' },
      fails: 'BAD_CONFIG',
    },
    { title: 'rejects input that is not text', config: { findText: 'a' }, inputs: { text: {} }, fails: 'BAD_INPUT' },
  ],
})
