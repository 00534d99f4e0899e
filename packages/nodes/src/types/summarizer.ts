import { choice, defineNode, multiline, Type } from '@millrace/model'
import { promptAt } from '../ai/conversation.ts'
import { summarize } from '../ai/summarize.ts'
import { modelSettings, modelSettingsOf, optionalModelChoice } from '../fields/model-fields.ts'

const LENGTHS = {
  short: 'Say it in one sentence or two.',
  medium: 'Say it in one paragraph.',
  long: 'Say it in several paragraphs, a page at most.',
}

const DEFAULT_PART_SIZE = 24_000

/** Lets a model say a text in fewer words. */
export default defineNode({
  id: 'summarizer',
  version: '1.0.0',
  name: 'Summarize',
  description:
    'Lets a model say a text in fewer words. A long text is read in parts, and then what came of them; after a crash ' +
    'the parts that were done are not read again.',
  category: 'ai',
  icon: 'mdi:text-short',
  tags: ['summary', 'shorten', 'text', 'llm'],

  config: Type.Object({
    length: Type.Optional(
      choice(['short', 'medium', 'long'], {
        title: 'Length',
        description: 'short: a sentence or two. medium: a paragraph. long: a page at most.',
        default: 'medium',
      }),
    ),
    words: Type.Optional(
      Type.Integer({
        title: 'Words',
        description: 'About so many words, instead of a length.',
        minimum: 1,
        maximum: 10_000,
      }),
    ),
    instructions: Type.Optional(
      multiline({ title: 'Instructions', description: 'What matters, and to whom.', maxLength: 20_000 }),
    ),
    partSize: Type.Optional(
      Type.Integer({
        title: 'Size of a part',
        description: 'In characters. A longer text is read in parts; what the model can read at once limits it.',
        default: DEFAULT_PART_SIZE,
        minimum: 1000,
        maximum: 1_000_000,
      }),
    ),
    ...optionalModelChoice,
    ...modelSettings,
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: { summary: { name: 'Summary', dataType: 'string' } },

  async run(context) {
    const { length = 'medium', words, instructions = '', partSize = DEFAULT_PART_SIZE } = context.config
    const summary = await summarize(
      promptAt(context.inputs, 'text'),
      {
        settings: modelSettingsOf(context.config),
        length: words === undefined ? LENGTHS[length] : `Say it in about ${words} words.`,
        instructions,
        partSize,
      },
      context,
    )
    return { summary }
  },

  examples: [
    {
      title: 'says a text in fewer words',
      config: { provider: 'echo', length: 'short', script: ['It rained and stopped.'] },
      inputs: { text: 'It rained in the morning.\nIt stopped at noon.' },
      outputs: { summary: 'It rained and stopped.' },
    },
    {
      title: 'a long text is read in parts, and then what came of them',
      config: { provider: 'echo', partSize: 1000, script: ['It rains.'] },
      inputs: { text: 'It rains. '.repeat(300) },
      outputs: { summary: 'It rains.' },
    },
    { title: 'an empty text has no summary', config: { provider: 'echo' }, inputs: { text: '\n' }, fails: 'BAD_INPUT' },
  ],
})
