import { continueLoop, defineNode, expression, Type } from '@millrace/model'
import { isTrue } from '../running/is-true.ts'

/** Runs what lies between it and its loop_back input as long as a condition holds. */
export default defineNode({
  id: 'while',
  version: '1.0.0',
  name: 'While',
  description: 'Repeats its body as long as a condition holds. The last node of the body connects back to "Loop back".',
  category: 'logic',
  icon: 'mdi:sync',
  alsoDrawnAs: ['simple'],
  tags: ['loop', 'repeat', 'until', 'condition'],

  config: Type.Object({
    condition: expression({
      title: 'Condition',
      description: 'JSONata over value and index, asked before every round.',
      pattern: '\\S',
      maxLength: 10_000,
      placeholder: 'value.attempts < 3',
    }),
    maxIterations: Type.Optional(
      Type.Integer({
        title: 'Most rounds',
        description: 'One more fails the node.',
        default: 1000,
        minimum: 1,
        maximum: 100_000,
      }),
    ),
  }),
  inputs: {
    value: { name: 'Value', dataType: 'mixed', description: 'What the first round begins with.' },
    loop_back: { name: 'Loop back', dataType: 'mixed', description: 'End of the body: the value of the next round.' },
  },
  outputs: {
    value: { name: 'Value', dataType: 'mixed', description: 'The value of this round.' },
    index: { name: 'Index', dataType: 'number', description: 'Counted from 0.' },
    result: { name: 'Result', dataType: 'mixed', description: 'The value when the condition no longer held.' },
    completed: { name: 'Completed', dataType: 'trigger', description: 'After the last round.' },
  },

  loop: { kind: 'while', each: ['value', 'index'] },

  /** Asked before every round; the engine does the rest. */
  async run({ config, inputs, round, effects }) {
    const { value = null } = inputs
    return continueLoop(isTrue(await effects.expression(config.condition, { value, index: round })))
  },

  examples: [
    {
      title: 'another round while the condition holds',
      config: { condition: 'value.attempts < 3' },
      inputs: { value: { attempts: 2 } },
      outputs: continueLoop(true),
    },
    {
      title: 'the end once it does not',
      config: { condition: 'value.attempts < 3' },
      inputs: { value: { attempts: 3 } },
      outputs: continueLoop(false),
    },
    {
      title: 'rounds count from 0, and a condition without an answer does not hold',
      config: { condition: 'index = 0 and value.more' },
      inputs: { value: {} },
      outputs: continueLoop(false),
    },
  ],
})
