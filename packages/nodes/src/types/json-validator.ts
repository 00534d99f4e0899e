import { defineNode, type Schema, Type } from '@millrace/model'
import { valueSchema } from '../fields/json-fields.ts'
import { issuesBy, refuseUncheckable } from '../running/schema-check.ts'

/** Validates a value against a JSON Schema. An invalid value is a result, not a node failure. */
export default defineNode({
  id: 'json_validator',
  version: '1.0.0',
  name: 'JSON Schema validator',
  description:
    'Validates a value against a JSON Schema and lists the validation errors. ' +
    'Supports all JSON Schema keywords except unevaluatedItems, unevaluatedProperties and references to other ' +
    'documents; a schema that uses these is rejected.',
  category: 'processing',
  icon: 'mdi:check-decagram',
  tags: [
    'validator',
    'validation',
    'validate json',
    'json schema',
    'schema check',
    'schema validation',
    'Schemaprüfung',
    'Validierung',
    'JSON-Prüfung',
  ],
  keywords: ['check schema', 'ajv'],
  summary: '{{jsonSchema}}',

  config: Type.Object({
    jsonSchema: valueSchema({ title: 'JSON Schema', height: '240px' }),
  }),
  inputs: { data: { name: 'Data', dataType: 'mixed', required: true } },
  outputs: {
    valid: { name: 'Valid', dataType: 'boolean' },
    errors: { name: 'Errors', dataType: 'json[]', description: 'Each with path and message.' },
    data: { name: 'Data', dataType: 'mixed', description: 'The input value, unchanged.' },
  },
  pure: true,

  async run({ config, inputs, effects }) {
    const { data = null } = inputs
    refuseUncheckable(config.jsonSchema, 'jsonSchema')
    const issues = await issuesBy(config.jsonSchema as Schema, data, effects)
    const errors = issues.map(({ path, message }) => ({ path, message }))
    return { valid: errors.length === 0, errors, data }
  },

  examples: [
    {
      title: 'accepts a valid value',
      config: { jsonSchema: { type: 'object', properties: { age: { type: 'integer', minimum: 0 } } } },
      inputs: { data: { age: 36 } },
      outputs: { valid: true, errors: [], data: { age: 36 } },
    },
    {
      title: 'lists every error of an invalid value with its path',
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
      title: 'supports references and conditions',
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
      title: 'rejects a schema with unsupported keywords',
      config: { jsonSchema: { properties: { a: { unevaluatedProperties: false } } } },
      inputs: { data: { a: 'x' } },
      fails: 'BAD_CONFIG',
    },
  ],
})
