import { continueLoop, defineNode, expression, Type } from '@millrace/model'
import { isTrue } from '../running/is-true.ts'

/** Repeats the nodes between itself and its loop_back input while a condition is true. */
export default defineNode({
  id: 'while',
  version: '1.0.0',
  name: 'While',
  description: 'Repeats its body while a condition is true. Connect the last node of the body to "Loop back".',
  category: 'logic',
  icon: 'mdi:sync',
  alsoDrawnAs: ['simple'],
  tags: [
    'loop',
    'while loop',
    'repeat',
    'repeat until',
    'until loop',
    'loop condition',
    'Solange-Schleife',
    'Schleife',
    'Wiederholung',
  ],
  keywords: ['retry', 'until', 'poll', 'polling'],
  summary: '{{condition}}',

  config: Type.Object({
    condition: expression({
      title: 'Condition',
      description: 'JSONata over value and index, evaluated before each iteration.',
      pattern: '\\S',
      maxLength: 10_000,
      'x-scope': { kind: 'round', port: 'value' },
      placeholder: 'value.attempts < 3',
    }),
    maxIterations: Type.Optional(
      Type.Integer({
        title: 'Max iterations',
        description: 'The node fails if more are needed.',
        default: 1000,
        minimum: 1,
        maximum: 100_000,
        'x-section': 'advanced',
      }),
    ),
  }),
  inputs: {
    value: { name: 'Value', dataType: 'mixed', description: 'Value for the first iteration.' },
    loop_back: {
      name: 'Loop back',
      dataType: 'mixed',
      description: 'End of the body: the value for the next iteration.',
    },
  },
  outputs: {
    value: { name: 'Value', dataType: 'mixed', description: 'Value of the current iteration.' },
    index: { name: 'Index', dataType: 'number', description: 'Starts at 0.' },
    result: { name: 'Result', dataType: 'mixed', description: 'Value when the condition became false.' },
    completed: { name: 'Completed', dataType: 'trigger', description: 'Fires after the last iteration.' },
  },

  loop: { kind: 'while', each: ['value', 'index'] },

  /** Evaluated before each iteration; the engine runs the loop. */
  async run({ config, inputs, round, effects }) {
    const { value = null } = inputs
    return continueLoop(isTrue(await effects.expression(config.condition, { value, index: round })))
  },

  examples: [
    {
      title: 'iterates while the condition is true',
      config: { condition: 'value.attempts < 3' },
      inputs: { value: { attempts: 2 } },
      outputs: continueLoop(true),
    },
    {
      title: 'ends when the condition is false',
      config: { condition: 'value.attempts < 3' },
      inputs: { value: { attempts: 3 } },
      outputs: continueLoop(false),
    },
    {
      title: 'counts from 0 and treats an undefined condition as false',
      config: { condition: 'index = 0 and value.more' },
      inputs: { value: {} },
      outputs: continueLoop(false),
    },
  ],
})
