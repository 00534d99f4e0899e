import { defineNode, Type } from '@millrace/model'
import { jsonValue } from '../fields/json-fields.ts'

/** Any JSON value given at launch, or a fixed one. */
export default defineNode({
  id: 'json_input',
  version: '1.0.0',
  name: 'JSON input',
  description: 'Any JSON value that is given when a run starts, or a fixed one.',
  category: 'inputs',
  icon: 'mdi:code-json',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: ['json', 'object', 'list', 'value', 'constant'],

  config: Type.Object({
    defaultValue: Type.Optional(jsonValue({ title: 'Value', description: 'Used when none is given.', default: {} })),
  }),
  inputs: {},
  outputs: { value: { name: 'Value', dataType: 'json' } },
  quick: true,

  /** Null is a JSON value like any other, so only what is not there at all falls back. */
  run({ launch, config }) {
    const given = [launch.value, launch.defaultValue, config.defaultValue].find((value) => value !== undefined)
    return { value: given === undefined ? {} : given }
  },

  examples: [
    { title: 'brings the value of the launch', launch: { value: [1, { a: 2 }] }, outputs: { value: [1, { a: 2 }] } },
    { title: 'null is a value', config: { defaultValue: 1 }, launch: { value: null }, outputs: { value: null } },
    {
      title: 'without a launch value the setting is used',
      config: { defaultValue: { a: 1 } },
      outputs: { value: { a: 1 } },
    },
  ],
})
