import { defineNode, multiline, Type } from '@millrace/model'
import { jsonObject } from '../fields/json-fields.ts'
import { modelSettings, optionalModelChoice } from '../fields/model-fields.ts'

/** Lets a model read a text into fields. */
export default defineNode({
  id: 'information_extractor',
  version: '1.0.0',
  name: 'Extract information',
  description: 'Lets a model read a text and fill in the fields of a schema.',
  category: 'ai',
  icon: 'mdi:text-box-search',
  tags: ['extract', 'structured', 'fields', 'llm'],

  config: Type.Object({
    schema: Type.Optional(
      jsonObject({
        title: 'Fields',
        description: 'JSON Schema of what is looked for. Left empty, the model names the fields itself.',
        height: '240px',
      }),
    ),
    instructions: Type.Optional(
      multiline({ title: 'Instructions', description: 'What to look out for.', maxLength: 20_000 }),
    ),
    ...optionalModelChoice,
    ...modelSettings,
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: { data: { name: 'Data', dataType: 'json' } },
})
