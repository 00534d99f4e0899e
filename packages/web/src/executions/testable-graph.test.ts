import { isDisabled, withDisabled } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallCatalogue } from '@millrace/model/testing/small-catalogue'
import { expect, test } from 'vitest'
import { testableGraph } from './testable-graph.ts'

function tested(drawing: string, disabled: string, node: string): string[] {
  const graph = drawn(drawing)
  const nodes = graph.nodes.map((one) => (one.id === disabled ? withDisabled(one, true) : one))
  const { nodes: left, edges } = testableGraph({ ...graph, nodes }, node, smallCatalogue)
  expect(left.some(isDisabled)).toBe(false)
  return [...left.map(({ id }) => id), ...edges.map(({ source, target }) => `${source} > ${target}`)]
}

test.each([
  [
    'passes over a disabled node before it',
    ['text.1:text -> model.1:message \n model.1:response -> end.1:value', 'model.1'],
    ['text.1', 'end.1', 'text.1 > end.1'],
  ],
  [
    'treats a disabled trigger as enabled',
    ['start.1:inputs -> end.1:value', 'start.1'],
    ['start.1', 'end.1', 'start.1 > end.1'],
  ],
  [
    'has only the node if nothing leads to it',
    ['ask.1:yes -> end.2:value \n ask.1:no -> end.1:value', 'ask.1'],
    ['end.1'],
  ],
] as const)('%s', (_, [drawing, disabled], expected) => {
  expect(tested(drawing, disabled, 'end.1')).toEqual(expected)
})
