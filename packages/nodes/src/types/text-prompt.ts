import { defineNode, Type } from '@millrace/model'
import { question, waiting } from '../fields/question-fields.ts'

/** Asks a person for a text. */
export default defineNode({
  id: 'text_prompt',
  version: '1.0.0',
  name: 'Ask for a text',
  description: 'Asks a person for a text and waits for it.',
  category: 'interrupts',
  icon: 'mdi:form-textarea',
  tags: ['human', 'question', 'text', 'answer'],

  config: Type.Object({
    message: question,
    placeholder: Type.Optional(
      Type.String({ title: 'Hint', description: 'Shown in the empty field.', maxLength: 200 }),
    ),
    multiline: Type.Optional(Type.Boolean({ title: 'Several lines', default: false })),
    minLength: Type.Optional(
      Type.Integer({ title: 'Shortest answer', description: 'In characters.', minimum: 0, maximum: 1_000_000 }),
    ),
    maxLength: Type.Optional(
      Type.Integer({ title: 'Longest answer', description: 'In characters.', minimum: 1, maximum: 1_000_000 }),
    ),
    defaultValue: Type.Optional(
      Type.String({ title: 'Suggested answer', description: 'Stands in the field at first.', maxLength: 10_000 }),
    ),
    ...waiting,
  }),
  inputs: { message: { name: 'Message', dataType: 'string' } },
  outputs: { text: { name: 'Text', dataType: 'string' } },
  agentspec: 'input_message_node',
})
