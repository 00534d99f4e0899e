import { defineNode, type Schema, Type } from '@millrace/model'
import { valueSchema } from '../fields/json-fields.ts'
import { issuesBy, refuseUncheckable } from '../running/checkable-schema.ts'

/** Checks a value against a JSON Schema; a value that does not fit is no failure. */
export default defineNode({
  id: 'json_validator',
  version: '1.0.0',
  name: 'Check against a schema',
  description:
    'Checks a value against a JSON Schema and says what does not fit. ' +
    'It knows all keywords of JSON Schema but unevaluatedItems, unevaluatedProperties and references to other ' +
    'documents; a schema with one of these is refused.',
  category: 'processing',
  icon: 'mdi:check-decagram',
  tags: ['json', 'schema', 'validate'],

  config: Type.Object({
    jsonSchema: valueSchema({ title: 'JSON Schema', height: '240px' }),
  }),
  inputs: { data: { name: 'Data', dataType: 'mixed', required: true } },
  outputs: {
    valid: { name: 'Valid', dataType: 'boolean' },
    errors: { name: 'Errors', dataType: 'json[]', description: 'Each with its path and a message.' },
    data: { name: 'Data', dataType: 'mixed', description: 'The same value.' },
  },

  async run({ config, inputs, effects }) {
    const { data = null } = inputs
    refuseUncheckable(config.jsonSchema, 'jsonSchema')
    const issues = await issuesBy(config.jsonSchema as Schema, data, effects)
    const errors = issues.map(({ path, message }) => ({ path, message }))
    return { valid: errors.length === 0, errors, data }
  },

  examples: [
    {
      title: 'a value that fits',
      config: { jsonSchema: { type: 'object', properties: { age: { type: 'integer', minimum: 0 } } } },
      inputs: { data: { age: 36 } },
      outputs: { valid: true, errors: [], data: { age: 36 } },
    },
    {
      title: 'one that does not, with every reason and its place',
      config: {
        jsonSchema: {
          type: 'object',
          required: ['name'],
          properties: { age: { type: 'integer' }, code: { type: 'string', pattern: '^[A-Z]{3}$' } },
        },
      },
      inputs: { data: { age: 'x', code: 'ab' } },
      outputs: {
        valid: false,
        errors: [
          { path: '/name', message: 'is required' },
          { path: '/age', message: 'must be a whole number, is a text' },
          { path: '/code', message: 'must match ^[A-Z]{3}$' },
        ],
        data: { age: 'x', code: 'ab' },
      },
    },
    {
      title: 'a schema with references and conditions',
      config: {
        jsonSchema: {
          $defs: { name: { type: 'string', minLength: 1 } },
          properties: { name: { $ref: '#/$defs/name' }, kind: { not: { const: 'none' } } },
        },
      },
      inputs: { data: { name: '', kind: 'none' } },
      outputs: {
        valid: false,
        errors: [
          { path: '/name', message: 'must not be empty' },
          { path: '/kind', message: 'is of a kind that is excluded' },
        ],
        data: { name: '', kind: 'none' },
      },
    },
    {
      title: 'a schema that asks for more than the node knows is refused, and not half checked',
      config: { jsonSchema: { properties: { a: { unevaluatedProperties: false } } } },
      inputs: { data: { a: 'x' } },
      fails: 'BAD_CONFIG',
    },
  ],
})
