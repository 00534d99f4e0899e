import { defineNode, expression, Type, takeBranches, titledChoice } from '@millrace/model'
import { fixedBranches } from '../fields/branches.ts'
import { branchFor } from '../running/choose-branch.ts'
import { OPERATORS } from '../running/operators.ts'

const BRANCHES = [
  { name: 'True', label: 'True', value: true },
  { name: 'False', label: 'False', value: false },
]

/** Operators that compare with a text. */
const WITH_TEXT = ['equals', 'not_equals', 'contains', 'starts_with', 'ends_with']

/** Takes one of two branches, by a comparison or an expression. */
export default defineNode({
  id: 'if_else',
  version: '1.0.0',
  name: 'If / else',
  description: 'Takes one of two branches, depending on the input.',
  category: 'logic',
  icon: 'mdi:call-split',
  visual: 'gateway',
  tags: [
    'if',
    'condition',
    'conditional',
    'if condition',
    'if statement',
    'branch',
    'decision',
    'compare',
    'Bedingung',
    'Wenn-Dann',
    'Verzweigung',
    'Entscheidung',
  ],
  keywords: ['compare', 'check', 'gate', 'true false'],
  summary: [
    { when: { operator: 'expression' }, text: '{{expression}}' },
    { when: { operator: 'is_empty' }, text: '{{operator}}' },
    '{{operator}} {{matchText}}',
  ],

  config: Type.Object({
    operator: Type.Optional(
      titledChoice(
        {
          equals: 'Equals',
          not_equals: 'Does not equal',
          contains: ['Contains', 'A part of a text, or an item of a list.'],
          starts_with: 'Starts with',
          ends_with: 'Ends with',
          regex: 'Matches a regular expression',
          greater_than: 'Is greater than',
          less_than: 'Is less than',
          is_empty: ['Is empty', 'No value, an empty text, an empty list or an empty object.'],
          expression: ['Expression', 'JSONata over the fields of the data.'],
        },
        { title: 'Operator', default: 'equals' },
      ),
    ),
    matchText: Type.Optional(
      Type.String({
        title: 'Compare with',
        description: 'Text or number.',
        default: '',
        maxLength: 10_000,
        'x-show-when': { operator: [...WITH_TEXT, 'regex', 'greater_than', 'less_than'] },
        'x-variants': {
          operator: { regex: { title: 'Pattern', description: 'Regular expression.', placeholder: '^order-\\d+$' } },
        },
      }),
    ),
    expression: Type.Optional(
      expression({
        title: 'Expression',
        description: 'JSONata over the fields of the data; "data" is the value itself.',
        maxLength: 10_000,
        'x-scope': { kind: 'fields', port: 'data' },
        placeholder: 'total > 100 and country = "NL"',
        'x-show-when': { operator: 'expression' },
      }),
    ),
    caseSensitive: Type.Optional(
      Type.Boolean({
        title: 'Case-sensitive',
        default: false,
        'x-show-when': { operator: [...WITH_TEXT, 'regex'] },
      }),
    ),
    branches: fixedBranches(BRANCHES),
  }),
  inputs: { data: { name: 'Data', dataType: 'mixed', description: 'The value to compare.' } },
  outputs: {},
  agentspec: 'branching_node',
  pure: true,

  async run({ config, inputs, effects }) {
    const isMet = await OPERATORS[config.operator ?? 'equals']({
      value: inputs.data,
      text: config.matchText ?? '',
      expression: config.expression ?? '',
      isCaseSensitive: config.caseSensitive === true,
      effects,
    })
    return branchFor(config.branches ?? BRANCHES, isMet)
  },

  examples: [
    {
      title: 'equals: ignores case by default',
      config: { operator: 'equals', matchText: 'yes' },
      inputs: { data: 'YES' },
      outputs: takeBranches(['True']),
    },
    {
      title: 'equals: case-sensitive',
      config: { operator: 'equals', matchText: 'yes', caseSensitive: true },
      inputs: { data: 'YES' },
      outputs: takeBranches(['False']),
    },
    {
      title: 'equals: compares a number with its text',
      config: { operator: 'equals', matchText: '5.0' },
      inputs: { data: 5 },
      outputs: takeBranches(['True']),
    },
    {
      title: 'not_equals',
      config: { operator: 'not_equals', matchText: 'open' },
      inputs: { data: 'closed' },
      outputs: takeBranches(['True']),
    },
    {
      title: 'contains: substring of a text',
      config: { operator: 'contains', matchText: 'ERR' },
      inputs: { data: 'an error' },
      outputs: takeBranches(['True']),
    },
    {
      title: 'contains: an item of a list',
      config: { operator: 'contains', matchText: 'red' },
      inputs: { data: ['blue', 'Red'] },
      outputs: takeBranches(['True']),
    },
    {
      title: 'starts_with',
      config: { operator: 'starts_with', matchText: 're:' },
      inputs: { data: 'Re: your order' },
      outputs: takeBranches(['True']),
    },
    {
      title: 'ends_with',
      config: { operator: 'ends_with', matchText: '.pdf' },
      inputs: { data: 'invoice.txt' },
      outputs: takeBranches(['False']),
    },
    {
      title: 'regex',
      config: { operator: 'regex', matchText: '^order-\\d+$' },
      inputs: { data: 'ORDER-77' },
      outputs: takeBranches(['True']),
    },
    {
      title: 'regex: rejects an invalid pattern',
      config: { operator: 'regex', matchText: '(' },
      inputs: { data: 'x' },
      fails: 'BAD_CONFIG',
    },
    {
      title: 'greater_than compares numbers as numbers',
      config: { operator: 'greater_than', matchText: '9' },
      inputs: { data: 10 },
      outputs: takeBranches(['True']),
    },
    {
      title: 'less_than compares dates and other strings as text',
      config: { operator: 'less_than', matchText: '2030-01-01' },
      inputs: { data: '2029-12-31' },
      outputs: takeBranches(['True']),
    },
    {
      title: 'rejects ordering comparisons of lists',
      config: { operator: 'greater_than', matchText: '9' },
      inputs: { data: [10] },
      fails: 'BAD_INPUT',
    },
    { title: 'is_empty: true without an input', config: { operator: 'is_empty' }, outputs: takeBranches(['True']) },
    {
      title: 'is_empty: false for zero',
      config: { operator: 'is_empty' },
      inputs: { data: 0 },
      outputs: takeBranches(['False']),
    },
    {
      title: 'expression: provides the fields of the data by name',
      config: { operator: 'expression', expression: 'total > 100 and country = "NL"' },
      inputs: { data: { total: 120, country: 'NL' } },
      outputs: takeBranches(['True']),
    },
    {
      title: 'expression: provides the value as "data"',
      config: { operator: 'expression', expression: '$count(data) > 2' },
      inputs: { data: [1, 2] },
      outputs: takeBranches(['False']),
    },
    {
      title: 'matches renamed branches by their values',
      config: {
        operator: 'is_empty',
        branches: [
          { name: 'nothing', value: true },
          { name: 'something', value: 'false' },
        ],
      },
      inputs: { data: 'x' },
      outputs: takeBranches(['something']),
    },
  ],
})
