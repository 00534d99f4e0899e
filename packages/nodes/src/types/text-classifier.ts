import { defineNode, multiline, Type } from '@millrace/model'
import { modelSettings, optionalModelChoice } from '../fields/model-fields.ts'

/** Lets a model choose the label that fits a text. */
export default defineNode({
  id: 'text_classifier',
  version: '1.0.0',
  name: 'Classify text',
  description: 'Lets a model choose, from labels you give, the one that fits a text.',
  category: 'ai',
  icon: 'mdi:tag-multiple',
  tags: ['classify', 'label', 'category', 'sentiment', 'llm'],

  config: Type.Object({
    labels: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        title: 'Labels',
        default: ['positive', 'neutral', 'negative'],
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
      }),
    ),
    instructions: Type.Optional(
      multiline({ title: 'Instructions', description: 'What the labels mean, if it is not plain.', maxLength: 20_000 }),
    ),
    ...optionalModelChoice,
    ...modelSettings,
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: {
    label: { name: 'Label', dataType: 'string' },
    confidence: { name: 'Confidence', dataType: 'number', description: 'From 0 to 1, as the model puts it.' },
  },
})
