import { describe, expect, test } from 'vitest'
import { nodeTypeOf } from '../catalogue.ts'
import { PROBLEM_CODES } from '../messages/problem-codes.ts'
import { defineNode } from '../node-type.ts'
import { compile } from '../plan/compile.ts'
import { choice, Type } from '../schema.ts'
import { drawn } from '../testing/drawing.ts'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import { resultOf, type ValidationProblem } from './problem.ts'
import { problemsIn } from './validate.ts'

const languages = {
  expressionProblem: (text: string) => (text.includes('((') ? 'a bracket is open' : undefined),
  templateProblem: (text: string) => (text.includes('{{ ') && !text.includes('}}') ? 'a tag is open' : undefined),
}
const check = (graph: Graph, maxNodes = 10_000) => problemsIn(graph, { catalogue: smallCatalogue, languages, maxNodes })
const codes = (problems: readonly ValidationProblem[], severity = 'error') =>
  problems.filter((one) => one.severity === severity).map((one) => one.code)
const only = (problems: readonly ValidationProblem[], code: string) => problems.filter((one) => one.code === code)

const SOUND = `
  start:trigger -> text.1:trigger
  text.1:text   -> model.1:message
  model.1:response -> end.1:value
`
const soundConfigs = { 'model.1': { model: 'echo-1' } }

test('reports nothing for a valid workflow', () => {
  expect(check(drawn(SOUND, soundConfigs))).toEqual([])
})

test('sorts the result by the severity of the codes', () => {
  const problems = check(drawn('text.1\n ghost.1:x -> model.1:message', soundConfigs))
  const result = resultOf(problems)
  expect(result.valid).toBe(false)
  expect(result.errors.length + result.warnings.length + result.suggestions.length).toBe(problems.length)
  expect(new Set(Object.values(PROBLEM_CODES))).toEqual(new Set(['error', 'warning', 'suggestion']))
})

test('uses the connection rules of the catalogue', () => {
  const wrong = drawn('number.1:list -> model.1:message', soundConfigs)
  const anything = { ...smallCatalogue, canConnect: () => true }
  const nothing = { ...smallCatalogue, canConnect: () => false }
  const found = (graph: Graph, catalogue: typeof smallCatalogue) =>
    only(problemsIn(graph, { catalogue, languages, maxNodes: 100 }), 'INCOMPATIBLE_PORTS').length
  expect([found(wrong, smallCatalogue), found(wrong, anything)]).toEqual([1, 0])
  expect(found(drawn(SOUND, soundConfigs), nothing)).toBe(3)
})

describe('errors of validation', () => {
  test('name the node and its unknown type', () => {
    expect(only(check(drawn('ghost.1')), 'UNKNOWN_NODE_TYPE')).toEqual([
      {
        code: 'UNKNOWN_NODE_TYPE',
        severity: 'error',
        message: 'Node "ghost.1" has the type "ghost", which is not in the catalogue',
        nodeId: 'ghost.1',
      },
    ])
  })

  test('include problems that prevent a graph', () => {
    const graph = drawn(SOUND, soundConfigs)
    const broken: Graph = {
      nodes: [...graph.nodes, graph.nodes[0]!],
      edges: [
        ...graph.edges,
        graph.edges[0]!,
        { id: 'x', source: 'nobody', target: 'end.1', targetHandle: 'end.1-input-value' },
        { id: 'y', source: 'text.1', target: 'end.1', sourceHandle: 'model.1-output-response', targetHandle: 'value' },
      ],
    }
    expect(codes(check(broken))).toEqual(
      expect.arrayContaining(['DUPLICATE_NODE', 'DUPLICATE_EDGE', 'DANGLING_EDGE', 'BAD_HANDLE']),
    )
    expect(codes(check(graph, 2))).toEqual(['TOO_MANY_NODES'])
  })

  test('include a required input without a source, unless a setting or its use as a tool provides the value', () => {
    const missing = only(check(drawn('model.1', soundConfigs)), 'MISSING_INPUT')
    expect(missing).toMatchObject([{ nodeId: 'model.1', portId: 'message' }])
    expect(only(check(drawn('model.1', { 'model.1': { model: 'm', message: 'hi' } })), 'MISSING_INPUT')).toEqual([])
    const asTool = drawn('lookup.1:tool -> model.1:tool \n text.1:text -> model.1:message', soundConfigs)
    expect(only(check(asTool), 'MISSING_INPUT')).toEqual([])
  })

  test('include a missing required setting, unless an input of the same name is connected', () => {
    expect(only(check(drawn('ask.1')), 'MISSING_CONFIG')).toMatchObject([{ nodeId: 'ask.1', path: '/message' }])
    expect(only(check(drawn('ask.1', { 'ask.1': { message: '' } })), 'MISSING_CONFIG')).toHaveLength(1)
    expect(only(check(drawn('text.1:text -> ask.1:message')), 'MISSING_CONFIG')).toEqual([])
  })

  test('do not miss a required setting that does not apply', () => {
    const type = {
      ...nodeTypeOf(
        defineNode({
          id: 'signed',
          version: '1.0.0',
          name: 'Signed',
          description: 'Has a key.',
          category: 'data',
          icon: 'mdi:key',
          tags: [],
          config: Type.Object({
            auth: Type.Optional(choice(['none', 'key'], { default: 'none' })),
            key: Type.String({ minLength: 1, 'x-show-when': { auth: 'key' } }),
          }),
          inputs: {},
          outputs: {},
        }),
      ),
    }
    const catalogue = { ...smallCatalogue, types: new Map([...smallCatalogue.types, ['signed', type]]) }
    const missing = (config: Record<string, unknown>) =>
      only(
        problemsIn(drawn('signed.1', { 'signed.1': config }), { catalogue, languages, maxNodes: 10 }),
        'MISSING_CONFIG',
      )
    expect(missing({})).toEqual([])
    expect(missing({ auth: 'none' })).toEqual([])
    expect(missing({ auth: 'key' })).toMatchObject([{ path: '/key' }])
  })

  test('name the path of a setting that violates its schema', () => {
    const config = { model: 'm', provider: 'acme', temperature: 3, nested: { password: 5 } }
    const problems = only(check(drawn(SOUND, { 'model.1': config })), 'BAD_CONFIG')
    expect(problems.map(({ path, message }) => [path, message])).toEqual([
      ['/provider', 'Node "model.1": "provider" must be one of "echo", "openai"'],
      ['/temperature', 'Node "model.1": "temperature" must be at most 2'],
      ['/nested/password', 'Node "model.1": "nested/password" must be a text, is a number'],
    ])
  })

  test('do not include blank form fields and placeholders of secrets', () => {
    const config = { model: 'm', temperature: '', apiKey: '__secret__:****' }
    expect(check(drawn(SOUND, { 'model.1': config }))).toEqual([])
  })

  test('name the edge of incompatible and missing ports', () => {
    const graph = drawn('number.1:list -> model.1:message \n text.1:nothing -> end.1:value', soundConfigs)
    expect(only(check(graph), 'INCOMPATIBLE_PORTS')).toMatchObject([
      { edgeId: 'e1', message: expect.stringContaining('(number[])') },
    ])
    expect(only(check(graph), 'UNKNOWN_PORT')).toMatchObject([{ edgeId: 'e2', nodeId: 'text.1', portId: 'nothing' }])
    const bare: Graph = { ...graph, edges: [{ id: 'e', source: 'text.1', target: 'end.1', targetHandle: 'value' }] }
    expect(only(check(bare), 'UNKNOWN_PORT')[0]?.message).toContain('names no output')
  })

  test('include a cycle unless it goes through loop_back', () => {
    const cycle = drawn('text.1:text -> prompt.1:data \n prompt.1:trigger -> text.1:trigger')
    expect(only(check(cycle), 'CYCLE')).toMatchObject([{ message: expect.stringContaining('"text.1", "prompt.1"') }])
    const loop = drawn(
      'number.1:list -> each.1:items \n each.1:item -> end.1:value \n end.1:trigger -> each.1:loop_back',
    )
    expect(only(check(loop), 'CYCLE')).toEqual([])
  })

  test('include expressions, templates and branch conditions that do not parse', () => {
    const graph = drawn('prompt.1 \n ask.1', {
      'prompt.1': { template: '{{ name', expression: '((' },
      'ask.1': { message: 'x', branches: [{ name: 'big', condition: '((' }] },
    })
    expect(codes(check(graph))).toEqual(['BAD_TEMPLATE', 'BAD_EXPRESSION', 'BAD_EXPRESSION'])
  })

  test('resolve a branch of a handle trimmed and ignoring case, and prefer the exact name', () => {
    const branches = [{ name: 'Yes' }, { name: 'No' }]
    const graph = drawn('ask.1:yes -> end.1:trigger\n ask.1:No -> end.2:trigger', {
      'ask.1': { message: 'x', branches },
    })
    expect(codes(check(graph))).toEqual([])
    expect(only(check(graph), 'BRANCH_WITHOUT_TARGET')).toEqual([])
    expect(compile(graph, smallCatalogue).edges.map(({ fromPort }) => fromPort)).toEqual(['Yes', 'No'])
  })

  test('include branch names that are equal trimmed and ignoring case', () => {
    const branches = [{ name: 'Yes' }, { name: ' yes ' }]
    expect(codes(check(drawn('ask.1', { 'ask.1': { message: 'x', branches } })))).toEqual(['DUPLICATE_BRANCH'])
  })
})

describe('warnings of validation', () => {
  test('ignore connections with an annotation, which carry nothing and close no cycle', () => {
    const sketched = drawn(
      `${SOUND} \n model.1:response -> idea.1:left \n idea.1:right -> text.1:trigger`,
      soundConfigs,
    )
    expect(check(sketched)).toEqual([])
    expect(compile(sketched, smallCatalogue)).toEqual(compile(drawn(SOUND, soundConfigs), smallCatalogue))
    const unfed = drawn('idea.1:right -> model.1:message', soundConfigs)
    expect(codes(check(unfed))).toContain('MISSING_INPUT')
    expect(codes(check(drawn('text.1:text -> idea.1:nowhere')))).toContain('UNKNOWN_PORT')
  })

  test('include a node without edges, unless it is alone or a note', () => {
    expect(codes(check(drawn('text.1')), 'warning')).toEqual([])
    expect(codes(check(drawn(`${SOUND} \n text.2 \n note.1`, soundConfigs)), 'warning')).toEqual(['DISCONNECTED_NODE'])
  })

  test('include nodes that are unreachable behind an end or a cycle', () => {
    const behind = drawn('text.1:text -> end.1:value \n end.1:trigger -> text.2:trigger')
    expect(only(check(behind), 'UNREACHABLE_NODE')).toMatchObject([{ nodeId: 'text.2' }])
    const knot = drawn(
      'prompt.1:output -> prompt.2:data \n prompt.2:output -> prompt.1:data \n prompt.2:output -> end.1:value',
    )
    expect(only(check(knot), 'UNREACHABLE_NODE')).toMatchObject([{ nodeId: 'end.1' }])
  })

  test('include several sources of a single value, but not of a list, trigger or tool', () => {
    const single = drawn('text.1:text -> model.1:message \n text.2:text -> model.1:message', soundConfigs)
    expect(only(check(single), 'SEVERAL_SOURCES')).toMatchObject([{ nodeId: 'model.1', portId: 'message' }])
    const list = drawn('number.1:list -> prompt.1:list \n number.2:list -> prompt.1:list')
    expect(only(check(list), 'SEVERAL_SOURCES')).toEqual([])
  })

  test('include an unknown setting, but not a reserved one', () => {
    const config = { model: 'm', instanceTitle: 'T', colour: 'red' }
    expect(only(check(drawn(SOUND, { 'model.1': config })), 'UNKNOWN_CONFIG_KEY')).toMatchObject([{ path: '/colour' }])
  })

  test('include a branch without a connection', () => {
    const graph = drawn('ask.1:yes -> text.1:trigger', { 'ask.1': { message: 'x' } })
    expect(only(check(graph), 'BRANCH_WITHOUT_TARGET')).toMatchObject([{ nodeId: 'ask.1', portId: 'no' }])
  })

  test('include a dynamic port with a duplicate name', () => {
    const config = { dynamicInputs: [{ name: 'data', dataType: 'json' }] }
    expect(only(check(drawn('prompt.1', { 'prompt.1': config })), 'DUPLICATE_PORT')).toHaveLength(1)
  })
})

describe('suggestions of validation', () => {
  test('include adding a node to an empty workflow and a start to one without', () => {
    expect(codes(check({ nodes: [], edges: [] }), 'suggestion')).toEqual(['EMPTY_WORKFLOW'])
    expect(codes(check(drawn('text.1')), 'suggestion')).toEqual(['ADD_START'])
  })

  test('include different names for nodes with the same name', () => {
    const graph = drawn('text.1 \n text.2', { 'text.1': { instanceTitle: 'A' }, 'text.2': { instanceTitle: 'A' } })
    expect(only(check(graph), 'NAME_NODES')[0]?.message).toContain('"text.1", "text.2"')
  })

  test('include the nearest compatible output for an unconnected input', () => {
    const graph = drawn('text.1 \n number.1 \n text.2 \n model.1', soundConfigs)
    expect(only(check(graph), 'CONNECT_LOOSE_END').map((one) => one.message)).toEqual([
      'Connect "text.2":text to "model.1":message',
    ])
  })
})
