import { defineNode, Type } from '@millrace/model'
import { question, waiting } from '../fields/question-fields.ts'

/** Lets a person pick one or several of some options. */
export default defineNode({
  id: 'choice',
  version: '1.0.0',
  name: 'Choice',
  description: 'Lets a person pick one or several of some options.',
  category: 'interrupts',
  icon: 'mdi:format-list-checks',
  tags: ['select', 'human', 'question', 'options'],

  config: Type.Object({
    message: question,
    options: Type.Array(
      Type.Object({
        value: Type.String({ title: 'Value', description: 'What is handed on.', maxLength: 1000 }),
        label: Type.Optional(Type.String({ title: 'Label', description: 'What the person reads.', maxLength: 1000 })),
        description: Type.Optional(Type.String({ title: 'Description', maxLength: 1000 })),
      }),
      { title: 'Options', description: 'Connected options replace them.', minItems: 1, maxItems: 1000 },
    ),
    multiple: Type.Optional(Type.Boolean({ title: 'Several may be picked', default: false })),
    minSelections: Type.Optional(
      Type.Integer({ title: 'At least', description: 'If several may be picked.', minimum: 0, maximum: 1000 }),
    ),
    maxSelections: Type.Optional(
      Type.Integer({ title: 'At most', description: 'If several may be picked.', minimum: 1, maximum: 1000 }),
    ),
    ...waiting,
  }),
  inputs: {
    message: { name: 'Message', dataType: 'string' },
    options: { name: 'Options', dataType: 'array', description: 'Texts, or objects with value and label.' },
  },
  outputs: {
    choice: { name: 'Choice', dataType: 'mixed', description: 'The value picked, or a list if several may be.' },
  },
})
