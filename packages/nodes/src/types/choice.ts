import { ask, defineNode, type QuestionConfig, Type, takeBranches } from '@millrace/model'
import { defaultAnswer, expired, question, waiting } from '../fields/question-fields.ts'
import { askPerson, given, messageOf } from '../running/ask-person.ts'
import { badSetting } from '../running/input-values.ts'
import { optionList } from '../running/option-list.ts'

/** Asks a person to select one or more options. */
export default defineNode({
  id: 'choice',
  version: '1.0.0',
  name: 'Choice',
  description: 'Asks a person to select one or more options.',
  category: 'interrupts',
  icon: 'mdi:format-list-checks',
  tags: [
    'select',
    'selection',
    'multiple choice',
    'picker',
    'dropdown',
    'human choice',
    'question with options',
    'Auswahl',
    'Auswahlfrage',
  ],
  summary: '{{message}}',

  config: Type.Object({
    message: question,
    options: Type.Array(
      Type.Object({
        value: Type.String({ title: 'Value', description: 'Output if this option is selected.', maxLength: 1000 }),
        label: Type.Optional(Type.String({ title: 'Label', description: 'Shown to the person.', maxLength: 1000 })),
        description: Type.Optional(Type.String({ title: 'Description', maxLength: 1000 })),
      }),
      { title: 'Options', description: 'Connected options replace these.', minItems: 1, maxItems: 1000 },
    ),
    multiple: Type.Optional(Type.Boolean({ title: 'Multiple selection', default: false })),
    minSelections: Type.Optional(
      Type.Integer({ title: 'Min selections', minimum: 0, maximum: 1000, 'x-show-when': { multiple: true } }),
    ),
    maxSelections: Type.Optional(
      Type.Integer({ title: 'Max selections', minimum: 1, maximum: 1000, 'x-show-when': { multiple: true } }),
    ),
    ...waiting,
    defaultAnswer: Type.Optional(Type.Any(defaultAnswer('The value of an option; a list for multiple selection.'))),
  }),
  inputs: {
    message: { name: 'Message', dataType: 'string' },
    options: { name: 'Options', dataType: 'array', description: 'Strings, or objects with value and label.' },
  },
  outputs: {
    choice: { name: 'Choice', dataType: 'mixed', description: 'The selected value, or a list for multiple selection.' },
    expired,
  },
  quick: true,

  run(context) {
    const { config } = context
    const options = optionList({ options: context.inputs.options ?? config.options })
    const isMultiple = config.multiple === true
    const wire = given<QuestionConfig<'choice'>>({
      message: messageOf(context),
      options,
      multiple: isMultiple,
      ...(isMultiple ? selections(config, options.length) : {}),
    })
    const none = config.defaultAnswer === '' || config.defaultAnswer === null
    const asking = { type: 'choice', config: wire, defaultAnswer: none ? undefined : config.defaultAnswer } as const
    return askPerson(context, asking, (choice) => ({ choice }))
  },

  examples: [
    {
      title: 'asks and waits for the choice',
      config: {
        message: 'Which one?',
        options: [{ value: 'red', label: 'Red', description: 'Like a fire engine' }, { value: 'blue' }],
      },
      outputs: ask({
        type: 'choice',
        config: {
          message: 'Which one?',
          options: [
            { value: 'red', label: 'Red', description: 'Like a fire engine' },
            { value: 'blue', label: 'blue' },
          ],
          multiple: false,
        },
        allowCancel: true,
      }),
    },
    {
      title: 'uses connected options and allows multiple selection',
      config: {
        message: 'Which ones?',
        options: [{ value: 'none' }],
        multiple: true,
        minSelections: 1,
        maxSelections: 2,
      },
      inputs: { options: ['red', 2, { value: 'blue', label: 'Blue' }] },
      outputs: ask({
        type: 'choice',
        config: {
          message: 'Which ones?',
          options: [
            { value: 'red', label: 'red' },
            { value: '2', label: '2' },
            { value: 'blue', label: 'Blue' },
          ],
          multiple: true,
          min_selections: 1,
          max_selections: 2,
        },
        allowCancel: true,
      }),
    },
    {
      title: 'outputs the selected value',
      config: { message: 'Which one?', options: [{ value: 'red' }, { value: 'blue' }] },
      replies: [{ status: 'answered', value: 'blue', responses: [] }],
      outputs: { choice: 'blue' },
    },
    {
      title: 'outputs a list for multiple selection',
      config: { message: 'Which ones?', options: [{ value: 'red' }, { value: 'blue' }], multiple: true },
      replies: [{ status: 'answered', value: ['blue', 'red'], responses: [] }],
      outputs: { choice: ['blue', 'red'] },
    },
    {
      title: 'fails if the question is dismissed',
      config: { message: 'Which one?', options: [{ value: 'red' }] },
      replies: [{ status: 'cancelled' }],
      fails: 'INTERRUPT_CANCELLED',
    },
    {
      title: 'uses the default answer on expiry',
      config: { message: 'Which one?', options: [{ value: 'red' }], expiresIn: 60, defaultAnswer: 'red' },
      replies: [{ status: 'expired' }],
      outputs: { choice: 'red' },
    },
    {
      title: 'takes "expired" on expiry without a default answer',
      config: { message: 'Which one?', options: [{ value: 'red' }], expiresIn: 60 },
      replies: [{ status: 'expired' }],
      wired: ['expired'],
      outputs: takeBranches(['expired']),
    },
    {
      title: 'rejects a default answer that is not an option before asking',
      config: { message: 'Which one?', options: [{ value: 'red' }], defaultAnswer: 'green' },
      fails: 'BAD_CONFIG',
    },
    {
      title: 'rejects options with duplicate values',
      config: { message: 'Which one?', options: [{ value: 'red' }] },
      inputs: { options: ['red', { value: 'red', label: 'Another red' }] },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects an empty list of options',
      config: { message: 'Which one?', options: [{ value: 'red' }] },
      inputs: { options: [] },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects a minimum above the number of options',
      config: { message: 'Which ones?', options: [{ value: 'red' }], multiple: true, minSelections: 2 },
      fails: 'BAD_CONFIG',
    },
  ],
})

interface Bounds {
  readonly minSelections?: number
  readonly maxSelections?: number
}

function selections({ minSelections: min, maxSelections: max }: Bounds, count: number) {
  const most = Math.min(max ?? count, count)
  if (min !== undefined && min > most) throw badSetting('minSelections', `must be at most ${most} (got ${min})`)
  return { min_selections: min, max_selections: max }
}
