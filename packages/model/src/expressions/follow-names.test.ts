import { describe, expect, test } from 'vitest'
import { applyCommand } from '../edit/apply.ts'
import type { Command } from '../edit/command.ts'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import type { Graph, WorkflowNode } from '../workflow/workflow.ts'
import { readExpressions, setExpression } from './expressions.ts'
import { withNodeNames } from './follow-names.ts'

const text = (id: string, label: string): WorkflowNode => ({ id, data: { label, metadata: { node_type_id: 'text' } } })
const asking = (expression: string): WorkflowNode =>
  setExpression({ id: 'ask.1', data: { label: 'Ask', metadata: { node_type_id: 'ask' } } }, 'message', expression)

function after(expression: string, command: Command, more: readonly WorkflowNode[] = []) {
  const graph: Graph = { nodes: [text('text.1', 'My text'), asking(expression), ...more], edges: [] }
  const applied = applyCommand(graph, command, smallCatalogue)
  if (!applied.ok) throw new Error(applied.problem.message)
  const undone = applyCommand(applied.graph, applied.inverse, smallCatalogue)
  expect(undone.ok && undone.graph).toEqual(graph)
  return applied.graph.nodes
}
const messageOf = (nodes: readonly WorkflowNode[], id = 'ask.1') => {
  const node = nodes.find((one) => one.id === id)
  return node && readExpressions(node).message
}

test('replaces names where the expression uses them', () => {
  const other = (name: string) => (name === 'a' ? 'b c' : undefined)
  expect(withNodeNames('nodes.a {{ nodes.a.x & "nodes.a" & nodes.aa.y }}-{{ nodes.`a` }}', other)).toBe(
    'nodes.a {{ nodes.`b c`.x & "nodes.a" & nodes.aa.y }}-{{ nodes.`b c` }}',
  )
  expect(withNodeNames('{{ nodes.a', other)).toBe('{{ nodes.a')
})

describe('references follow', () => {
  const renamed = { verb: 'rename', node: 'text.1', label: 'Other name!' } as const

  test('a new label', () => {
    expect(messageOf(after('{{ nodes.my_text.text }}', renamed))).toBe('{{ nodes.other_name.text }}')
    expect(messageOf(after('{{ nodes.`text.1`.text }}', renamed))).toBe('{{ nodes.`text.1`.text }}')
  })

  test('a new label that another node has, with the id', () => {
    const nodes = after('{{ nodes.my_text.text }}', renamed, [text('text.2', 'Other name')])
    expect(messageOf(nodes)).toBe('{{ nodes.`text.1`.text }}')
  })

  test('their node when another one gets the same label', () => {
    const other = { verb: 'rename', node: 'text.2', label: 'My text' } as const
    expect(messageOf(after('{{ nodes.my_text.text }}', other, [text('text.2', 'Second')]))).toBe(
      '{{ nodes.`text.1`.text }}',
    )
  })

  test('a title that a form sets', () => {
    const titled = { verb: 'configure', node: 'text.1', config: { set: { instanceTitle: 'Titled' } } } as const
    expect(messageOf(after('{{ nodes.my_text.text }}', titled))).toBe('{{ nodes.titled.text }}')
  })

  test('copies that are inserted together', () => {
    const paste = {
      verb: 'paste',
      nodes: [text('text.1', 'My text'), asking('{{ nodes.my_text.text }}')],
      edges: [],
    } as const
    const nodes = after('{{ nodes.my_text.text }}', paste)
    expect(messageOf(nodes)).toBe('{{ nodes.`text.1`.text }}')
    expect(messageOf(nodes, 'ask.2')).toBe('{{ nodes.`text.2`.text }}')
  })
})

describe('the commands bind, unbind and set', () => {
  const run = (command: Command) => after('{{ now }}', command)

  test('set, remove and replace an expression', () => {
    expect(messageOf(run({ verb: 'bind', node: 'ask.1', setting: 'message', text: 'Hi {{ now }}' }))).toBe(
      'Hi {{ now }}',
    )
    expect(messageOf(run({ verb: 'unbind', node: 'ask.1', setting: 'message' }))).toBeUndefined()
    expect(messageOf(run({ verb: 'set', node: 'ask.1', key: 'message', value: 'plain' }))).toBeUndefined()
  })

  test('a setting that cannot be an expression is stored with a warning', () => {
    const graph = { nodes: [{ id: 'model.1', data: { metadata: { node_type_id: 'model' } } }], edges: [] }
    const bind = { verb: 'bind', node: 'model.1', setting: 'apiKey', text: '{{ now }}' } as const
    expect(applyCommand(graph, bind, smallCatalogue)).toMatchObject({
      ok: true,
      warnings: [{ code: 'CONFIG_VALIDATION_ERROR', message: expect.stringContaining('is a secret') }],
    })
  })

  test('a swap keeps the expressions of settings that the new type has', () => {
    expect(messageOf(run({ verb: 'swap', node: 'ask.1', type: 'model' }))).toBeUndefined()
    expect(messageOf(run({ verb: 'swap', node: 'ask.1', type: 'ask' }))).toBe('{{ now }}')
  })
})
