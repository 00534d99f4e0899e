import { note } from './note.ts'
import type { Template } from './template.ts'

export const formIntake: Template = {
  id: 'form-intake',
  name: 'Form intake',
  description: 'Asks a person to fill in a form, sorts the request by urgency, and writes a ticket.',
  group: 'people',
  icon: 'mdi:form-select',
  tags: ['form', 'support'],
  nodes: {
    about: note(
      '## Form intake\nThe fields come from the schema of the form, and answers are validated while typing. Change the schema to change the form.',
      { at: [0, -190], size: [560, 110] },
    ),
    begin: { type: 'start', label: 'Start', at: [0, 40] },
    form: {
      type: 'form',
      label: 'Request',
      at: [210, 10],
      config: {
        message: 'What can we do for you?',
        schema: {
          type: 'object',
          required: ['name', 'subject', 'urgency'],
          properties: {
            name: { type: 'string', title: 'Your name', minLength: 1, maxLength: 80 },
            subject: { type: 'string', title: 'What is it about?', minLength: 3, maxLength: 200 },
            urgency: {
              type: 'string',
              title: 'How urgent is it?',
              enum: ['low', 'normal', 'high'],
              default: 'normal',
            },
            callBack: { type: 'boolean', title: 'Please call me back', default: false },
          },
        },
        defaults: { urgency: 'normal' },
      },
    },
    urgent: {
      type: 'if_else',
      label: 'Urgent?',
      at: [510, -40],
      config: { operator: 'expression', expression: 'urgency = "high"' },
    },
    page: {
      type: 'prompt_template',
      label: 'Call support',
      at: [810, -90],
      config: { template: 'Urgent! {{ name }}: {{ subject }}' },
    },
    queue: {
      type: 'prompt_template',
      label: 'Add to queue',
      at: [810, 70],
      config: { template: '{{ name }}: {{ subject }}{% if callBack %} (call back){% endif %}' },
    },
    either: { type: 'merge', label: 'Ticket', at: [1110, 0], config: { mode: 'first' } },
    ticket: { type: 'output', label: 'Ticket', at: [1240, 12], config: { name: 'ticket' } },
  },
  edges: [
    'begin:trigger form:trigger',
    'form:data urgent:data',
    'urgent:True page:trigger',
    'urgent:False queue:trigger',
    'form:data page:data',
    'form:data queue:data',
    'page:output either:a',
    'queue:output either:b',
    'either:merged ticket:value',
  ],
}
