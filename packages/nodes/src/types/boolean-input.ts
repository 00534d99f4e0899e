import { defineNode, Type } from '@millrace/model'
import { badInput, kindOf } from '../running/input-values.ts'
import { launched } from '../running/launch-value.ts'

/** Forms and query strings send text only. */
const WORDS: Readonly<Record<string, boolean | undefined>> = { true: true, false: false }

/** A boolean launch input, or a fixed value. */
export default defineNode({
  id: 'boolean_input',
  version: '1.0.0',
  name: 'Boolean input',
  description: 'A boolean provided when an execution starts, or a fixed value.',
  category: 'inputs',
  icon: 'mdi:toggle-switch',
  visual: 'simple',
  alsoDrawnAs: ['square', 'default'],
  tags: [
    'boolean',
    'boolean value',
    'boolean constant',
    'yes no field',
    'checkbox',
    'toggle',
    'flag',
    'switch input',
    'Ja/Nein-Eingabe',
    'Wahrheitswert',
    'Kontrollkästchen',
  ],
  summary: '{{defaultValue}}',

  config: Type.Object({
    defaultValue: Type.Optional(
      Type.Boolean({ title: 'Value', description: 'Used if the launch provides no value.', default: false }),
    ),
  }),
  inputs: {},
  outputs: { value: { name: 'Value', dataType: 'boolean' } },
  quick: true,

  run(context) {
    const given = launched(context, 'value') ?? false
    const value = typeof given === 'string' ? WORDS[given.trim().toLowerCase()] : given
    if (typeof value !== 'boolean') throw badInput('value', `must be true or false (got ${kindOf(given)})`)
    return { value }
  },

  examples: [
    { title: 'outputs the launch value', launch: { value: true }, outputs: { value: true } },
    { title: 'accepts true and false as text', launch: { value: 'True' }, outputs: { value: true } },
    { title: 'uses the setting without a launch value', outputs: { value: false } },
    { title: 'rejects other values', launch: { value: 'maybe' }, fails: 'BAD_INPUT' },
  ],
})
