import { ask, defineNode, isObject, type QuestionConfig, type Schema, Type, takeBranches } from '@millrace/model'
import { configProblems } from '../config-problems.ts'
import { jsonObject, jsonSchema } from '../fields/json-fields.ts'
import { defaultAnswer, expired, question, waiting } from '../fields/question-fields.ts'
import { askPerson, given, messageOf } from '../running/ask-person.ts'
import { badSetting, objectAt } from '../running/input-values.ts'

const ORDER = {
  type: 'object',
  properties: {
    item: { type: 'string', title: 'Item', minLength: 1 },
    count: { type: 'integer', title: 'How many', minimum: 1, default: 1 },
  },
  required: ['item'],
}

/** Asks a person to fill in a form. */
export default defineNode({
  id: 'form',
  version: '1.0.0',
  name: 'Form',
  description: 'Asks a person to fill in a form and waits for the answer.',
  category: 'interrupts',
  icon: 'mdi:form-select',
  tags: [
    'questionnaire',
    'survey',
    'human form',
    'input fields',
    'question fields',
    'Formular',
    'Fragebogen',
    'Umfrage',
  ],
  keywords: ['survey', 'questionnaire', 'fields to fill in'],
  summary: '{{message}}',

  config: Type.Object({
    message: question,
    schema: jsonSchema({
      title: 'Fields',
      description:
        'Fields of the form as JSON Schema, one property per field. A pattern that repeats a group is only a hint: ' +
        'answers are not validated against it.',
      height: '240px',
    }),
    defaults: Type.Optional(
      jsonObject({
        title: 'Default values',
        description: 'Initial values by field. Connected values replace these.',
        'x-section': 'advanced',
      }),
    ),
    ...waiting,
    defaultAnswer: Type.Optional(jsonObject(defaultAnswer('Values by field.'))),
  }),
  inputs: {
    message: { name: 'Message', dataType: 'string' },
    defaults: { name: 'Defaults', dataType: 'json', description: 'Initial values by field.' },
  },
  outputs: {
    data: { name: 'Data', dataType: 'json', description: 'Values of the form fields.' },
    expired,
  },
  quick: true,

  run(context) {
    const { config, inputs } = context
    const defaults = objectAt({ defaults: inputs.defaults ?? config.defaults }, 'defaults')
    const wire = given<QuestionConfig<'form'>>({
      message: messageOf(context),
      schema: formSchema(config.schema),
      default_values: Object.keys(defaults).length > 0 ? defaults : undefined,
    })
    return askPerson(context, { type: 'form', config: wire, defaultAnswer: config.defaultAnswer }, (data) => ({ data }))
  },

  examples: [
    {
      title: 'asks and waits for the form',
      config: { message: 'What do you need?', schema: ORDER, defaults: { item: 'Paper' } },
      outputs: ask({
        type: 'form',
        config: { message: 'What do you need?', schema: ORDER, default_values: { item: 'Paper' } },
        allowCancel: true,
      }),
    },
    {
      title: 'fills in connected default values',
      config: { message: 'What do you need?', schema: ORDER, defaults: { item: 'Paper' } },
      inputs: { defaults: { item: 'Ink', count: 2 } },
      outputs: ask({
        type: 'form',
        config: { message: 'What do you need?', schema: ORDER, default_values: { item: 'Ink', count: 2 } },
        allowCancel: true,
      }),
    },
    {
      title: 'outputs the fields, with defaults for blank numbers and without unknown keys',
      config: { message: 'What do you need?', schema: ORDER },
      replies: [{ status: 'answered', value: { item: 'Ink', count: '', 'field-7': 'x' }, responses: [] }],
      outputs: { data: { item: 'Ink', count: 1 } },
    },
    {
      title: 'fails if the question is dismissed',
      config: { message: 'What do you need?', schema: ORDER },
      replies: [{ status: 'cancelled' }],
      fails: 'INTERRUPT_CANCELLED',
    },
    {
      title: 'uses the default answer on expiry',
      config: { message: 'What do you need?', schema: ORDER, expiresIn: 60, defaultAnswer: { item: 'Paper' } },
      replies: [{ status: 'expired' }],
      outputs: { data: { item: 'Paper', count: 1 } },
    },
    {
      title: 'takes "expired" on expiry without a default answer',
      config: { message: 'What do you need?', schema: ORDER, expiresIn: 60 },
      replies: [{ status: 'expired' }],
      wired: ['expired'],
      outputs: takeBranches(['expired']),
    },
    {
      title: 'rejects a default answer with a missing field before asking',
      config: { message: 'What do you need?', schema: ORDER, defaultAnswer: { count: 2 } },
      fails: 'BAD_CONFIG',
    },
    {
      title: 'rejects a schema that cannot be shown as a form',
      config: { message: 'What do you need?', schema: { properties: { item: { type: 'string' } }, required: ['id'] } },
      fails: 'BAD_CONFIG',
    },
    {
      title: 'rejects default values that are not an object',
      config: { message: 'What do you need?', schema: ORDER },
      inputs: { defaults: ['Paper'] },
      fails: 'BAD_INPUT',
    },
  ],
})

/** The schema that the client renders: an object schema with at least one field and only supported keywords. */
function formSchema(own: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const schema: Record<string, unknown> = { type: 'object', ...own }
  const [problem] = configProblems(withoutPatterns(schema) as Schema, 'schema')
  if (problem !== undefined) throw badSetting('schema', `is not a valid form: ${problem}`)
  if (!isObject(schema.properties) || Object.keys(schema.properties).length === 0) {
    throw badSetting('schema', 'must have at least one field')
  }
  return schema
}

/**
 * Removes `pattern`: the defaults are validated against the schema, and a user's pattern could run without a time
 * limit.
 */
function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns)
  if (!isObject(schema)) return schema
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'pattern' || typeof value !== 'string')
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPatterns(value)]))
}
