import { note } from './note.ts'
import type { Template } from './template.ts'

const addTax: Template = {
  id: 'add-tax',
  name: 'Add tax',
  description: 'Called by other workflows: adds tax to an amount.',
  group: 'basics',
  icon: 'mdi:percent-outline',
  tags: ['example', 'helper'],
  nodes: {
    begin: {
      type: 'start',
      label: 'Amount',
      at: [0, 40],
      config: {
        schema: {
          type: 'object',
          properties: {
            amount: { type: 'number', title: 'Amount', default: 100 },
            rate: { type: 'number', title: 'Rate', default: 0.21 },
          },
        },
      },
    },
    tax: {
      type: 'json_transform',
      label: 'With tax',
      at: [210, 10],
      config: { expression: '$round(($exists(amount) ? amount : 100) * (1 + ($exists(rate) ? rate : 0.21)), 2)' },
    },
    total: { type: 'output', label: 'Total', at: [510, 30], config: { name: 'total' } },
  },
  edges: ['begin:inputs tax:data', 'tax:result total:value'],
}

export const callAnotherWorkflow: Template = {
  id: 'call-another-workflow',
  name: 'Call another workflow',
  description: 'A reusable part is a separate workflow that is called for every order.',
  group: 'basics',
  icon: 'mdi:file-tree-outline',
  tags: ['example', 'sub-workflow'],
  helper: addTax,
  nodes: {
    about: note(
      '## Call another workflow\n**Add tax** was created together with this workflow. It is called once for every order; each call is a separate execution.',
      { at: [0, -200], size: [560, 110] },
    ),
    orders: {
      type: 'json_input',
      label: 'Orders',
      at: [0, 60],
      config: { defaultValue: { orders: [{ amount: 100 }, { amount: 59.9 }, { amount: 12.5, rate: 0.09 }] } },
    },
    list: { type: 'json_transform', label: 'The list', at: [250, 30], config: { expression: 'orders' } },
    each: { type: 'foreach', label: 'For each order', at: [550, 0] },
    call: { type: 'sub_workflow', label: 'Add tax', at: [850, -130], config: { workflow: '{helper}' } },
    sum: {
      type: 'json_transform',
      label: 'Sum',
      at: [850, 120],
      config: { expression: '{"totals": total, "sum": $round($sum(total), 2)}' },
    },
    result: { type: 'output', label: 'Result', at: [1150, 140], config: { name: 'result' } },
  },
  edges: [
    'orders:value list:data',
    'list:result each:items',
    'each:item call:inputs',
    'call:outputs each:loop_back',
    'each:results sum:data',
    'sum:result result:value',
  ],
}
