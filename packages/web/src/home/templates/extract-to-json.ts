import { note, OFFLINE } from './note.ts'
import type { Template } from './template.ts'

const ORDER = {
  type: 'object',
  required: ['customer', 'lines'],
  properties: {
    customer: { type: 'string', description: 'Who orders' },
    lines: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['item', 'quantity'],
        properties: { item: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
      },
    },
    deliverBy: { type: 'string', description: 'A date, as YYYY-MM-DD' },
  },
}

export const extractToJson: Template = {
  id: 'extract-to-json',
  name: 'Extract data from a text',
  description:
    'Turns a letter into an order as validated JSON; data that does not match the schema takes another branch.',
  group: 'ai',
  icon: 'mdi:code-json',
  tags: ['json', 'extraction'],
  usesModel: true,
  nodes: {
    about: note(
      `## Extract data from a text\nThe schema describes the data to extract. The result of the model is validated again, so that no invalid data gets through.\n\n${OFFLINE}`,
      { at: [0, -200], size: [560, 150] },
    ),
    letter: {
      type: 'text_input',
      label: 'Letter',
      at: [0, 38],
      config: {
        defaultValue:
          'Hello, this is Grace. Please send us four boxes of paper and two pens, at the latest on 14 May 2026.',
        multiline: true,
      },
    },
    extract: {
      type: 'information_extractor',
      label: 'Read the order',
      at: [250, 10],
      config: {
        provider: 'echo',
        schema: ORDER,
        script: [
          '{"customer":"Grace","lines":[{"item":"box of paper","quantity":4},{"item":"pen","quantity":2}],"deliverBy":"2026-05-14"}',
        ],
      },
    },
    check: { type: 'json_validator', label: 'Check it', at: [550, 10], config: { jsonSchema: ORDER } },
    fits: { type: 'if_else', label: 'Does it fit?', at: [850, -60], config: { operator: 'equals', matchText: 'true' } },
    order: {
      type: 'data_mapper',
      label: 'Order',
      at: [1150, -70],
      config: {
        dynamicInputs: [{ name: 'order', label: 'Order', dataType: 'mixed' }],
        dynamicOutputs: [{ name: 'order', label: 'Order', dataType: 'mixed' }],
      },
    },
    problems: {
      type: 'data_mapper',
      label: 'Problems',
      at: [1150, 90],
      config: {
        dynamicInputs: [{ name: 'problems', label: 'Problems', dataType: 'mixed' }],
        dynamicOutputs: [{ name: 'problems', label: 'Problems', dataType: 'mixed' }],
      },
    },
    good: { type: 'output', label: 'Order', at: [1450, -50], config: { name: 'order' } },
    bad: { type: 'output', label: 'Problems', at: [1450, 110], config: { name: 'problems' } },
  },
  edges: [
    'letter:text extract:text',
    'extract:data check:data',
    'check:valid fits:data',
    'fits:True order:trigger',
    'fits:False problems:trigger',
    'check:data order:order',
    'check:errors problems:problems',
    'order:order good:value',
    'problems:problems bad:value',
  ],
}
