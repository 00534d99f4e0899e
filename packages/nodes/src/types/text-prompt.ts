import { ask, defineNode, type QuestionConfig, Type, takeBranches } from '@millrace/model'
import { defaultAnswer, expired, question, waiting } from '../fields/question-fields.ts'
import { askPerson, given, messageOf } from '../running/ask-person.ts'
import { badSetting } from '../running/input-values.ts'

/** Asks a person for text. */
export default defineNode({
  id: 'text_prompt',
  version: '1.0.0',
  name: 'Text prompt',
  description: 'Asks a person for text and waits for the answer.',
  category: 'interrupts',
  icon: 'mdi:form-textarea',
  tags: [
    'text question',
    'ask user',
    'user question',
    'question to the user',
    'human input',
    'human answer',
    'Textfrage',
    'Rückfrage',
  ],
  keywords: ['question', 'ask', 'ask user'],
  summary: '{{message}}',

  config: Type.Object({
    message: question,
    placeholder: Type.Optional(
      Type.String({ title: 'Placeholder', description: 'Shown in the empty field.', maxLength: 200 }),
    ),
    multiline: Type.Optional(Type.Boolean({ title: 'Multiline', default: false })),
    minLength: Type.Optional(
      Type.Integer({
        title: 'Min length',
        description: 'In characters. Default is 1; 0 allows an empty answer.',
        minimum: 0,
        maximum: 1_000_000,
        'x-section': 'advanced',
      }),
    ),
    maxLength: Type.Optional(
      Type.Integer({
        title: 'Max length',
        description: 'In characters.',
        minimum: 1,
        maximum: 1_000_000,
        'x-section': 'advanced',
      }),
    ),
    defaultValue: Type.Optional(
      Type.String({ title: 'Default value', description: 'Initial text in the field.', maxLength: 10_000 }),
    ),
    ...waiting,
    defaultAnswer: Type.Optional(
      Type.String({ ...defaultAnswer('If empty, there is no default answer.'), maxLength: 10_000 }),
    ),
  }),
  inputs: { message: { name: 'Message', dataType: 'string' } },
  outputs: { text: { name: 'Text', dataType: 'string' }, expired },
  agentspec: 'input_message_node',
  quick: true,

  run(context) {
    const { config } = context
    if (config.minLength !== undefined && config.maxLength !== undefined && config.minLength > config.maxLength) {
      throw badSetting('minLength', `must not be greater than maxLength (${config.maxLength}), got ${config.minLength}`)
    }
    const wire = given<QuestionConfig<'text'>>({
      message: messageOf(context),
      placeholder: config.placeholder || undefined,
      multiline: config.multiline === true,
      min_length: config.minLength,
      max_length: config.maxLength,
      default_value: config.defaultValue || undefined,
    })
    const asking = { type: 'text', config: wire, defaultAnswer: config.defaultAnswer || undefined } as const
    return askPerson(context, asking, (text) => ({ text }))
  },

  examples: [
    {
      title: 'asks and waits for the text',
      config: {
        message: 'What is the order about?',
        placeholder: 'A few words',
        multiline: true,
        minLength: 3,
        maxLength: 200,
        defaultValue: 'Paper',
      },
      outputs: ask({
        type: 'text',
        config: {
          message: 'What is the order about?',
          placeholder: 'A few words',
          multiline: true,
          min_length: 3,
          max_length: 200,
          default_value: 'Paper',
        },
        allowCancel: true,
      }),
    },
    {
      title: 'outputs the answer',
      config: { message: 'Your name?' },
      replies: [{ status: 'answered', value: 'Ada', responses: [] }],
      outputs: { text: 'Ada' },
    },
    {
      title: 'fails if the question is dismissed',
      config: { message: 'Your name?' },
      replies: [{ status: 'cancelled' }],
      fails: 'INTERRUPT_CANCELLED',
    },
    {
      title: 'uses the default answer on expiry',
      config: { message: 'Your name?', expiresIn: 60, defaultAnswer: 'Nobody' },
      replies: [{ status: 'expired' }],
      outputs: { text: 'Nobody' },
    },
    {
      title: 'takes "expired" on expiry without a default answer',
      config: { message: 'Your name?', expiresIn: 60 },
      replies: [{ status: 'expired' }],
      wired: ['expired'],
      outputs: takeBranches(['expired']),
    },
    {
      title: 'rejects a default answer that is too short before asking',
      config: { message: 'Your name?', minLength: 5, defaultAnswer: 'Ada' },
      fails: 'BAD_CONFIG',
    },
    {
      title: 'rejects a minimum length above the maximum',
      config: { message: 'Your name?', minLength: 5, maxLength: 4 },
      fails: 'BAD_CONFIG',
    },
  ],
})
