import { type NodeType, PINNED_EXTENSION, type WorkflowNode } from '@millrace/model'
import { expect, test } from 'vitest'
import { launchInputs, launchProblems, launchSections } from './launch-fields.ts'
import { pinnedNodes } from './pinned-data.ts'

const node = (id: string, type: string, config: object = {}, extensions?: object): WorkflowNode =>
  ({
    id,
    type: 'universalNode',
    position: { x: 0, y: 0 },
    data: { label: id, config, metadata: { node_type_id: type }, extensions },
  }) as never
const type = (id: string, category: string, dataType: string, setting?: object): NodeType =>
  ({
    node_type_id: id,
    name: id,
    category,
    inputs: [],
    outputs: [{ id: 'out', name: 'Out', type: 'output', dataType }],
    configSchema: { properties: setting === undefined ? {} : { defaultValue: setting } },
  }) as never
const types = new Map(
  [
    type('text_input', 'inputs', 'string', {
      type: 'string',
      format: 'multiline',
      description: 'Used when none is given.',
    }),
    type('file_input', 'inputs', 'file'),
    type('start', 'triggers', 'json'),
    type('logger', 'logic', 'mixed'),
  ].map((one) => [one.node_type_id, one]),
)
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, count: { type: 'integer', default: 3 } },
  required: ['name'],
}
const nodes = [
  node('in', 'text_input', { defaultValue: 'Hello', multiline: false, placeholder: 'Say it' }),
  node('doc', 'file_input'),
  node('begin', 'start', { schema }),
  node('log', 'logger'),
]

test('the form starts with the schema of the start node, followed by a field for every input node', () => {
  expect(launchSections(nodes, types)).toEqual([
    { node: 'begin', title: 'begin', schema, isFile: false, isSingle: false },
    {
      node: 'in',
      title: 'in',
      schema: {
        type: 'object',
        properties: { out: { type: 'string', title: 'in', default: 'Hello', placeholder: 'Say it' } },
      },
      isFile: false,
      isSingle: true,
    },
    {
      node: 'doc',
      title: 'doc',
      schema: { type: 'object', properties: { out: { type: 'object', title: 'doc' } } },
      isFile: true,
      isSingle: true,
    },
  ])
  expect(launchSections([node('begin', 'start')], types)).toEqual([])
})

test('inputs contain the values and the defaults of the start node, without deleted nodes', () => {
  const sections = launchSections(nodes, types)
  expect(launchInputs(sections, { begin: { name: 'Ada' }, gone: { x: 1 } })).toEqual({
    begin: { count: 3, name: 'Ada' },
  })
  expect(launchInputs(sections, { in: { out: 'Hi' } })).toEqual({ begin: { count: 3 }, in: { out: 'Hi' } })
})

test('shows validation errors of the service at their fields', () => {
  const sections = launchSections(nodes, types)
  const problems = launchProblems(
    [
      { path: '/inputs/name', message: 'is missing' },
      { path: '/inputs/in/out', message: 'is not a text' },
      { path: '/other', message: '' },
    ],
    sections,
  )
  expect([...problems]).toEqual([
    ['/begin/name', 'is missing'],
    ['/in/out', 'is not a text'],
  ])
})

test('finds the nodes with pinned data', () => {
  const nodes = [node('a', 'logger', {}, { [PINNED_EXTENSION]: { out: 1 } }), node('b', 'logger', {}, { 'x:y': 1 })]
  expect(pinnedNodes({ nodes })).toEqual(['a'])
})
