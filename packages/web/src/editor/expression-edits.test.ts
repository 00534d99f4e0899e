import { applyCommand, printCommand, readExpressions } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallCatalogue } from '@millrace/model/testing/small-catalogue'
import { expect, test } from 'vitest'
import { expressionEdits } from './expression-edits.ts'

const BEFORE = new Map([
  ['/url', 'a'],
  ['/headers/Accept', '{{ now }}'],
])

test('a renamed header is unbound under its old name and bound under the new one', () => {
  const after = new Map([
    ['/url', 'a'],
    ['/headers/X~1Time', '{{ now }}'],
  ])
  expect(expressionEdits('fetch', BEFORE, after)).toEqual([
    { verb: 'unbind', node: 'fetch', setting: 'headers/Accept' },
    { verb: 'bind', node: 'fetch', setting: 'headers/X~1Time', text: '{{ now }}' },
  ])
})

test('expressions that stay the same need no edit', () => {
  expect(expressionEdits('fetch', BEFORE, new Map(BEFORE))).toEqual([])
})

test('the edits are lines of the DSL that leave the node with the new expressions', () => {
  const { nodes, edges } = drawn('text:text -> model:message')
  const edits = expressionEdits('model', new Map(), new Map([['/prompt', 'Hi {{ now }}']]))
  expect(edits.map((one) => printCommand(one, 'millrace'))).toEqual(['bind model:prompt Hi {{ now }}'])
  const [edit] = edits
  const result = applyCommand({ nodes: [...nodes], edges: [...edges] }, edit!, smallCatalogue)
  expect(result).toMatchObject({ ok: true })
  const bound = result.ok ? result.graph.nodes.find(({ id }) => id === 'model') : undefined
  expect(bound && readExpressions(bound)).toEqual({ prompt: 'Hi {{ now }}' })
})
