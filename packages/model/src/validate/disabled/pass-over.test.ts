import { describe, expect, test } from 'vitest'
import { catalogueOf } from '../../catalogue.ts'
import { DISABLED_EXTENSION } from '../../extensions.ts'
import { defineNode } from '../../node-type.ts'
import { compile } from '../../plan/compile.ts'
import { Type } from '../../schema.ts'
import { drawn } from '../../testing/drawing.ts'
import { smallDefinitions } from '../../testing/small-catalogue.ts'
import { isDisabled, withDisabled } from '../../workflow/disabled.ts'
import type { Graph } from '../../workflow/workflow.ts'
import { problemsIn } from '../validate.ts'
import { MAX_PASSED_EDGES, passOver } from './pass-over.ts'

const loop = defineNode({
  id: 'loop',
  version: '1.0.0',
  name: 'Loop',
  description: '',
  icon: 'mdi:circle',
  tags: [],
  category: 'logic',
  config: Type.Object({}),
  inputs: { items: { dataType: 'array' }, loop_back: { dataType: 'mixed' } },
  outputs: { item: { dataType: 'mixed' }, results: { dataType: 'array' }, completed: { dataType: 'trigger' } },
  loop: { kind: 'foreach', each: ['item'] },
})
const catalogue = catalogueOf([...smallDefinitions, loop])
const languages = { expressionProblem: () => undefined, templateProblem: () => undefined }

/** A drawn graph in which the named nodes are disabled. */
function graphOf(drawing: string, disabled: string, extensions: Record<string, Record<string, unknown>> = {}): Graph {
  const off = new Set(disabled.split(' '))
  const configs = { 'ask.1': { message: 'Go on?' }, 'model.1': { model: 'm' }, 'model.2': { model: 'm' } }
  const graph = drawn(drawing, configs)
  const nodes = graph.nodes.map((node) => {
    const own = { ...node, data: { ...node.data, ...(extensions[node.id] ? { extensions: extensions[node.id] } : {}) } }
    return off.has(node.id) ? withDisabled(own, true) : own
  })
  return { ...graph, nodes }
}

/** The graph that runs, drawn again. */
function running(drawing: string, disabled: string): string[] {
  const { graph } = passOver(graphOf(drawing, disabled), catalogue)
  const port = (handle: string | null | undefined) => handle?.replace(/^.*-(in|out)put-/, '')
  const alone = graph.nodes.filter(({ id }) => !graph.edges.some((edge) => edge.source === id || edge.target === id))
  return [
    ...graph.edges.map(
      (edge) => `${edge.source}:${port(edge.sourceHandle)} -> ${edge.target}:${port(edge.targetHandle)}`,
    ),
    ...alone.map(({ id }) => id),
  ]
}

const problemsOf = (graph: Graph) =>
  problemsIn(graph, { catalogue, languages, maxNodes: 50_000 }).filter(({ severity }) => severity !== 'suggestion')

describe('passing over disabled nodes', () => {
  test.each([
    [
      'passes the first connected input on at the first output',
      'text.1:text -> model.1:message \n model.1:response -> end.1:value',
      'model.1',
      ['text.1:text -> end.1:value'],
    ],
    [
      'passes over a chain of them',
      'text.1:text -> model.1:message \n model.1:response -> model.2:message \n model.2:response -> end.1:value',
      'model.1 model.2',
      ['text.1:text -> end.1:value'],
    ],
    [
      'keeps the order if the types do not agree',
      'number.1:list -> prompt.1:list \n prompt.1:output -> model.1:message',
      'prompt.1',
      ['number.1:list -> model.1:trigger'],
    ],
    [
      'passes the order on',
      'start.1:trigger -> text.1:trigger \n text.1:trigger -> text.2:trigger',
      'text.1',
      ['start.1:trigger -> text.2:trigger'],
    ],
    [
      'passes the order of the node together with the value',
      'ask.1:yes -> model.1:trigger \n text.1:text -> model.1:message \n model.1:response -> end.1:value',
      'model.1',
      ['text.1:text -> end.1:value', 'ask.1:yes -> end.1:trigger'],
    ],
    [
      'leaves the order of a target alone that has its own',
      'ask.1:yes -> model.1:trigger \n text.1:text -> model.1:message \n model.1:response -> end.1:value \n' +
        'ask.1:no -> end.1:trigger',
      'model.1',
      ['ask.1:no -> end.1:trigger', 'text.1:text -> end.1:value'],
    ],
    [
      'takes the first branch of a gateway, and nothing behind the others runs',
      'text.1:text -> ask.1:message \n ask.1:yes -> end.1:value \n ask.1:no -> end.2:value',
      'ask.1',
      ['text.1:text -> end.1:value'],
    ],
    [
      'keeps a node that the first branch reaches as well',
      'text.1:text -> ask.1:message \n ask.1:yes -> prompt.1:data \n prompt.1:output -> end.1:value \n ask.1:no -> end.1:value',
      'ask.1',
      ['prompt.1:output -> end.1:value', 'text.1:text -> prompt.1:trigger'],
    ],
    [
      'stops what only a disabled trigger starts',
      'start.1:inputs -> prompt.1:data \n prompt.1:output -> end.1:value \n start.2:inputs -> end.2:value',
      'start.1',
      ['start.2:inputs -> end.2:value'],
    ],
    [
      'stops what handles errors of the node',
      'text.1:text -> model.1:message \n model.1:error -> end.1:value',
      'model.1',
      ['text.1'],
    ],
    [
      'skips the body of a loop and passes its items on',
      'number.1:list -> loop.1:items \n loop.1:item -> prompt.1:data \n prompt.1:output -> loop.1:loop_back \n' +
        'loop.1:results -> end.1:value',
      'loop.1',
      ['number.1:list -> end.1:value'],
    ],
    [
      'passes items over a node in a loop',
      'number.1:list -> loop.1:items \n loop.1:item -> prompt.1:data \n prompt.1:output -> loop.1:loop_back',
      'prompt.1',
      ['number.1:list -> loop.1:items', 'loop.1:item -> loop.1:loop_back'],
    ],
    [
      'offers no disabled tool',
      'text.1:text -> model.1:message \n lookup.1:tool -> model.1:tool',
      'lookup.1',
      ['text.1:text -> model.1:message'],
    ],
    [
      'does not run the tools of a disabled agent as steps',
      'text.1:text -> model.1:message \n lookup.1:tool -> model.1:tool \n model.1:response -> end.1:value',
      'model.1',
      ['text.1:text -> end.1:value'],
    ],
    ['starts a node without its disabled source', 'text.1:text -> end.1:value', 'text.1', ['end.1']],
  ])('%s', (_, drawing, disabled, expected) => {
    expect(running(drawing, disabled)).toEqual(expected)
  })

  test('returns the given graph if no node is disabled', () => {
    const graph = drawn('text.1:text -> end.1:value')
    expect(passOver(graph, catalogue).graph).toBe(graph)
  })

  test('compiles a plan without the disabled node', () => {
    const plan = compile(
      graphOf('text.1:text -> model.1:message \n model.1:response -> end.1:value', 'model.1'),
      catalogue,
    )
    expect(plan.nodes.map(({ id }) => id)).toEqual(['text.1', 'end.1'])
    expect(plan.edges).toMatchObject([{ from: 0, to: 1, kind: 'data', fromType: 'string' }])
  })

  test('rejects so many connections that passing over the node multiplies them', () => {
    const width = Math.ceil(Math.sqrt(MAX_PASSED_EDGES)) + 1
    const each = (line: (at: number) => string) => Array.from({ length: width }, (_, at) => line(at)).join('\n')
    const drawing = `${each((at) => `text.${at + 2}:trigger -> text.1:trigger`)}\n${each((at) => `text.1:trigger -> end.${at}:trigger`)}`
    expect(problemsOf(graphOf(drawing, 'text.1')).map(({ code }) => code)).toContain('TOO_MANY_PASSED')
  })
})

describe('validation of disabled nodes', () => {
  test('reports nothing of a disabled node itself, and an error for a required input that loses its value', () => {
    const graph = graphOf('number.1:list -> prompt.1:list \n prompt.1:output -> model.1:message', 'prompt.1')
    expect(problemsOf(graph)).toEqual([
      {
        code: 'MISSING_INPUT',
        severity: 'error',
        message: 'Node "prompt.1" is disabled, so input "message" of node "model.1" gets no value',
        nodeId: 'model.1',
        portId: 'message',
      },
    ])
    const unset = graphOf('text.1:text -> model.3:message \n model.3:response -> end.1:value', 'model.3')
    expect(problemsOf(unset)).toEqual([])
  })

  test('warns of an optional input that loses its value', () => {
    expect(problemsOf(graphOf('text.1:text -> end.1:value', 'text.1'))).toMatchObject([
      { code: 'DISABLED_SOURCE', severity: 'warning', nodeId: 'end.1', portId: 'value' },
    ])
  })

  test('warns of nodes that never run', () => {
    const graph = graphOf('start.1:inputs -> prompt.1:data \n prompt.1:output -> end.1:value', 'start.1')
    expect(problemsOf(graph).map(({ code, nodeId }) => `${code} ${nodeId}`)).toEqual([
      'UNREACHABLE_NODE prompt.1',
      'UNREACHABLE_NODE end.1',
    ])
  })

  test('rejects an expression that uses the result of a disabled node', () => {
    const drawing =
      'text.1:text -> text.2:trigger \n text.2:trigger -> model.1:trigger \n text.2:text -> model.1:message'
    const uses = { 'model.1': { 'millrace:expressions': { model: '{{ nodes.`text.1`.text }}' } } }
    expect(problemsOf(graphOf(drawing, '', uses))).toEqual([])
    expect(problemsOf(graphOf(drawing, 'text.1', uses))).toMatchObject([
      {
        code: 'EXPRESSION_REFERENCE',
        message: expect.stringContaining('node "text.1" is disabled, so it has no result'),
      },
    ])
  })
})

test.each([
  [undefined, false],
  [true, true],
  [{ disabled: true }, true],
  [{ disabled: false }, false],
  ['yes', false],
])('reads the flag %j as %s', (value, expected) => {
  expect(isDisabled({ id: 'a', data: { extensions: { [DISABLED_EXTENSION]: value } } })).toBe(expected)
})
