import { portsOf } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallCatalogue } from '@millrace/model/testing/small-catalogue'
import { expect, test } from 'vitest'
import { wayThrough, wayThroughNode } from './insert-on-edge.ts'
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
  const way = wayThrough(edge, portsOf(found, {}), context)
  return way && [way.input, way.output]
}

test('data goes through ports for data, of the same type where there is one', () => {
  expect(through(data, 'model')).toEqual(['message', 'response'])
})

test('what only says when goes through the ports for that', () => {
  expect(through(order, 'model')).toEqual(['trigger', 'trigger'])
})

test('what takes no data, and what hands none on, has no way through', () => {
  expect(through(data, 'text')).toBeUndefined()
  expect(through('nowhere', 'model')).toBeUndefined()
})

test('a node on the canvas goes in unless it would close a circle or never runs', () => {
  expect(wayThroughNode(data, 'model.1', context)).toMatchObject({ input: 'message', output: 'response' })
  expect(wayThroughNode(data, 'text.1', context)).toBeUndefined()
  expect(wayThroughNode(data, 'idea.1', context)).toBeUndefined()
})

test('nothing goes into an edge that may not be deleted', () => {
  const edges = graph.edges.map((edge) => ({ ...edge, deletable: false }))
  expect(wayThroughNode(data, 'model.1', { ...context, graph: { ...graph, edges } })).toBeUndefined()
})
