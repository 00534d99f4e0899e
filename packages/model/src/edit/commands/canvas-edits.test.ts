/** Comments, sizes, pinned outputs and imports: edits that a run ignores or that only the canvas shows. */
import { describe, expect, test } from 'vitest'
import { drawn } from '../../testing/drawing.ts'
import { smallCatalogue } from '../../testing/small-catalogue.ts'
import type { Graph } from '../../workflow/workflow.ts'
import { applyCommand } from '../apply.ts'
import type { Command } from '../command.ts'
import { parseCommands } from '../parse.ts'
import { printCommand } from '../print.ts'
import { commentOf } from './comment.ts'
import { pinsOf } from './pin.ts'

function parsed(text: string): Command {
  const { commands, problems } = parseCommands(text, smallCatalogue)
  if (commands[0] === undefined) throw new Error(problems[0]?.message)
  return commands[0].command
}

const tried = (graph: Graph, command: string | Command) =>
  applyCommand(graph, typeof command === 'string' ? parsed(command) : command, smallCatalogue)

function done(graph: Graph, command: string | Command) {
  const result = tried(graph, command)
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`)
  return result
}

const graph = drawn('text:text -> model:message\nmodel:response -> end:value')

describe('comment', () => {
  test('writes, changes and removes the comment of one connection and keeps the rest of its data', () => {
    const start = { ...graph, edges: graph.edges.map((edge) => ({ ...edge, data: { isToolConnection: false } })) }
    const one = done(start, 'comment text:text to model:message The question').graph
    expect(one.edges.map(commentOf)).toEqual(['The question', ''])
    expect(one.edges[1]).toBe(start.edges[1])
    const two = done(one, { verb: 'comment', edge: 'e1', text: 'Another' }).graph
    expect(two.edges.map(({ data }) => data)).toEqual([
      { isToolConnection: false, label: 'Another' },
      { isToolConnection: false },
    ])
    expect(done(two, 'comment text:text model:message').graph).toEqual(start)
  })

  test('changes nothing if the comment is the same', () => {
    expect(done(graph, 'comment text:text model:message').graph).toBe(graph)
  })

  test('rejects a connection that does not exist, and names the nearest', () => {
    expect(tried(graph, 'comment text:text model:trigger x')).toMatchObject({
      problem: { code: 'EDGE_NOT_FOUND', nearest: 'text:text to model:message' },
    })
    expect(tried(graph, { verb: 'comment', edge: 'e3', text: '' })).toMatchObject({
      problem: { code: 'EDGE_NOT_FOUND' },
    })
  })
})

describe('resize', () => {
  test('sets whole numbers, and the position if one is given', () => {
    const to = { width: 300.4, height: 99.6 }
    expect(done(graph, { verb: 'resize', node: 'text', to, at: { x: -5, y: 7 } }).graph.nodes[0]).toMatchObject({
      width: 300,
      height: 100,
      position: { x: -5, y: 7 },
    })
    expect(done(graph, 'resize text to 10x20').graph.nodes[0]).toMatchObject({ position: { x: 0, y: 0 } })
  })

  test.each(['0x10', '10x20001', '-3x10'])('rejects the size %s', (size) => {
    expect(tried(graph, `resize text to ${size}`)).toMatchObject({ problem: { code: 'CONFIG_VALIDATION_ERROR' } })
  })
})

describe('pin', () => {
  const pinsIn = ({ nodes }: Graph) => nodes.map(pinsOf)

  test('pins one more output, or exactly the given ones', () => {
    const one = done(graph, 'pin model:response Certainly').graph
    const two = done(one, 'pin model:trigger true').graph
    expect(pinsIn(two)[1]).toEqual({ response: 'Certainly', trigger: true })
    expect(pinsIn(done(two, 'pin model {"response": 3}').graph)[1]).toEqual({ response: 3 })
  })

  test('restores the node with its other extensions by unpin', () => {
    expect(done(done(graph, 'pin model:response x').graph, 'unpin model').graph).toEqual(graph)
    const [text, ...rest] = graph.nodes
    const extended = { ...graph, nodes: [{ ...text!, data: { ...text!.data, extensions: { other: 1 } } }, ...rest] }
    expect(done(done(extended, 'pin text:text x').graph, 'unpin text').graph).toEqual(extended)
    expect(done(graph, 'unpin model').graph).toBe(graph)
  })

  test('rejects an output that the node does not have, and warns about one among several', () => {
    expect(tried(graph, 'pin model:respnse x')).toMatchObject({
      problem: { code: 'PORT_NOT_FOUND', nearest: 'response' },
    })
    expect(done(graph, 'pin model {"other": 1}').warnings).toMatchObject([{ code: 'PORT_NOT_FOUND' }])
  })
})

describe('import', () => {
  test('replaces nodes, edges and given keys, and keeps other keys', () => {
    const start = { ...graph, name: 'Mine', config: { a: 1 } }
    const workflow = { ...drawn('text'), name: 'Theirs' }
    const { graph: after, made } = done(start, { verb: 'import', workflow })
    expect(after).toEqual({ ...workflow, config: { a: 1 } })
    expect(made).toEqual({ nodes: ['text'], edges: [] })
  })

  test.each(['id', 'machineName', 'revision'])('rejects a workflow with the key "%s" of the service', (key) => {
    expect(tried(graph, { verb: 'import', workflow: { ...graph, [key]: 1 } })).toMatchObject({
      problem: { code: 'CONFIG_VALIDATION_ERROR' },
    })
  })
})

test('prints no line for comments, sizes and pins for the public editor', () => {
  const lines = ['comment text:text model:message x', 'resize text to 1x1', 'pin text {"text": 1}', 'unpin text']
  for (const line of lines) {
    expect(printCommand(parsed(line), 'millrace')).toBe(line.replace('": 1', '":1'))
    expect(printCommand(parsed(line), 'flowdrop')).toBeUndefined()
  }
})
