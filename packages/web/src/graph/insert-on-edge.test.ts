import { portsOf } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallCatalogue } from '@millrace/model/testing/small-catalogue'
import { expect, test } from 'vitest'
import { insertionPorts, insertionPortsOfNode } from './insert-on-edge.ts'
import { portRulesOf } from './port-rules.ts'

const rules = portRulesOf()
const graph = drawn(`
  text.1:text -> end.1:value
  start:trigger -> text.1:trigger
  model.1
  idea.1
`)
const context = { graph, catalogue: smallCatalogue, rules }
const [data = '', order = ''] = graph.edges.map((edge) => edge.id)
const through = (edge: string, type: string) => {
  const found = smallCatalogue.types.get(type)
  if (found === undefined) throw new Error(`No type ${type}`)
  const way = insertionPorts(edge, portsOf(found, {}), context)
  return way && [way.input, way.output]
}

test('data connections use data ports, of the same type if there is one', () => {
  expect(through(data, 'model')).toEqual(['message', 'response'])
})

test('trigger connections use trigger ports', () => {
  expect(through(order, 'model')).toEqual(['trigger', 'trigger'])
})

test('nodes without data inputs or outputs cannot be inserted', () => {
  expect(through(data, 'text')).toBeUndefined()
  expect(through('nowhere', 'model')).toBeUndefined()
})

test('a node of the canvas can be inserted unless it would create a cycle or never runs', () => {
  expect(insertionPortsOfNode(data, 'model.1', context)).toMatchObject({ input: 'message', output: 'response' })
  expect(insertionPortsOfNode(data, 'text.1', context)).toBeUndefined()
  expect(insertionPortsOfNode(data, 'idea.1', context)).toBeUndefined()
})

test('nothing can be inserted into an edge that cannot be deleted', () => {
  const edges = graph.edges.map((edge) => ({ ...edge, deletable: false }))
  expect(insertionPortsOfNode(data, 'model.1', { ...context, graph: { ...graph, edges } })).toBeUndefined()
})
