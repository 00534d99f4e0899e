import { defineNode, Type } from '@millrace/model'

const DEFAULT_INDENT = 2

/** Writes a value as JSON text. */
export default defineNode({
  id: 'json_stringify',
  version: '1.0.0',
  name: 'Stringify JSON',
  description: 'Writes a value as JSON text.',
  category: 'processing',
  icon: 'mdi:code-string',
  tags: ['stringify', 'json writer', 'encode json', 'print json', 'to json', 'JSON schreiben', 'JSON erzeugen'],

  config: Type.Object({
    indent: Type.Optional(
      Type.Integer({
        title: 'Indent',
        description: 'Spaces per level; 0 writes a single line.',
        default: 2,
        minimum: 0,
        maximum: 10,
      }),
    ),
  }),
  inputs: { data: { name: 'Data', dataType: 'mixed', required: true } },
  outputs: { text: { name: 'Text', dataType: 'string' } },
  quick: true,

  run: ({ config, inputs }) => ({ text: JSON.stringify(inputs.data ?? null, null, config.indent ?? DEFAULT_INDENT) }),

  examples: [
    { title: 'writes a value over several lines', inputs: { data: { a: 1 } }, outputs: { text: '{\n  "a": 1\n}' } },
    {
      title: 'writes a single line with indent 0',
      config: { indent: 0 },
      inputs: { data: [1, 'é'] },
      outputs: { text: '[1,"é"]' },
    },
    { title: 'writes null', inputs: { data: null }, outputs: { text: 'null' } },
  ],
})
