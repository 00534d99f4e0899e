import { describe, expect, test } from 'vitest'
import { compile } from '../../plan/compile.ts'
import { drawn } from '../../testing/drawing.ts'
import { smallCatalogue } from '../../testing/small-catalogue.ts'
import type { Graph } from '../../workflow/workflow.ts'
import { applyCommand } from '../apply.ts'
import type { Command } from '../command.ts'
import { freePlace } from '../free-place.ts'
import { placedNodes } from '../group-layout.ts'
import { groupOfEach } from '../groups.ts'
import { parseCommands } from '../parse.ts'
import { printCommand } from '../print.ts'

function parsed(text: string): Command {
  const { commands, problems } = parseCommands(text, smallCatalogue)
  if (commands[0] === undefined) throw new Error(problems[0]?.message)
  return commands[0].command
}

const tried = (graph: Graph, line: string) => applyCommand(graph, parsed(line), smallCatalogue)

function done(graph: Graph, ...lines: string[]): Graph {
  return lines.reduce((before, line) => {
    const result = tried(before, line)
    if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`)
    return result.graph
  }, graph)
}

/** Where every node is, with the group that it is in. */
const placesOf = (graph: Graph) =>
  Object.fromEntries(graph.nodes.map(({ id, position }) => [id, [position?.x, position?.y]]))
const groupsOf = (graph: Graph) => Object.fromEntries(groupOfEach(placedNodes(graph.nodes, smallCatalogue)))

const flow = done(
  drawn('text:text -> model:message\nmodel:response -> end:value'),
  'move text to 0,0',
  'move model to 400,0',
  'move end to 2000,0',
)

describe('group', () => {
  test('draws a titled node behind the nodes, with space around them', () => {
    const after = done(flow, 'group text model as Write the draft')
    expect(after.nodes[0]).toMatchObject({
      id: 'group.1',
      data: { label: 'Write the draft' },
      position: { x: -40, y: -60 },
    })
    expect(groupsOf(after)).toEqual({ text: 'group.1', model: 'group.1' })
    expect(after.edges).toBe(flow.edges)
  })

  test('is undone by its inverse', () => {
    const result = tried(flow, 'group text')
    if (!result.ok) throw new Error(result.problem.message)
    expect(applyCommand(result.graph, result.inverse, smallCatalogue)).toMatchObject({ graph: flow })
  })

  test('rejects a node that does not exist, and a line without nodes or title', () => {
    expect(tried(flow, 'group text nothing')).toMatchObject({ problem: { code: 'NODE_NOT_FOUND' } })
    for (const line of ['group', 'group text as']) {
      expect(parseCommands(line, smallCatalogue).problems).toMatchObject([{ code: 'PARSE_ERROR' }])
    }
  })

  test('is printed as it was written, and not for the public editor', () => {
    for (const line of ['group text model as Write the draft', 'group "my node"', 'ungroup group.1']) {
      expect(printCommand(parsed(line), 'millrace')).toBe(line)
    }
    expect(printCommand(parsed('group text'), 'flowdrop')).toBeUndefined()
    expect(printCommand(parsed('ungroup group.1'), 'flowdrop')).toBeUndefined()
  })

  test('does not change the plan', () => {
    const planOf = (graph: Graph) => compile(graph, smallCatalogue)
    expect(planOf(done(flow, 'group text model'))).toEqual(planOf(flow))
  })

  test('does not push a new node out of the way', () => {
    const grouped = done(flow, 'group text model')
    const wish = { near: 'text', size: { width: 40, height: 40 } }
    expect(freePlace(grouped, smallCatalogue, wish)).toEqual(freePlace(flow, smallCatalogue, wish))
    expect(freePlace(done(flow, 'add group at 0,900'), smallCatalogue)).toEqual(freePlace(flow, smallCatalogue))
  })
})

describe('ungroup', () => {
  test('removes the group and keeps its nodes; so does delete', () => {
    for (const line of ['ungroup group.1', 'delete group.1']) {
      expect(done(flow, 'group text model', line)).toEqual(flow)
    }
  })

  test('rejects a node that is not a group', () => {
    expect(tried(flow, 'ungroup text')).toMatchObject({ problem: { code: 'NODE_NOT_FOUND' } })
  })
})

describe('a group', () => {
  test('takes its nodes and the groups in it along when it moves', () => {
    const nested = done(flow, 'group text', 'group group.1 model')
    expect(groupsOf(nested)).toEqual({ text: 'group.1', 'group.1': 'group.2', model: 'group.2' })
    const [before, after] = [placesOf(nested), placesOf(done(nested, 'move group.2 to 940,-20'))]
    const [x = 0, y = 0] = before['group.2'] ?? []
    for (const id of ['text', 'model', 'group.1', 'group.2']) {
      const [atX = 0, atY = 0] = before[id] ?? []
      expect(after[id]).toEqual([atX + 940 - x, atY - 20 - y])
    }
    expect(after.end).toEqual(before.end)
  })

  test('has the nodes whose centre is inside, so that moving one in or out is enough', () => {
    const grouped = done(flow, 'group text model')
    expect(groupsOf(done(grouped, 'move end to 300,0'))).toHaveProperty('end', 'group.1')
    expect(groupsOf(done(grouped, 'move text to 5000,0'))).toEqual({ model: 'group.1' })
  })

  test.each(['layout auto', 'layout auto --direction vertical', 'layout beautify'])(
    'keeps its nodes and no others after %s',
    (line) => {
      const nested = done(flow, 'group model', 'group text group.1 as Outer')
      const after = done(nested, line)
      expect(groupsOf(after)).toEqual(groupsOf(nested))
      expect(placesOf(after)).not.toEqual(placesOf(nested))
      // A second layout finds nothing to change.
      expect(placesOf(done(after, line))).toEqual(placesOf(after))
    },
  )
})
