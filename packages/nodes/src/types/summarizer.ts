import { choice, defineNode, multiline, Type } from '@millrace/model'
import { modelSettings, optionalModelChoice } from '../fields/model-fields.ts'

/** Lets a model say a text in fewer words. */
export default defineNode({
  id: 'summarizer',
  version: '1.0.0',
  name: 'Summarize',
  description: 'Lets a model say a text in fewer words.',
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
    instructions: Type.Optional(
      multiline({ title: 'Instructions', description: 'What matters, and to whom.', maxLength: 20_000 }),
    ),
    ...optionalModelChoice,
    ...modelSettings,
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: { summary: { name: 'Summary', dataType: 'string' } },
})
