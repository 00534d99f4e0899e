import { defineNode, isObject, NodeFailure, Type, template } from '@millrace/model'
import { dynamicInputs } from '../fields/dynamic-ports.ts'
import { definedValues } from '../running/input-values.ts'

/** Renders a text template with values. */
export default defineNode({
  id: 'prompt_template',
  version: '1.0.0',
  name: 'Prompt template',
  description: 'Fills the placeholders of a text template with values.',
  category: 'prompts',
  icon: 'mdi:text-box-edit',
  alsoDrawnAs: ['simple'],
  tags: [
    'template',
    'text template',
    'liquid',
    'liquid template',
    'prompt builder',
    'Vorlage',
    'Prompt-Vorlage',
    'Textvorlage',
  ],
  summary: '{{template}}',

  config: Type.Object({
    template: template({
      title: 'Template',
      description:
        'Liquid template. Each {{ name }} makes an input of that name; without a source it is a key of the data.',
      minLength: 1,
      maxLength: 65_536,
      height: '240px',
      placeholderExample: 'Dear {{ customer.name }}, your order {{ order }} is on its way.',
      variables: { ports: ['data'], showHints: true },
      'x-scope': { kind: 'placeholders', port: 'data', strict: 'strictMode' },
    }),
    strictMode: Type.Optional(
      Type.Boolean({
        title: 'Strict mode',
        description: 'The node fails for a placeholder without a value; otherwise it stays empty and is listed.',
        default: false,
      }),
    ),
    dynamicInputs: dynamicInputs({ description: 'For inputs with a type. Each is available as a placeholder.' }),
  }),
  inputs: { data: { name: 'Data', dataType: 'json', description: 'Keys are available as placeholders.' } },
  outputs: {
    output: { name: 'Output', dataType: 'string' },
    missing_variables: { name: 'Missing variables', dataType: 'string[]' },
  },
  pure: true,

  async run({ config, inputs, effects, log }) {
    const { data, ...placeholders } = inputs
    const variables = {
      ...(data === undefined ? {} : { data }),
      ...(isObject(data) ? data : {}),
      ...definedValues(placeholders),
    }
    const { text, missing } = await effects.template(config.template, variables)
    if (config.strictMode === true && missing.length > 0) {
      throw new NodeFailure('MISSING_VARIABLES', `Missing template variables: ${missing.join(', ')}.`)
    }
    if (missing.length > 0) log('warning', `Missing template variables are left empty: ${missing.join(', ')}.`)
    return { output: text, missing_variables: missing }
  },

  examples: [
    {
      title: 'fills in the keys of the data',
      config: { template: 'Dear {{ customer.name }}, your order {{ order }} is on its way.' },
      inputs: { data: { customer: { name: 'Ada' }, order: 7 } },
      outputs: { output: 'Dear Ada, your order 7 is on its way.', missing_variables: [] },
    },
    {
      title: 'makes an input of each placeholder',
      config: { template: 'Hi {{ user }}, you wrote {{ text }}' },
      inputs: { user: 'Ada', text: 'hello' },
      outputs: { output: 'Hi Ada, you wrote hello', missing_variables: [] },
    },
    {
      title: 'prefers inputs over the data',
      config: { template: '{{ greeting }}, {{ name }}!', dynamicInputs: [{ name: 'greeting', dataType: 'string' }] },
      inputs: { data: { greeting: 'Hello', name: 'Ada' }, greeting: 'Good day' },
      outputs: { output: 'Good day, Ada!', missing_variables: [] },
    },
    {
      title: 'leaves missing variables empty and lists them',
      config: { template: 'Hello {{ name }}!' },
      outputs: { output: 'Hello !', missing_variables: ['name'] },
    },
    {
      title: 'fails for missing variables in strict mode',
      config: { template: 'Hello {{ name }}!', strictMode: true },
      inputs: { data: {} },
      fails: 'MISSING_VARIABLES',
    },
  ],
})
