import { defineNode, Type, titledChoice } from '@millrace/model'
import { dynamicInputs } from '../fields/dynamic-ports.ts'
import { addedValues } from '../running/input-values.ts'

const FIXED = ['a', 'b', 'c', 'd']

const MERGED = {
  object: (values: Record<string, unknown>): unknown => values,
  list: (values: Record<string, unknown>): unknown => Object.values(values),
  first: (values: Record<string, unknown>): unknown => Object.values(values)[0] ?? null,
}

/** Joins several paths into one value. */
export default defineNode({
  id: 'merge',
  version: '1.0.0',
  name: 'Merge',
  description: 'Waits for several paths and merges their values.',
  category: 'logic',
  icon: 'mdi:call-merge',
  visual: 'square',
  alsoDrawnAs: ['default', 'simple'],
  tags: ['join', 'combine', 'combiner', 'collect', 'merger', 'Zusammenführung', 'Zusammenführen', 'Vereinigung'],
  keywords: ['combine branches', 'wait for all', 'append'],

  config: Type.Object({
    mode: Type.Optional(
      titledChoice(
        {
          object: ['Object', 'Values by input name.'],
          list: ['List', 'Values in the order of the inputs.'],
          first: ['First value', 'The first input that has a value.'],
        },
        { title: 'Mode', default: 'object' },
      ),
    ),
    dynamicInputs: dynamicInputs(),
  }),
  inputs: {
    a: { name: 'A', dataType: 'mixed' },
    b: { name: 'B', dataType: 'mixed' },
    c: { name: 'C', dataType: 'mixed' },
    d: { name: 'D', dataType: 'mixed' },
  },
  outputs: { merged: { name: 'Merged', dataType: 'mixed' } },
  quick: true,

  run({ config, inputs }) {
    const ports = [...FIXED.map((name) => ({ name })), ...(config.dynamicInputs ?? [])]
    return { merged: MERGED[config.mode ?? 'object'](addedValues(inputs, ports)) }
  },

  examples: [
    {
      title: 'object: keys the received values by input name',
      inputs: { a: 1, c: null },
      outputs: { merged: { a: 1, c: null } },
    },
    {
      title: 'list: orders the values by input, additional inputs last',
      config: { mode: 'list', dynamicInputs: [{ name: 'extra', dataType: 'mixed' }] },
      inputs: { extra: 'x', b: 'two', a: 'one' },
      outputs: { merged: ['one', 'two', 'x'] },
    },
    {
      title: 'first: outputs the value of the path that was taken',
      config: { mode: 'first' },
      inputs: { b: 'two', d: 'four' },
      outputs: { merged: 'two' },
    },
    { title: 'first: outputs null without any value', config: { mode: 'first' }, outputs: { merged: null } },
  ],
})
