import { defineNode, Type, titledChoice } from '@millrace/model'
import { AGGREGATES } from '../arithmetic/aggregates.ts'
import { rounded } from '../arithmetic/exact.ts'
import { valueOfFormula } from '../arithmetic/formula.ts'
import { formulaIn, numbersIn } from '../arithmetic/from-inputs.ts'

/** Evaluates an arithmetic expression, or one operation over a list of numbers. */
export default defineNode({
  id: 'calculator',
  version: '1.0.0',
  name: 'Calculator',
  description: 'Evaluates a formula, or applies one operation to a list of numbers.',
  category: 'tools',
  icon: 'mdi:calculator',
  alsoDrawnAs: ['tool'],
  tags: ['calculation', 'math', 'arithmetic', 'sum of numbers', 'Rechner', 'Taschenrechner', 'Berechnung'],
  summary: [{ when: { operation: 'expression' }, text: '{{expression}}' }, '{{operation}}'],

  config: Type.Object({
    operation: Type.Optional(
      titledChoice(
        {
          expression: ['Formula', 'Evaluates a formula. The other operations apply to the values.'],
          add: 'Add',
          subtract: ['Subtract', 'The other values from the first.'],
          multiply: 'Multiply',
          divide: ['Divide', 'The first value by the others.'],
          power: 'Power',
          sqrt: 'Square root',
          average: 'Average',
          min: 'Minimum',
          max: 'Maximum',
          median: 'Median',
          mode: ['Mode', 'The most frequent value.'],
        },
        { title: 'Operation', default: 'expression' },
      ),
    ),
    expression: Type.Optional(
      Type.String({
        title: 'Formula',
        description:
          'Used if no formula is connected. Numbers, + - * / % ^, parentheses, sqrt abs min max round floor ceil, pi and e.',
        maxLength: 10_000,
        placeholder: '(2 + 3) * 4',
        'x-show-when': { operation: 'expression' },
      }),
    ),
    precision: Type.Optional(
      Type.Integer({
        title: 'Decimal places',
        description: 'If empty, the result is not rounded.',
        minimum: 0,
        maximum: 20,
      }),
    ),
  }),
  inputs: {
    expression: { name: 'Formula', dataType: 'string' },
    values: { name: 'Values', dataType: 'number[]' },
  },
  outputs: { result: { name: 'Result', dataType: 'number' } },
  tool: true,
  agentspec: 'tool_node',
  quick: true,

  run({ config, inputs }) {
    const { operation = 'expression', precision } = config
    const value =
      operation === 'expression'
        ? valueOfFormula(formulaIn(inputs, config.expression))
        : AGGREGATES[operation](numbersIn(inputs))
    // Adding zero turns -0 into 0.
    return { result: (precision === undefined ? value : rounded(value, precision)) + 0 }
  },

  examples: [
    { title: 'evaluates a formula', inputs: { expression: '(2 + 3) * 4' }, outputs: { result: 20 } },
    {
      title: 'supports operator precedence, functions and constants',
      config: { expression: '-2^2 + max(1, sqrt(16)) % 3 + floor(pi)' },
      outputs: { result: 0 },
    },
    {
      title: 'rounds decimally, not in binary',
      config: { expression: '1.005', precision: 2 },
      outputs: { result: 1.01 },
    },
    { title: 'add', config: { operation: 'add' }, inputs: { values: [1, 2, 3.5] }, outputs: { result: 6.5 } },
    {
      title: 'subtract: the others from the first',
      config: { operation: 'subtract' },
      inputs: { values: [10, 2, 3] },
      outputs: { result: 5 },
    },
    { title: 'multiply', config: { operation: 'multiply' }, inputs: { values: [2, 3, 4] }, outputs: { result: 24 } },
    {
      title: 'divide: the first by the others',
      config: { operation: 'divide' },
      inputs: { values: [100, 5, 2] },
      outputs: { result: 10 },
    },
    { title: 'power', config: { operation: 'power' }, inputs: { values: [2, 10] }, outputs: { result: 1024 } },
    { title: 'sqrt', config: { operation: 'sqrt' }, inputs: { values: [81] }, outputs: { result: 9 } },
    { title: 'average', config: { operation: 'average' }, inputs: { values: [1, 2, 6] }, outputs: { result: 3 } },
    { title: 'min', config: { operation: 'min' }, inputs: { values: [3, -1, 2] }, outputs: { result: -1 } },
    { title: 'max', config: { operation: 'max' }, inputs: { values: [3, -1, 2] }, outputs: { result: 3 } },
    { title: 'median', config: { operation: 'median' }, inputs: { values: [9, 1, 3, 5] }, outputs: { result: 4 } },
    { title: 'mode', config: { operation: 'mode' }, inputs: { values: [1, 2, 2, 3, 3] }, outputs: { result: 2 } },
    { title: 'fails on division by zero', inputs: { expression: '1 / (2 - 2)' }, fails: 'DIVISION_BY_ZERO' },
    {
      title: 'fails for the square root of a negative number',
      inputs: { expression: 'sqrt(-1)' },
      fails: 'OUT_OF_RANGE',
    },
    { title: 'rejects an invalid formula', inputs: { expression: '2 +' }, fails: 'BAD_FORMULA' },
    { title: 'rejects code in a formula', inputs: { expression: 'process.exit()' }, fails: 'BAD_FORMULA' },
    { title: 'rejects a missing formula', fails: 'BAD_INPUT' },
    {
      title: 'rejects an empty list of values',
      config: { operation: 'add' },
      inputs: { values: [] },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects values that are not numbers',
      config: { operation: 'add' },
      inputs: { values: [1, 'x'] },
      fails: 'BAD_INPUT',
    },
  ],
})
