import { defineNode, Type } from '@millrace/model'
import { jsonObject } from '../fields/json-fields.ts'
import { question, waiting } from '../fields/question-fields.ts'

/** Asks a person to fill in a form. */
export default defineNode({
  id: 'form',
  version: '1.0.0',
  name: 'Form',
  description: 'Asks a person to fill in a form and waits for it.',
  category: 'interrupts',
  icon: 'mdi:form-select',
  tags: ['human', 'question', 'fields', 'input'],

  config: Type.Object({
    message: question,
    schema: jsonObject({
      title: 'Fields',
      description: 'JSON Schema of the form: one property a field.',
      height: '240px',
    }),
    defaults: Type.Optional(
      jsonObject({ title: 'Filled in at first', description: 'Values by field. Connected ones replace them.' }),
    ),
    ...waiting,
  }),
  inputs: {
    message: { name: 'Message', dataType: 'string' },
    defaults: { name: 'Defaults', dataType: 'json', description: 'Values by field.' },
  },
  outputs: { data: { name: 'Data', dataType: 'json', description: 'The form as it was sent.' } },
})
