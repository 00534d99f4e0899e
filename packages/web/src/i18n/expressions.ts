/** Settings that are expressions. */
export const expressionStrings = {
  on: 'Use an expression',
  off: 'Use a fixed value',
  pick: 'Insert value',
  search: 'Search values',
  none: 'No matching values',
  inputs: 'Inputs',
  execution: 'Execution',
  result: 'Result',
  noData: 'Run the workflow or pin data to see the result.',
  offline: 'The result cannot be computed now.',
}
