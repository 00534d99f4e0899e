import { defineNode, Type } from '@millrace/model'
import { numberIn } from '../running/compare.ts'
import { badInput, kindOf } from '../running/input-values.ts'
import { launched } from '../running/launch-value.ts'

/** A number launch input, or a fixed value. */
export default defineNode({
  id: 'number_input',
  version: '1.0.0',
  name: 'Number input',
  description: 'A number provided when an execution starts, or a fixed value.',
  category: 'inputs',
  icon: 'mdi:numeric',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: [
    'number',
    'number field',
    'number value',
    'number constant',
    'numeric input',
    'Zahleneingabe',
    'Zahlenfeld',
    'Zahl',
  ],
  summary: '{{defaultValue}}',

  config: Type.Object({
    defaultValue: Type.Optional(
      Type.Number({ title: 'Number', description: 'Used if the launch provides no value.', default: 0 }),
    ),
  }),
  inputs: {},
  outputs: { value: { name: 'Value', dataType: 'number' } },
  quick: true,

  run(context) {
    const given = launched(context, 'value') ?? 0
    const value = numberIn(given)
    if (value === undefined) throw badInput('value', `must be a number (got ${kindOf(given)})`)
    return { value }
  },

  examples: [
    { title: 'outputs the launch value', launch: { value: 4.5 }, outputs: { value: 4.5 } },
    { title: 'accepts a number as text', launch: { value: '-12' }, outputs: { value: -12 } },
    { title: 'uses the setting without a launch value', config: { defaultValue: 7 }, outputs: { value: 7 } },
    { title: 'rejects a value that is not a number', launch: { value: 'seven' }, fails: 'BAD_INPUT' },
  ],
})
