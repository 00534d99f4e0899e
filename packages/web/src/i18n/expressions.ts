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
  resultOfFirst: 'Result for the first item',
  noData: 'Run the workflow or pin data to see the result.',
  offline: 'The result cannot be computed now.',
  tooLong: 'The data of the last run is too long for a preview. Test the node to see the result.',
  missing: (names: string) => `Without a value: ${names}`,
  place: (line: number, column: number) => `line ${line}, column ${column}`,
  notConnected: 'Connect the node that has this value to use it here.',
}
