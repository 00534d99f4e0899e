import { defineNode, multiline, Type, titledChoice } from '@millrace/model'
import { promptAt } from '../ai/conversation.ts'
import { summarize } from '../ai/summarize.ts'
import { modelSettings, modelSettingsOf, optionalModelChoice } from '../fields/model-fields.ts'

const LENGTHS = {
  short: 'Write one or two sentences.',
  medium: 'Write one paragraph.',
  long: 'Write several paragraphs, at most one page.',
}

const DEFAULT_PART_SIZE = 24_000

/** Uses a model to summarize text. */
export default defineNode({
  id: 'summarizer',
  version: '1.0.0',
  name: 'Summarize',
  description:
    'Uses a model to summarize text. Long text is summarized in parts, then the part summaries are combined; after a crash ' +
    'completed parts are not repeated.',
  category: 'ai',
  icon: 'mdi:text-short',
  tags: [
    'summary',
    'summarization',
    'summarise',
    'tldr',
    'text summary',
    'llm summary',
    'shorten text',
    'Zusammenfassung',
    'Zusammenfassen',
  ],
  keywords: ['tldr', 'shorten'],
  summary: '{{length}}[ · {{model | connection}}]',

  config: Type.Object({
    length: Type.Optional(
      titledChoice(
        {
          short: ['Short', 'One or two sentences.'],
          medium: ['Medium', 'A paragraph.'],
          long: ['Long', 'At most a page.'],
        },
        { title: 'Length', default: 'medium', 'x-show-when': { words: '' } },
      ),
    ),
    words: Type.Optional(
      Type.Integer({
        title: 'Words',
        description: 'Approximate word count, instead of a length.',
        minimum: 1,
        maximum: 10_000,
        'x-section': 'advanced',
      }),
    ),
    instructions: Type.Optional(
      multiline({ title: 'Instructions', description: 'Focus and audience of the summary.', maxLength: 20_000 }),
    ),
    partSize: Type.Optional(
      Type.Integer({
        title: 'Part size',
        description: 'In characters. Longer text is summarized in parts. Must fit the context window of the model.',
        default: DEFAULT_PART_SIZE,
        minimum: 1000,
        maximum: 1_000_000,
        'x-section': 'advanced',
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
        length: words === undefined ? LENGTHS[length] : `Write about ${words} words.`,
        instructions,
        partSize,
      },
      context,
    )
    return { summary }
  },

  examples: [
    {
      title: 'summarizes a text',
      config: { provider: 'echo', length: 'short', script: ['It rained and stopped.'] },
      inputs: { text: 'It rained in the morning.\nIt stopped at noon.' },
      outputs: { summary: 'It rained and stopped.' },
    },
    {
      title: 'summarizes a long text in parts, then combines the summaries',
      config: { provider: 'echo', partSize: 1000, script: ['It rains.'] },
      inputs: { text: 'It rains. '.repeat(300) },
      outputs: { summary: 'It rains.' },
    },
    { title: 'rejects an empty text', config: { provider: 'echo' }, inputs: { text: '\n' }, fails: 'BAD_INPUT' },
  ],
})
