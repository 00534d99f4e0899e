import { defineNode, Type } from '@millrace/model'
import { numberIn } from '../running/compare.ts'
import { badInput, kindOf } from '../running/input-values.ts'
import { launched } from '../running/launched.ts'

/** A number given at launch, or a fixed one. */
export default defineNode({
  id: 'number_input',
  version: '1.0.0',
  name: 'Number input',
  description: 'A number that is given when a run starts, or a fixed one.',
  category: 'inputs',
  icon: 'mdi:numeric',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: ['number', 'value', 'constant'],

  config: Type.Object({
    defaultValue: Type.Optional(Type.Number({ title: 'Number', description: 'Used when none is given.', default: 0 })),
  }),
  inputs: {},
  outputs: { value: { name: 'Value', dataType: 'number' } },
  quick: true,

  run(context) {
    const given = launched(context, 'value') ?? 0
    const value = numberIn(given)
    if (value === undefined) throw badInput('value', `must be a number, is ${kindOf(given)}`)
    return { value }
  },

  examples: [
    { title: 'brings the number of the launch', launch: { value: 4.5 }, outputs: { value: 4.5 } },
    { title: 'a number may be written as text', launch: { value: '-12' }, outputs: { value: -12 } },
    { title: 'without a launch value the setting is used', config: { defaultValue: 7 }, outputs: { value: 7 } },
    { title: 'a value that is no number is refused', launch: { value: 'seven' }, fails: 'BAD_INPUT' },
  ],
})
