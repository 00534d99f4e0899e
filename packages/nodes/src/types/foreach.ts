import { defineNode, Type } from '@millrace/model'

/** Runs the nodes between itself and its loop_back input once per list item. */
export default defineNode({
  id: 'foreach',
  version: '1.0.0',
  name: 'For each',
  description: 'Runs its body once for each item of a list. Connect the last node of the body to "Loop back".',
  category: 'logic',
  icon: 'mdi:repeat',
  alsoDrawnAs: ['simple'],
  tags: [
    'loop',
    'for loop',
    'iterator',
    'iteration',
    'iterate',
    'loop over list',
    'batch loop',
    'Schleife',
    'Für jedes',
    'Iteration',
  ],
  keywords: ['parallel', 'batch', 'split in batches', 'iterator', 'for loop'],
  summary: [{ when: { concurrency: 1 }, text: 'one at a time' }, '{{concurrency}} at a time'],

  config: Type.Object({
    maxIterations: Type.Optional(
      Type.Integer({
        title: 'Max iterations',
        description: 'The node fails for a longer list.',
        default: 1000,
        minimum: 1,
        maximum: 100_000,
        'x-section': 'advanced',
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        title: 'Concurrency',
        description: 'Items processed at the same time. Results always keep the order of the list.',
        default: 1,
        minimum: 1,
        maximum: 100,
      }),
    ),
    continueOnError: Type.Optional(
      Type.Boolean({
        title: 'Continue on error',
        description: 'The result of a failed item is null.',
        default: false,
      }),
    ),
  }),
  inputs: {
    items: { name: 'Items', dataType: 'array', required: true },
    loop_back: { name: 'Loop back', dataType: 'mixed', description: 'End of the body: the result of one item.' },
  },
  outputs: {
    item: { name: 'Item', dataType: 'mixed' },
    index: { name: 'Index', dataType: 'number', description: 'Starts at 0.' },
    total: { name: 'Total', dataType: 'number' },
    is_first: { name: 'Is first', dataType: 'boolean' },
    is_last: { name: 'Is last', dataType: 'boolean' },
    results: { name: 'Results', dataType: 'array', description: 'Result of each item, once all are complete.' },
    completed: { name: 'Completed', dataType: 'trigger', description: 'Fires after the last item.' },
  },
  agentspec: 'map_node',

  loop: { kind: 'foreach', each: ['item', 'index', 'total', 'is_first', 'is_last'] },
})
