import { defineNode, Type } from '@millrace/model'
import { badInput, kindOf } from '../running/input-values.ts'
import { launched } from '../running/launched.ts'

/** Forms and addresses can only send texts. */
const WORDS: Readonly<Record<string, boolean | undefined>> = { true: true, false: false }

/** A yes or no given at launch, or a fixed one. */
export default defineNode({
  id: 'boolean_input',
  version: '1.0.0',
  name: 'Yes/no input',
  description: 'A yes or no that is given when a run starts, or a fixed one.',
  category: 'inputs',
  icon: 'mdi:toggle-switch',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: ['boolean', 'switch', 'value', 'constant'],

  config: Type.Object({
    defaultValue: Type.Optional(
      Type.Boolean({ title: 'Value', description: 'Used when none is given.', default: false }),
    ),
  }),
  inputs: {},
  outputs: { value: { name: 'Value', dataType: 'boolean' } },
  quick: true,

  run(context) {
    const given = launched(context, 'value') ?? false
    const value = typeof given === 'string' ? WORDS[given.trim().toLowerCase()] : given
    if (typeof value !== 'boolean') throw badInput('value', `must be true or false, is ${kindOf(given)}`)
    return { value }
  },

  examples: [
    { title: 'brings the yes or no of the launch', launch: { value: true }, outputs: { value: true } },
    { title: 'it may be written as text', launch: { value: 'True' }, outputs: { value: true } },
    { title: 'without a launch value the setting is used', outputs: { value: false } },
    { title: 'anything else is refused', launch: { value: 'maybe' }, fails: 'BAD_INPUT' },
  ],
})
