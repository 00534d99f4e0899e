import { ask, defineNode, type QuestionConfig, Type, takeBranches } from '@millrace/model'
import { defaultAnswer, expired, question, waiting } from '../fields/question-fields.ts'
import { askPerson, given, messageOf } from '../running/ask-person.ts'
import { badSetting } from '../running/input-values.ts'

/** Asks a person for a text. */
export default defineNode({
  id: 'text_prompt',
  version: '1.0.0',
  name: 'Ask for a text',
  description: 'Asks a person for a text and waits for it.',
  category: 'interrupts',
  icon: 'mdi:form-textarea',
  tags: ['human', 'question', 'text', 'answer'],

  config: Type.Object({
    message: question,
    placeholder: Type.Optional(
      Type.String({ title: 'Hint', description: 'Shown in the empty field.', maxLength: 200 }),
    ),
    multiline: Type.Optional(Type.Boolean({ title: 'Several lines', default: false })),
    minLength: Type.Optional(
      Type.Integer({
        title: 'Shortest answer',
        description: 'In characters. Left empty, the answer needs one; with 0 it may be empty.',
        minimum: 0,
        maximum: 1_000_000,
      }),
    ),
    maxLength: Type.Optional(
      Type.Integer({ title: 'Longest answer', description: 'In characters.', minimum: 1, maximum: 1_000_000 }),
    ),
    defaultValue: Type.Optional(
      Type.String({ title: 'Suggested answer', description: 'Stands in the field at first.', maxLength: 10_000 }),
    ),
    ...waiting,
    defaultAnswer: Type.Optional(Type.String({ ...defaultAnswer('Left empty, there is none.'), maxLength: 10_000 })),
  }),
  inputs: { message: { name: 'Message', dataType: 'string' } },
  outputs: { text: { name: 'Text', dataType: 'string' }, expired },
  agentspec: 'input_message_node',
  quick: true,

  run(context) {
    const { config } = context
    if (config.minLength !== undefined && config.maxLength !== undefined && config.minLength > config.maxLength) {
      throw badSetting('minLength', `is ${config.minLength}, and the longest answer has ${config.maxLength}`)
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
      title: 'asks, and waits for the text',
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
      title: 'hands on what was answered',
      config: { message: 'Your name?' },
      replies: [{ status: 'answered', value: 'Ada', responses: [] }],
      outputs: { text: 'Ada' },
    },
    {
      title: 'fails when the question is dismissed',
      config: { message: 'Your name?' },
      replies: [{ status: 'cancelled' }],
      fails: 'INTERRUPT_CANCELLED',
    },
    {
      title: 'when the time is up, the default answer counts',
      config: { message: 'Your name?', expiresIn: 60, defaultAnswer: 'Nobody' },
      replies: [{ status: 'expired' }],
      outputs: { text: 'Nobody' },
    },
    {
      title: 'without one, it leaves by "expired" and puts out no text',
      config: { message: 'Your name?', expiresIn: 60 },
      replies: [{ status: 'expired' }],
      wired: ['expired'],
      outputs: takeBranches(['expired']),
    },
    {
      title: 'a default answer that is too short is refused before anybody is asked',
      config: { message: 'Your name?', minLength: 5, defaultAnswer: 'Ada' },
      fails: 'BAD_CONFIG',
    },
    {
      title: 'bounds that no text meets are refused',
      config: { message: 'Your name?', minLength: 5, maxLength: 4 },
      fails: 'BAD_CONFIG',
    },
  ],
})
