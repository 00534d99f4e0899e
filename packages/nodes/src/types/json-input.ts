import { defineNode, Type } from '@millrace/model'
import { jsonValue } from '../fields/json-fields.ts'

/** A JSON launch input, or a fixed value. */
export default defineNode({
  id: 'json_input',
  version: '1.0.0',
  name: 'JSON input',
  description: 'A JSON value provided when an execution starts, or a fixed value.',
  category: 'inputs',
  icon: 'mdi:code-json',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: [
    'json value',
    'json object',
    'json list',
    'json constant',
    'list input',
    'object input',
    'JSON-Eingabe',
    'Listeneingabe',
  ],
  summary: '{{defaultValue}}',

  config: Type.Object({
    defaultValue: Type.Optional(
      jsonValue({ title: 'Value', description: 'Used if the launch provides no value.', default: {} }),
    ),
  }),
  inputs: {},
  outputs: { value: { name: 'Value', dataType: 'json' } },
  quick: true,

  /** Null is a valid JSON value, so only an undefined value falls back to the setting. */
  run({ launch, config }) {
    const given = [launch.value, launch.defaultValue, config.defaultValue].find((value) => value !== undefined)
    return { value: given === undefined ? {} : given }
  },

  examples: [
    { title: 'outputs the launch value', launch: { value: [1, { a: 2 }] }, outputs: { value: [1, { a: 2 }] } },
    {
      title: 'outputs null from the launch',
      config: { defaultValue: 1 },
      launch: { value: null },
      outputs: { value: null },
    },
    {
      title: 'uses the setting without a launch value',
      config: { defaultValue: { a: 1 } },
      outputs: { value: { a: 1 } },
    },
  ],
})
