import { describe, expect, test } from 'vitest'
import { catalogueOf } from '../catalogue.ts'
import { setExpression } from '../expressions/expressions.ts'
import { defineNode } from '../node-type.ts'
import { choice, expression, secret, Type, template } from '../schema.ts'
import { cpuMsOf, leastCpuMs } from '../testing/cpu-time.ts'
import type { Graph, WorkflowNode } from '../workflow/workflow.ts'
import { problemsIn } from './validate.ts'

const base = { version: '1.0.0', description: '', icon: 'mdi:circle', tags: [], category: 'data' } as const
const catalogue = catalogueOf([
  defineNode({
    ...base,
    id: 'call',
    name: 'Call',
    config: Type.Object({
      url: Type.String({ title: 'URL', minLength: 1 }),
      method: Type.Optional(choice(['GET', 'POST'])),
      headers: Type.Optional(Type.Record(Type.String())),
      timeout: Type.Optional(Type.Number()),
      token: Type.Optional(secret()),
      template: Type.Optional(template()),
      condition: Type.Optional(expression()),
      query: Type.Optional(Type.String({ 'x-expression': false })),
      any: Type.Optional(Type.Any()),
    }),
    inputs: {
      body: { dataType: 'mixed' },
      token: { dataType: 'string' },
      list: { dataType: 'array' },
      items: { dataType: 'array' },
    },
    outputs: {
      text: { dataType: 'string' },
      rows: { dataType: 'json[]' },
      json: {
        dataType: 'json',
        schema: { type: 'object', properties: { id: { type: 'integer' }, tags: { type: 'array' } } },
      },
      tool: { dataType: 'tool' },
    },
    tool: true,
  }),
  defineNode({
    ...base,
    id: 'loop',
    name: 'Loop',
    config: Type.Object({}),
    inputs: { items: { dataType: 'mixed' }, loop_back: { dataType: 'mixed' } },
    outputs: { item: { dataType: 'mixed' }, results: { dataType: 'array' } },
    loop: { kind: 'foreach', each: ['item'] },
  }),
  defineNode({
    ...base,
    id: 'agent',
    name: 'Agent',
    config: Type.Object({}),
    inputs: { tool: { dataType: 'tool' } },
    outputs: {},
  }),
  defineNode({
    ...base,
    id: 'begin',
    name: 'Begin',
    category: 'triggers',
    config: Type.Object({ path: Type.String() }),
    inputs: {},
    outputs: {},
  }),
])
const languages = {
  expressionProblem: (text: string) => (text.includes('((') ? 'a bracket is open (at character 2)' : undefined),
  templateProblem: () => undefined,
}

/** `a -> b` connects text to body; other ports as in `a:item -> b:body`. The type is the id without its number. */
function graph(
  drawing: string,
  texts: Record<string, Record<string, string>>,
  more: Record<string, Partial<WorkflowNode['data']>> = {},
): Graph {
  const ids = new Set<string>()
  const ends = (part = '', port: string) => {
    const [id = '', own = port] = part.trim().split(':')
    ids.add(id)
    return { id, own }
  }
  const edges = drawing.split('\n').flatMap((line, at) => {
    const [from, to] = line.split('->')
    if (from?.trim() === '') return []
    const source = ends(from, 'text')
    if (to === undefined) return []
    const target = ends(to, 'body')
    const handles = {
      sourceHandle: `${source.id}-output-${source.own}`,
      targetHandle: `${target.id}-input-${target.own}`,
    }
    return [{ id: `e${at}`, source: source.id, target: target.id, ...handles }]
  })
  const nodes = [...ids].map((id) => {
    const config = id.startsWith('call') ? { url: 'https://a.example' } : {}
    const data = { config, metadata: { node_type_id: id.replace(/\d+$/, '') }, ...more[id] }
    const own = Object.entries(texts[id] ?? {})
    return own.reduce<WorkflowNode>((node, [key, text]) => setExpression(node, key, text), { id, data })
  })
  return { nodes, edges }
}
const check = (drawn: Graph) =>
  problemsIn(drawn, { catalogue, languages, maxNodes: 20_000 }).filter(
    ({ code }) => code.includes('EXPRESSION') || code === 'MISSING_CONFIG',
  )

describe('which settings can be expressions', () => {
  test.each(['url', 'method', 'headers/Accept', 'any'])('%s', (setting) => {
    expect(check(graph('call1 -> call2', { call2: { [setting]: '{{ body }}' } }))).toEqual([])
  })

  test.each([
    ['nothing', 'is not a setting of its type'],
    ['url/deeper', 'is not a setting of its type'],
    ['timeout', 'is not a text setting'],
    ['token', 'is a secret'],
    ['template', 'has its own language'],
    ['condition', 'has its own language'],
    ['query', 'has its own language'],
    ['instanceTitle', 'is read before the node runs'],
  ])('%s %s', (setting, reason) => {
    expect(check(graph('call1 -> call2', { call2: { [setting]: '{{ body }}' } }))).toMatchObject([
      { code: 'EXPRESSION_SETTING', nodeId: 'call2', path: `/${setting}`, message: expect.stringContaining(reason) },
    ])
  })

  test('settings of triggers are read before the run', () => {
    expect(check(graph('begin1', { begin1: { path: '{{ now }}' } }))).toMatchObject([{ code: 'EXPRESSION_SETTING' }])
  })

  test('an expression counts as the value of a required setting', () => {
    const drawn = graph('call1 -> call2', { call2: { url: '{{ body }}' } }, { call2: { config: {} } })
    expect(check(drawn)).toEqual([])
  })
})

describe('how expressions are written', () => {
  test('a syntax error has its position in the text', () => {
    expect(check(graph('call1', { call1: { url: 'https://{{ ((' } }))).toMatchObject([
      { code: 'BAD_EXPRESSION', path: '/url', position: 8 },
    ])
    expect(check(graph('call1', { call1: { url: 'https://{{ ((now }}' } }))).toMatchObject([
      {
        code: 'BAD_EXPRESSION',
        position: 12,
        message: 'Node "call1": in "url" at character 13, the expression does not parse: a bracket is open',
      },
    ])
  })
})

describe('what expressions refer to', () => {
  const problemOf = (text: string, drawing = 'call1 -> call2', more = {}) =>
    check(graph(drawing, { call2: { url: text } }, more)).map(({ code, message, position }) => ({
      code,
      message,
      position,
    }))

  test.each([
    '{{ body.x }}',
    '{{ nodes.call1.text }}',
    '{{ nodes.fetch_it.text }}',
    '{{ launch.x }}',
    '{{ execution.id }}',
    '{{ workflow.name }}',
    '{{ now }}',
  ])('%s is known', (text) =>
    expect(
      problemOf(text, 'call1 -> call2', {
        call1: { label: 'Fetch it!', config: { url: 'x' }, metadata: { node_type_id: 'call' } },
      }),
    ).toEqual([]),
  )

  test.each([
    ['{{ bdy.x }}', '"bdy" is not an input of the node', 3],
    ['x{{ nodes.other.text }}', 'there is no node with the id or label "other"', 10],
    ['{{ nodes.call1.txt }}', 'node "call1" has no output "txt"', 9],
    ['{{ nodes.call2.text }}', 'does not always run before this node', 9],
    ['{{ nodes }}', '"nodes" must be followed by', 3],
    ['{{ execution.name }}', '"execution" has only "id"', 3],
    ['{{ token }}', '"token" is a secret', 3],
    ['{{ launch.call1.token }}', '"launch.call1.token" is a secret', 3],
    ['{{ trigger }}', '"trigger" is not an input of the node', 3],
  ])('%s: %s', (text, message, position) => {
    expect(problemOf(text)).toEqual([
      { code: 'EXPRESSION_REFERENCE', message: expect.stringContaining(message), position },
    ])
  })

  test('a label that several nodes have is ambiguous, an id is not', () => {
    const same = { label: 'Same', config: { url: 'x' }, metadata: { node_type_id: 'call' } }
    const drawing = 'call1 -> call2 \n call3 -> call2'
    expect(problemOf('{{ nodes.same.text }}', drawing, { call1: same, call3: same })).toMatchObject([
      { message: expect.stringContaining('several nodes have the label "same"') },
    ])
    expect(problemOf('{{ nodes.call3.text }}', drawing, { call1: same, call3: same })).toEqual([])
  })

  test('a node that runs later, or beside, does not come before', () => {
    expect(problemOf('{{ nodes.call3.text }}', 'call1 -> call2 \n call2 -> call3')).toHaveLength(1)
    expect(problemOf('{{ nodes.call3.text }}', 'call1 -> call2 \n call1 -> call3')).toHaveLength(1)
    expect(problemOf('{{ nodes.call0.text }}', 'call0 -> call1 \n call1 -> call2')).toEqual([])
  })

  test('a node that starts with its first source is only after what all of them need', () => {
    const any = {
      call2: {
        config: { url: 'x' },
        metadata: { node_type_id: 'call' },
        extensions: { 'millrace:join': { mode: 'any' } },
      },
    }
    const drawing = 'call0 -> call1 \n call0 -> call3 \n call1 -> call2 \n call3 -> call2:list'
    expect(problemOf('{{ nodes.call1.text }}', drawing, any)).toHaveLength(1)
    expect(problemOf('{{ nodes.call0.text }}', drawing, any)).toEqual([])
  })

  test('inside a loop everything around it is known, after it only the loop itself', () => {
    const drawing =
      'call1 -> loop1:items \n loop1:item -> call2 \n call2 -> loop1:loop_back \n loop1:results -> call3:list'
    const inside = (text: string) => check(graph(drawing, { call2: { url: text } }))
    const after = (text: string) => check(graph(drawing, { call3: { url: text } }))
    expect(inside('{{ nodes.loop1.item }}{{ nodes.call1.text }}')).toEqual([])
    expect(after('{{ nodes.loop1.results }} ')).toEqual([])
    const exits = `${drawing} \n call2 -> call3`
    expect(check(graph(exits, { call3: { url: '{{ nodes.call2.text }}' } }))).toMatchObject([
      { message: expect.stringContaining('runs in a loop that this node is not part of') },
    ])
  })

  test('a tool sees what comes before all of its agents, and has no result itself', () => {
    const drawing = 'call1:trigger -> agent1:trigger \n call2:tool -> agent1:tool \n agent1:trigger -> call3:trigger'
    expect(problemOf('{{ nodes.call1.text }}{{ body }}', drawing)).toEqual([])
    expect(problemOf('{{ nodes.call3.text }}', drawing)).toHaveLength(1)
    expect(check(graph(drawing, { call3: { url: '{{ nodes.call2.text }}' } }))).toMatchObject([
      { message: expect.stringContaining('has no result of its own') },
    ])
  })
})

describe('types', () => {
  test.each([
    ['{{ nodes.call1.rows }}', 'a list'],
    ['{{ nodes.call1.json }}', 'an object'],
    ['{{ nodes.call1.json.tags }}', 'a list'],
    ['{{ list }}', 'a list'],
    ['{{ nodes.call1 }}', 'an object'],
  ])('%s does not fit a text', (text, type) => {
    expect(check(graph('call1 -> call2', { call2: { url: text } }))).toMatchObject([
      { code: 'EXPRESSION_TYPE', path: '/url', message: expect.stringContaining(`the value is ${type}`) },
    ])
  })

  test.each(['{{ nodes.call1.json.id }}', '{{ nodes.call1.json.other }}', 'all: {{ nodes.call1.rows }}', '{{ body }}'])(
    '%s may fit',
    (text) => expect(check(graph('call1 -> call2', { call2: { url: text } }))).toEqual([]),
  )

  test('a setting of any type takes a list', () => {
    expect(check(graph('call1 -> call2', { call2: { any: '{{ nodes.call1.rows }}' } }))).toEqual([])
  })
})

describe('double braces in a plain setting', () => {
  const plain = (config: object) => ({ call1: { config: { url: 'x', ...config }, metadata: { node_type_id: 'call' } } })

  test('are a warning with the setting and the position', () => {
    expect(check(graph('call1', {}, plain({ headers: { Accept: 'a {{ b }}' } })))).toMatchObject([
      { code: 'NOT_AN_EXPRESSION', severity: 'warning', nodeId: 'call1', path: '/headers/Accept', position: 2 },
    ])
  })

  test.each([{ template: '{{ a }}' }, { condition: '{{ a }}' }, { any: { deep: '{{ a }}' } }, { url: '{{ a' }])(
    '%j is not one',
    (config) => expect(check(graph('call1', {}, plain(config)))).toEqual([]),
  )

  test('the plain value beside an expression is not one', () => {
    expect(check(graph('call1', { call1: { url: '{{ now }}' } }, plain({ url: '{{ now }}' })))).toEqual([])
  })
})

test('ten thousand nodes with references are validated in time linear in their number', () => {
  const validation = (size: number) => {
    const lines = Array.from({ length: size - 1 }, (_, at) => `call${at} -> call${at + 1}`).join('\n')
    const texts = Object.fromEntries(
      Array.from({ length: size }, (_, at) => [`call${at}`, { url: `{{ nodes.call${at >> 1}.text }}` }]),
    )
    const drawn = graph(lines, { ...texts, call0: {} })
    return () => expect(check(drawn)).toHaveLength(0)
  }
  validation(500)()
  const limitMs = 16 * cpuMsOf(validation(1000)) + 1000
  expect(leastCpuMs(limitMs, validation(8000))).toBeLessThan(limitMs)
})
