/** The effects of the verbs on a graph. */
import { describe, expect, test } from 'vitest'
import { drawn } from '../../testing/drawing.ts'
import { smallCatalogue } from '../../testing/small-catalogue.ts'
import type { Graph } from '../../workflow/workflow.ts'
import { applyCommand } from '../apply.ts'
import type { Command } from '../command.ts'
import { parseCommands } from '../parse.ts'

const EMPTY: Graph = { nodes: [], edges: [] }

function told(text: string): Command {
  const { commands, problems } = parseCommands(text, smallCatalogue)
  if (commands[0] === undefined) throw new Error(problems[0]?.message)
  return commands[0].command
}

function done(graph: Graph, command: string | Command) {
  const result = applyCommand(graph, typeof command === 'string' ? told(command) : command, smallCatalogue)
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`)
  return result
}

function refused(graph: Graph, command: string | Command) {
  const result = applyCommand(graph, typeof command === 'string' ? told(command) : command, smallCatalogue)
  if (result.ok) throw new Error('was not refused')
  return result.problem
}

const edges = (graph: Graph) => graph.edges.map((edge) => `${edge.sourceHandle} > ${edge.targetHandle}`)
const configOf = (graph: Graph, id: string) => graph.nodes.find((node) => node.id === id)?.data?.config

describe('add', () => {
  test('creates a node that both editors draw: canvas type, label, defaults and the whole type', () => {
    const { graph, made } = done(EMPTY, 'add model at 10,20')
    expect(made).toEqual({ nodes: ['model.1'], edges: [] })
    expect(graph.nodes).toEqual([
      {
        id: 'model.1',
        type: 'universalNode',
        position: { x: 10, y: 20 },
        data: {
          nodeId: 'model.1',
          label: 'Model',
          config: { provider: 'echo' },
          metadata: JSON.parse(JSON.stringify(smallCatalogue.types.get('model'))),
        },
      },
    ])
  })

  test('continues numbering from the highest id of its type', () => {
    const graph = drawn('text.1\ntext.7\ntext.old\nmodel.9')
    expect(done(graph, 'add text').made.nodes).toEqual(['text.8'])
  })

  test('uses a name as label, and as id if it is one word and free', () => {
    const { graph } = done(EMPTY, 'add writer model')
    expect(graph.nodes[0]).toMatchObject({ id: 'writer', data: { label: 'writer' } })
    expect(done(graph, 'add writer model').graph.nodes[1]).toMatchObject({ id: 'model.1', data: { label: 'writer' } })
    expect(done(graph, 'add "The writer" model').graph.nodes[1]).toMatchObject({
      id: 'model.1',
      data: { label: 'The writer' },
    })
    expect(done(graph, 'add a-input-b model').graph.nodes[1]).toMatchObject({ id: 'model.1' })
  })

  test('accepts the end of a type id if it is unique', () => {
    const model = smallCatalogue.types.get('model')!
    const types = new Map([['agentspec.llm', { ...model, node_type_id: 'agentspec.llm', id: 'agentspec.llm' }]])
    const catalogue = { ...smallCatalogue, types }
    const first = applyCommand(EMPTY, { verb: 'add', type: 'llm' }, catalogue)
    if (!first.ok) throw new Error(first.problem.message)
    expect(first.made.nodes).toEqual(['agentspec.llm.1'])
    expect(applyCommand(first.graph, { verb: 'delete', node: 'llm.1' }, catalogue)).toMatchObject({
      ok: true,
      graph: EMPTY,
    })
    types.set('other.llm', { ...model, node_type_id: 'other.llm', id: 'other.llm' })
    expect(applyCommand(EMPTY, { verb: 'add', type: 'llm' }, catalogue)).toMatchObject({
      problem: { code: 'NODE_TYPE_NOT_FOUND' },
    })
  })
})

describe('delete, rename, move, clear', () => {
  const graph = drawn('text:text -> model:message\nmodel:response -> end:value')

  test('removes the connections of a deleted node', () => {
    const { graph: after } = done(graph, 'delete model')
    expect([after.nodes.map((node) => node.id), after.edges]).toEqual([['text', 'end'], []])
  })

  test('rejects an unknown node with the nearest one', () => {
    expect(refused(graph, 'delete modle')).toMatchObject({ code: 'NODE_NOT_FOUND', nearest: 'model' })
    expect(refused(drawn('text.1\nmodel.1'), 'delete 1').message).toContain('"text.1", "model.1"')
  })

  test('changes the label and the title that would hide it', () => {
    expect(done(graph, 'rename text Some text').graph.nodes[0]?.data?.label).toBe('Some text')
    const titled = drawn('text', { text: { instanceTitle: 'Old' } })
    expect(configOf(done(titled, 'rename text New').graph, 'text')).toEqual({ instanceTitle: 'New' })
  })

  test('applies move, place, clear and document', () => {
    expect(done(graph, 'move text to -5,7').graph.nodes[0]?.position).toEqual({ x: -5, y: 7 })
    const placed = done(graph, { verb: 'place', positions: { text: { x: 1, y: 2 }, end: { x: 3, y: 4 } } }).graph
    expect(placed.nodes.map((node) => node.position?.x)).toEqual([1, 250, 3])
    expect(refused(graph, { verb: 'place', positions: { nobody: { x: 1, y: 2 } } }).code).toBe('NODE_NOT_FOUND')
    expect(done({ ...graph, ...{ name: 'n' } }, 'clear').graph).toEqual({ nodes: [], edges: [], name: 'n' })
    expect(done(graph, { verb: 'document', set: { name: 'New' } }).graph).toMatchObject({ name: 'New' })
    expect(refused(graph, { verb: 'document', drop: ['nodes'] }).code).toBe('CONFIG_VALIDATION_ERROR')
  })

  test('removes a selection by exact ids', () => {
    const { graph: after } = done(graph, { verb: 'remove', nodes: ['end'], edges: ['e1'] })
    expect([after.nodes.length, after.edges.length]).toEqual([2, 0])
    expect(refused(graph, { verb: 'remove', nodes: [], edges: ['e7'] }).code).toBe('EDGE_NOT_FOUND')
  })
})

describe('set', () => {
  const graph = drawn('model\nask:yes -> end:trigger')

  test.each([
    ['set model:temperature 0.5', []],
    ['set model:provider mars', ['CONFIG_VALIDATION_ERROR']],
    ['set model:model 42', ['CONFIG_VALIDATION_ERROR']],
    ['set model:temprature 1', ['CONFIG_KEY_NOT_FOUND']],
    ['set model:instanceTitle Mine', []],
    ['set model:message hello', []],
    ['set ask:branches [{"name": "yes"}, {"name": "maybe"}]', []],
    ['set ask:branches [{"name": "a"}]', ['PORT_NOT_FOUND']],
  ])('applies %s with the warnings %j', (text, codes) => {
    expect(done(graph, text).warnings.map((warning) => warning.code)).toEqual(codes)
  })

  test('stores an invalid value and suggests the probable setting', () => {
    const { graph: after, warnings } = done(graph, 'set model:temprature 1')
    expect(configOf(after, 'model')).toEqual({ temprature: 1 })
    expect(warnings[0]?.nearest).toBe('temperature')
    expect(done(graph, 'set model:model 42').warnings[0]?.message).toContain('in quotes')
  })

  test('sets and deletes several settings with configure', () => {
    const before = drawn('model', { model: { model: 'a', provider: 'echo' } })
    const { graph: after } = done(before, {
      verb: 'configure',
      node: 'model',
      config: { set: { model: 'b' }, drop: ['provider'] },
      extensions: { set: { 'millrace:timeoutMs': 5 } },
    })
    expect(after.nodes[0]?.data).toMatchObject({ config: { model: 'b' }, extensions: { 'millrace:timeoutMs': 5 } })
    expect(configOf(after, 'model')).toEqual({ model: 'b' })
  })
})

describe('connect and disconnect', () => {
  const graph = drawn('text\nnumber\nmodel\nask\neach\nprompt\nlookup\nend', {
    prompt: { dynamicInputs: [{ name: 'city', dataType: 'string' }] },
  })

  test('creates an edge with long handles and its kind', () => {
    const { graph: after, made } = done(graph, 'connect text:text model:message')
    expect(after.edges).toEqual([
      {
        id: made.edges[0],
        source: 'text',
        target: 'model',
        sourceHandle: 'text-output-text',
        targetHandle: 'model-input-message',
        type: 'default',
        data: {
          metadata: { edgeType: 'data', sourcePortDataType: 'string' },
          targetNodeType: 'model',
          targetCategory: smallCatalogue.types.get('model')?.category,
        },
      },
    ])
  })

  test.each([
    ['connect text:trigger model:trigger', 'trigger'],
    ['connect lookup:tool model:tool', 'tool'],
    ['connect prompt:output each:loop_back', 'loopback'],
    ['connect ask:yes model:trigger', 'trigger'],
    ['connect text:text prompt:city', 'data'],
  ])('creates by %s a %s edge', (text, edgeType) => {
    expect(done(graph, text).graph.edges[0]?.data).toMatchObject({ metadata: { edgeType } })
  })

  test.each([
    ['connect text:text text:trigger', 'INVALID_CONNECTION', undefined],
    ['connect number:value each:items', 'INVALID_CONNECTION', undefined],
    ['connect model:message end:value', 'INVALID_CONNECTION', undefined],
    ['connect text:text model:response', 'INVALID_CONNECTION', undefined],
    ['connect text:txt model:message', 'PORT_NOT_FOUND', 'text'],
    ['connect text:text model:mesage', 'PORT_NOT_FOUND', 'message'],
    ['connect ask:maybe model:trigger', 'PORT_NOT_FOUND', undefined],
    ['connect txt:text model:message', 'NODE_NOT_FOUND', 'text'],
  ])('rejects %s with %s', (text, code, nearest) => {
    const problem = refused(graph, text)
    expect(problem.code).toBe(code)
    if (nearest) expect(problem.nearest).toBe(nearest)
  })

  test('rejects a cycle, unless it goes through loop_back', () => {
    const loop = drawn('each:item -> prompt:data\nprompt:output -> model:message')
    expect(refused(loop, 'connect model:trigger each:trigger').code).toBe('CYCLE_DETECTED')
    const closed = done(loop, 'connect model:response each:loop_back').graph
    expect(closed.edges).toHaveLength(3)
    expect(refused(closed, 'connect prompt:trigger each:trigger').code).toBe('CYCLE_DETECTED')
  })

  test('creates the same connection only once, and warns about a second source', () => {
    const once = done(graph, 'connect text:text model:message').graph
    const twice = done(once, 'connect text:text model:message')
    expect([twice.graph, twice.warnings.length]).toEqual([once, 1])
    expect(done(once, 'connect prompt:output model:message').warnings).toHaveLength(1)
  })

  test('resolves an unknown type by the copy in its node', () => {
    const metadata = { node_type_id: 'gone', inputs: [], outputs: [{ id: 'out', dataType: 'string' }, 7] }
    const old: Graph = {
      ...graph,
      nodes: [...graph.nodes, { id: 'old', data: { metadata } }, { id: 'bare', type: 'who' }],
    }
    expect(done(old, 'connect old:out model:message').graph.edges).toHaveLength(1)
    expect(refused(old, 'connect bare:out model:message').code).toBe('NODE_TYPE_NOT_FOUND')
  })

  test('removes one connection or all of a node', () => {
    const wired = drawn('text:text -> model:message\ntext:trigger -> model:trigger\nmodel:response -> end:value')
    expect(edges(done(wired, 'disconnect text:text model:message').graph)).toHaveLength(2)
    expect(edges(done(wired, 'disconnect model').graph)).toEqual([])
    expect(refused(wired, 'disconnect text:text end:value').code).toBe('EDGE_NOT_FOUND')
    expect(done(drawn('text'), 'disconnect text').warnings).toHaveLength(1)
  })
})

describe('swap', () => {
  const graph = drawn('text:text -> ask:message\ntext:text -> ask:trigger\nask:yes -> end:trigger', {
    ask: { message: 'Sure?', instanceTitle: 'Mine', branches: [{ name: 'yes' }] },
  })

  test('keeps compatible parts: id, position, own keys, settings and connections of the same ports', () => {
    const { graph: after, warnings } = done(graph, 'swap ask with model')
    expect(edges(after)).toEqual(['text-output-text > ask-input-message', 'text-output-text > ask-input-trigger'])
    expect(warnings).toHaveLength(1)
    expect(after.nodes[1]).toMatchObject({
      id: 'ask',
      position: { x: 250, y: 0 },
      data: { metadata: { name: 'Model' } },
    })
    expect(configOf(after, 'ask')).toEqual({ provider: 'echo', instanceTitle: 'Mine' })
    expect(after.edges[0]?.data).toMatchObject({ targetNodeType: 'model' })
  })

  test('never turns a secret into an ordinary setting', () => {
    const hidden = drawn('model', { model: { apiKey: 'very secret' } })
    const type = smallCatalogue.types.get('text')!
    const open = { ...type, configSchema: { properties: { apiKey: { type: 'string' } } } }
    const catalogue = { ...smallCatalogue, types: new Map([...smallCatalogue.types, ['text', open]]) }
    const result = applyCommand(hidden, { verb: 'swap', node: 'model', type: 'text' }, catalogue)
    expect(JSON.stringify(result.ok && result.graph)).not.toContain('very secret')
  })
})

describe('paste', () => {
  test('replaces taken ids, and the edges between the copies follow', () => {
    const graph = drawn('text.1:text -> model.1:message\nmodel.1:response -> end:value')
    const nodes = graph.nodes.filter((node) => node.id !== 'end')
    const {
      graph: after,
      made,
      warnings,
    } = done(graph, { verb: 'paste', nodes, edges: graph.edges, offset: { x: 5, y: 5 } })
    expect(made).toEqual({ nodes: ['text.2', 'model.2'], edges: ['e1.2'] })
    expect(edges(after).at(-1)).toBe('text.2-output-text > model.2-input-message')
    expect(after.nodes.at(-1)?.position).toEqual({ x: 255, y: 5 })
    expect(warnings).toHaveLength(1)
  })
})
