import { defineNode, Type } from '@millrace/model'
import { textAt } from '../running/input-values.ts'
import { flagsFor, wholeWords } from '../running/readable-pattern.ts'
import { replaced } from '../text/replace.ts'

/** Replaces every occurrence of a text or a pattern. */
export default defineNode({
  id: 'text_find_replace',
  version: '1.0.0',
  name: 'Find and replace',
  description: 'Replaces every occurrence of a text or a pattern.',
  category: 'processing',
  icon: 'mdi:find-replace',
  tags: ['text', 'search', 'replace', 'regex'],

  config: Type.Object({
    findText: Type.String({ title: 'Find', minLength: 1, maxLength: 10_000 }),
    replaceText: Type.Optional(
      Type.String({
        title: 'Replace by',
        description: 'With a pattern, $1 stands for its first group.',
        default: '',
        maxLength: 10_000,
      }),
    ),
    caseSensitive: Type.Optional(Type.Boolean({ title: 'Upper and lower case differ', default: false })),
    useRegex: Type.Optional(Type.Boolean({ title: 'It is a regular expression', default: false })),
    wholeWordsOnly: Type.Optional(Type.Boolean({ title: 'Whole words only', default: false })),
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: {
    text: { name: 'Text', dataType: 'string' },
    count: { name: 'Count', dataType: 'number', description: 'How many were replaced.' },
  },

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
      title: 'replaces every occurrence, whatever its case',
      config: { findText: 'cat', replaceText: 'dog' },
      inputs: { text: 'Cat and cats' },
      outputs: { text: 'dog and dogs', count: 2 },
    },
    {
      title: 'or only in the same case',
      config: { findText: 'cat', replaceText: 'dog', caseSensitive: true },
      inputs: { text: 'Cat and cats' },
      outputs: { text: 'Cat and dogs', count: 1 },
    },
    {
      title: 'or only whole words, in every script',
      config: { findText: 'été', replaceText: 'summer', wholeWordsOnly: true },
      inputs: { text: 'Été, étés, été' },
      outputs: { text: 'summer, étés, summer', count: 2 },
    },
    {
      title: 'plain text has no special characters',
      config: { findText: '1.5', replaceText: '$&' },
      inputs: { text: '1.5 and 125' },
      outputs: { text: '$& and 125', count: 1 },
    },
    {
      title: 'a pattern, with its groups in the replacement',
      config: { findText: '(\\w+)@(\\w+)', replaceText: '$2 at $1', useRegex: true },
      inputs: { text: 'ada@home' },
      outputs: { text: 'home at ada', count: 1 },
    },
    {
      title: 'a pattern for whole words',
      config: { findText: 'a|b', replaceText: 'x', useRegex: true, wholeWordsOnly: true },
      inputs: { text: 'a ab B' },
      outputs: { text: 'x ab x', count: 2 },
    },
    {
      title: 'a pattern that cannot be read fails the node',
      config: { findText: '[', useRegex: true },
      inputs: { text: 'x' },
      fails: 'BAD_CONFIG',
    },
    { title: 'what is no text is refused', config: { findText: 'a' }, inputs: { text: {} }, fails: 'BAD_INPUT' },
  ],
})
