import { defineNode, Type } from '@millrace/model'

/** Runs what lies between it and its loop_back input once for every item of a list. */
export default defineNode({
  id: 'foreach',
  version: '1.0.0',
  name: 'For each',
  description: 'Does the same for every item of a list. The last node of the body connects back to "Loop back".',
  category: 'logic',
  icon: 'mdi:repeat',
  alsoDrawnAs: ['simple'],
  tags: ['loop', 'iterate', 'list', 'batch'],

  config: Type.Object({
    maxIterations: Type.Optional(
      Type.Integer({
        title: 'Most items',
        description: 'A longer list fails the node.',
        default: 1000,
        minimum: 1,
        maximum: 100_000,
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        title: 'Items at a time',
        description: 'One keeps the order of work; results keep the order of the list in any case.',
        default: 1,
        minimum: 1,
        maximum: 100,
      }),
    ),
    continueOnError: Type.Optional(
      Type.Boolean({
        title: 'Go on after an error',
        description: 'An item that fails leaves null in the results.',
        default: false,
      }),
    ),
  }),
  inputs: {
    items: { name: 'Items', dataType: 'array', required: true },
    loop_back: { name: 'Loop back', dataType: 'mixed', description: 'End of the body: brings the result of one item.' },
  },
  outputs: {
    item: { name: 'Item', dataType: 'mixed' },
    index: { name: 'Index', dataType: 'number', description: 'Counted from 0.' },
    total: { name: 'Total', dataType: 'number' },
    is_first: { name: 'Is first', dataType: 'boolean' },
    is_last: { name: 'Is last', dataType: 'boolean' },
    results: { name: 'Results', dataType: 'array', description: 'What came back for each item, once all are done.' },
    completed: { name: 'Completed', dataType: 'trigger', description: 'After the last item.' },
  },
  agentspec: 'map_node',

  loop: { kind: 'foreach', each: ['item', 'index', 'total', 'is_first', 'is_last'] },
})
