export const connectionStrings = {
  orderOnly: 'Order only',
  orderOnlyHelp: 'Sets the order and passes no value.',
  orderOnlyAdded: (node: string) => `${node} is connected for order only: it gets no value from the node before it.`,
  passesValue: 'passes on the incoming value',
}
