import { expect, test } from 'vitest'
import { drawn } from '../../testing/drawing.ts'
import { smallCatalogue } from '../../testing/small-catalogue.ts'
import { isDisabled } from '../../workflow/disabled.ts'
import type { Graph } from '../../workflow/workflow.ts'
import { applyCommand } from '../apply.ts'
import { parseCommands } from '../parse.ts'
import { printCommand } from '../print.ts'

function commandIn(text: string) {
  const [parsed] = parseCommands(text, smallCatalogue).commands
  if (parsed === undefined) throw new Error(`${text} does not parse`)
  return parsed.command
}

function applied(graph: Graph, text: string) {
  const result = applyCommand(graph, commandIn(text), smallCatalogue)
  if (!result.ok) throw new Error(result.problem.message)
  return result
}

const graph = drawn('text.1:text -> end.1:value')
const disabledIn = ({ nodes }: Graph) => nodes.filter(isDisabled).map(({ id }) => id)

test('disables and enables a node, and undoes both', () => {
  const off = applied(graph, 'disable text.1')
  expect(disabledIn(off.graph)).toEqual(['text.1'])
  const undone = applyCommand(off.graph, off.inverse, smallCatalogue)
  expect(undone).toMatchObject({ ok: true, graph })
  const on = applied(off.graph, 'enable text.1')
  expect(on.graph).toEqual(graph)
})

test('changes nothing if the node is in that state already', () => {
  expect(applied(graph, 'enable text.1').graph).toBe(graph)
  const off = applied(graph, 'disable text.1').graph
  expect(applied(off, 'disable text.1').graph).toBe(off)
})

test('keeps other extensions of the node', () => {
  const pinned = applied(graph, 'pin text.1 {"text": "x"}').graph
  const back = applied(applied(pinned, 'disable text.1').graph, 'enable text.1').graph
  expect(back).toEqual(pinned)
})

test('prints the lines that it parses, except in the public dialect', () => {
  for (const line of ['disable text.1', 'enable "my node"']) {
    expect(printCommand(commandIn(line), 'millrace')).toBe(line)
    expect(printCommand(commandIn(line), 'flowdrop')).toBeUndefined()
  }
})
