/** Constructs that Agent Spec expresses as a flow inside a node: loops, error handling, parallel branches. */
import { nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeOfficial } from '../codec/write-official.ts'
import { writeSimpleFlow } from '../codec/write-simple.ts'
import type { Flow } from '../components.ts'
import { readAgentSpec } from '../read.ts'
import { catalogue, drawnWorkflow } from '../testing/canvas.ts'
import { validateFlow } from '../validate/validate-flow.ts'
import type { ExportedWorkflow } from './canvas.ts'
import type { ExportOptions } from './export-options.ts'
import { checkExport, toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

const MODEL = ['chat_model', { provider: 'openai', model: 'small' }] as const
const official = { dialect: 'official' } as const

function flowOf(workflow: ExportedWorkflow, options: ExportOptions = {}): Flow {
  const made = toFlow(workflow, catalogue, options)
  if (made.errors !== undefined) throw new Error(made.errors.join('\n'))
  return made.flow
}

function kindsOf({ nodes }: Flow): string {
  return nodes.map(({ kind }) => kind).join(' ')
}

/** The workflow that an exported flow is imported as. */
function back(flow: Flow, options: ExportOptions) {
  const written = options.dialect === 'official' ? writeOfficial(flow) : writeSimpleFlow(flow)
  const read = readAgentSpec(JSON.stringify(written))
  if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
  return toWorkflow(read, catalogue)
}

function drawingOf({ nodes, edges }: Pick<ExportedWorkflow, 'nodes' | 'edges'>) {
  const bare = (node: WorkflowNode) => ({ ...node, data: { ...node.data, metadata: nodeTypeIdOf(node) } })
  return { nodes: nodes.map(bare), edges }
}

describe('a loop', () => {
  const loop = (lines: string, more: Record<string, string | readonly [string, object]> = {}) =>
    drawnWorkflow(
      { s: 'start', l: 'foreach', m: MODEL, ...more, e: 'end' } as Parameters<typeof drawnWorkflow>[0],
      lines,
    )
  const plain = 's:inputs -> l:items\nl:item -> m:message\nm:response -> l:loop_back\nl:results -> e:value'

  test.each([
    [`${plain}\nl:index -> e:value`, 'its body uses `index`'],
    [`${plain}\nm:response -> e:value`, 'triggers a node outside'],
    [
      's:inputs -> l:items\nl:item -> m:message\nm:response -> l:loop_back\ns -> m\nl:completed -> e',
      'a node outside its body triggers',
    ],
    ['s:inputs -> l:items\nl:item -> m:message\nm:response -> l:loop_back\nm -> e', 'a start or an end'],
  ])('that Agent Spec cannot express is not mappable: %s', (lines, why) => {
    const { errors, warnings } = checkExport(loop(lines), catalogue)
    expect(errors).toEqual(['Node type not mappable: l', 'Cycle detected'])
    expect(warnings).toContainEqual(expect.stringContaining(why))
  })

  test('that was changed elsewhere is imported as an Agent Spec node', () => {
    const flow = flowOf(loop(plain))
    const nodes = flow.nodes.map((node) => (node.kind === 'map' ? { ...node, reducers: { result: 'append' } } : node))
    const { workflow, warnings } = toWorkflow({ flow: { ...flow, nodes } }, catalogue)
    expect(workflow.nodes.map((node) => nodeTypeIdOf(node))).toEqual(['start', 'agentspec.map_node', 'end'])
    expect(warnings).toContainEqual(expect.stringContaining('was changed since its export'))
    const again = flowOf({ ...workflow, id: 'x' })
    expect(kindsOf(again)).toBe('start map end')
    expect(validateFlow(again).errors).toEqual([])
  })

  test('omits the secrets of its body', () => {
    const key = 'sk-very-secret-key'
    const flow = flowOf(
      drawnWorkflow({ s: 'start', l: 'foreach', m: ['chat_model', { ...MODEL[1], apiKey: key }], e: 'end' }, plain),
    )
    expect(JSON.stringify([writeSimpleFlow(flow), writeOfficial(flow)])).not.toContain(key)
  })

  test('a while loop is exported in both dialects; a complex condition needs Millrace', () => {
    const drawn = (condition: string) =>
      drawnWorkflow(
        { s: 'start', l: ['while', { condition }], m: MODEL, e: 'end' },
        's:inputs -> l:value\nl:value -> m:message\nm:response -> l:loop_back\nl:result -> e:value',
      )
    const needsMillrace = 'Only Millrace can run `l` (data_mapper)'
    for (const [condition, isPlain] of [
      ['value = "more"', true],
      ['value < 3', false],
    ] as const) {
      for (const options of [{}, official]) {
        const flow = flowOf(drawn(condition), options)
        expect(kindsOf(flow)).toBe('start flow end')
        expect(validateFlow(flow).errors).toEqual([])
        expect(checkExport(drawn(condition), catalogue, options).warnings.includes(needsMillrace)).toBe(!isPlain)
        expect(drawingOf(back(flow, options).workflow)).toEqual(drawingOf(drawn(condition)))
      }
    }
    expect(checkExport(drawn('index < 3'), catalogue, official)).toMatchObject({
      errors: ['Node type not mappable: l', 'Cycle detected'],
      warnings: expect.arrayContaining([expect.stringContaining('uses the iteration index')]),
    })
  })
})

describe('an error path', () => {
  const drawn = drawnWorkflow(
    { s: 'start', h: ['http_request', { url: 'https://a.test' }], f: MODEL, t: 'chat_output', e: 'end' },
    's -> h\nh:body -> e:value\nh:error -> f:message\nf:response -> t:message',
  )

  test('requires a version that supports it, else is omitted with its nodes and restored on import', () => {
    expect(writeOfficial(flowOf(drawn, official)).agentspec_version).toBe('26.1.2')
    const options = { ...official, version: '25.4.2' }
    const made = toFlow(drawn, catalogue, options)
    expect(made.warnings).toEqual(
      expect.arrayContaining([
        '`h`: error handling requires version 26.1.2 of Agent Spec; its `error` edge is omitted',
        '`f` is only reached by an error and is omitted',
        '`t` is only reached by an error and is omitted',
      ]),
    )
    expect(kindsOf(flowOf(drawn, options))).toBe('start api end')
    expect(writeOfficial(flowOf(drawn, options)).agentspec_version).toBe('25.4.2')
    expect(drawingOf(back(flowOf(drawn, options), options).workflow)).toEqual(drawingOf(drawn))
  })

  test('a version that does not support a component is rejected with its name', () => {
    const asks = drawnWorkflow(
      { s: 'start', a: ['simple_agent', MODEL[1]], e: 'end' },
      's:inputs -> a:message\na:response -> e:value',
    )
    expect(checkExport(asks, catalogue, { ...official, version: '25.4.1' }).errors).toEqual([
      expect.stringContaining('`a` requires version'),
    ])
    expect(checkExport(asks, catalogue, { ...official, version: '1.2' }).errors).toEqual([
      'Version `1.2` of Agent Spec is unknown',
    ])
  })

  test('a flow with a version that is too low gets a higher one', () => {
    const spec = readAgentSpec(JSON.parse(JSON.stringify(writeOfficial(flowOf(plainFlow, official)))))
    if (spec.errors !== undefined) throw new Error(spec.errors.join())
    const { workflow } = toWorkflow(spec, catalogue)
    const edges = [
      ...workflow.edges,
      { id: 'x', source: 'm', target: 'e', sourceHandle: 'm-output-error', targetHandle: 'e-input-trigger' },
    ]
    const made = toFlow({ ...workflow, edges }, catalogue, official)
    expect(made.warnings).toContainEqual(expect.stringContaining('is too low'))
    expect(made.flow?.version).toBe('26.1.2')
  })

  const plainFlow = drawnWorkflow({ s: 'start', m: MODEL, e: 'end' }, 's:inputs -> m:message\nm:response -> e:value')
})

describe('parallel branches', () => {
  const join = 'a:response -> j:message\nb:response -> j:system\nj:response -> e:value'
  const fork = `s:inputs -> a:message\ns:inputs -> b:message\n${join}`
  const ONE_BY_ONE = 'Nodes that could run in parallel run one after the other in Agent Spec'

  test('are one node in the official dialect and run in sequence in the simple one', () => {
    const drawn = drawnWorkflow({ s: 'start', a: MODEL, b: MODEL, j: MODEL, e: 'end' }, fork)
    expect(kindsOf(flowOf(drawn, official))).toBe('start parallel_flow llm end')
    expect(kindsOf(flowOf(drawn))).toBe('start llm llm llm end')
    expect(checkExport(drawn, catalogue).warnings).toContain(ONE_BY_ONE)
    expect(checkExport(drawn, catalogue, official).warnings).not.toContain(ONE_BY_ONE)
    expect(kindsOf(flowOf(drawn, { ...official, version: '25.4.1' }))).toBe('start llm llm llm end')
  })

  test('may be nested and inside a loop', () => {
    const drawn = drawnWorkflow(
      { s: 'start', l: 'foreach', o: MODEL, p: MODEL, q: MODEL, a: MODEL, b: MODEL, j: MODEL, e: 'end' },
      `s:inputs -> l:items
      l:item -> o:message
      l:item -> b:message
      o:response -> p:message
      o:response -> q:message
      p:response -> a:message
      q:response -> a:system
      a:response -> j:message
      b:response -> j:system
      j:response -> l:loop_back
      l:results -> e:value`,
    )
    const flow = flowOf(drawn, official)
    const [map] = flow.nodes.filter((node) => node.kind === 'map')
    const body = map?.subflow as Flow
    expect(kindsOf(body)).toBe('start parallel_flow llm end')
    const [outer] = body.nodes.filter((node) => node.kind === 'parallel_flow')
    expect(outer?.subflows.map((one) => kindsOf(one as Flow))).toEqual([
      'start llm parallel_flow llm end',
      'start llm end',
    ])
    expect(validateFlow(flow).errors).toEqual([])
  })

  test('may be behind a branch and behind a caught error', () => {
    const nodes = { s: 'start', a: MODEL, b: MODEL, j: MODEL, n: MODEL, e: 'end' } as const
    const chosen = drawnWorkflow(
      { ...nodes, q: ['if_else', { matchText: 'x', caseSensitive: true }] },
      `s:inputs -> q:data
      q:True -> a
      q:True -> b
      s:inputs -> a:message
      s:inputs -> b:message
      a:response -> j:message
      b:response -> j:system
      q:False -> n
      s:inputs -> n:message
      j:response -> e:value
      n:response -> e:value`,
    )
    expect(kindsOf(flowOf(chosen, official)).split(' ').sort().join(' ')).toBe(
      'branching end llm llm parallel_flow start',
    )
    const caught = drawnWorkflow(
      { ...nodes, h: MODEL },
      `s:inputs -> h:message
      h:response -> a:message
      h:response -> b:message
      a:response -> j:message
      b:response -> j:system
      h:error -> n:message
      j:response -> e:value
      n:response -> e:value`,
    )
    expect(kindsOf(flowOf(caught, official)).split(' ').sort().join(' ')).toBe(
      'catch_exception end llm llm parallel_flow start',
    )
    for (const drawn of [chosen, caught]) {
      const flow = flowOf(drawn, official)
      expect(validateFlow(flow).errors).toEqual([])
      expect(drawingOf(back(flow, official).workflow)).toEqual(drawingOf(drawn))
    }
  })

  test.each([
    [
      'that wait for a person',
      { a: ['text_prompt', { message: 'Well?' }] as const },
      fork.replace('s:inputs -> a:message', 's -> a').replace('a:response', 'a:text'),
    ],
    [
      'with a choice that leads outside',
      { b: ['if_else', { matchText: 'x', caseSensitive: true }] as const },
      `s:inputs -> a:message\ns:inputs -> b:data\nb:True -> j\na:response -> j:message\nj:response -> e:value\nb:False -> e`,
    ],
    [
      'that never join',
      {},
      's:inputs -> a:message\ns:inputs -> b:message\na:response -> j:message\nj:response -> e:value\nb -> e',
    ],
  ])('%s run in sequence', (_, more, lines) => {
    const drawn = drawnWorkflow({ s: 'start', a: MODEL, b: MODEL, j: MODEL, e: 'end', ...more }, lines)
    const flow = flowOf(drawn, official)
    expect(validateFlow(flow).errors).toEqual([])
    const isWhole = (one: Flow) => one.nodes.every(({ kind }) => kind !== 'parallel_flow')
    expect([kindsOf(flow), isWhole(flow)]).toEqual([kindsOf(flow), _ === 'that never join' ? isWhole(flow) : true])
  })
})

/** Random workflows of models in sequence, in loops, in forks, and with error paths. */
const drawing = fc
  .array(fc.constantFrom('model', 'loop', 'fork', 'fails', 'choice'), { minLength: 1, maxLength: 6 })
  .map((parts) => {
    const nodes: Record<string, string | readonly [string, Record<string, unknown>]> = { s: 'start' }
    const lines: string[] = []
    let last = 's:inputs'
    const model = (id: string, from: string) => {
      nodes[id] = MODEL
      lines.push(`${from} -> ${id}:message`)
      return `${id}:response`
    }
    for (const [at, part] of parts.entries()) {
      const id = (letter: string) => `${letter}${at}`
      if (part === 'model') last = model(id('m'), last)
      else if (part === 'loop') {
        nodes[id('l')] = 'foreach'
        lines.push(`${last} -> ${id('l')}:items`, `${model(id('m'), `${id('l')}:item`)} -> ${id('l')}:loop_back`)
        last = `${id('l')}:results`
      } else if (part === 'fork') {
        const [a, b] = [model(id('a'), last), model(id('b'), last)]
        last = model(id('j'), a)
        lines.push(`${b} -> ${id('j')}:system`)
      } else if (part === 'fails') {
        const good = model(id('m'), last)
        const bad = model(id('f'), `${id('m')}:error`)
        last = model(id('j'), good)
        lines.push(`${bad} -> ${id('j')}:message`)
      } else {
        nodes[id('q')] = ['if_else', { matchText: 'x', caseSensitive: true }]
        lines.push(`${last} -> ${id('q')}:data`, `${id('q')}:True -> ${id('a')}`, `${id('q')}:False -> ${id('b')}`)
        const [a, b] = [model(id('a'), last), model(id('b'), last)]
        last = model(id('j'), a)
        lines.push(`${b} -> ${id('j')}:message`)
      }
    }
    nodes.e = 'end'
    return drawnWorkflow(nodes, [...lines, `${last} -> e:value`].join('\n'))
  })

describe('random workflows', () => {
  test.each(['simple', 'official'] as const)(
    'are exported as valid flows of the %s dialect and restored',
    (dialect) => {
      fc.assert(
        fc.property(drawing, (workflow) => {
          const flow = flowOf(workflow, { dialect })
          expect(validateFlow(flow).errors).toEqual([])
          expect(JSON.stringify(flow)).toBe(JSON.stringify(flowOf(workflow, { dialect })))
          expect(drawingOf(back(flow, { dialect }).workflow)).toEqual(drawingOf(workflow))
        }),
        { numRuns: 60 },
      )
    },
  )

  test('are exported with thousands of nodes', () => {
    const nodes: Record<string, string | readonly [string, Record<string, unknown>]> = { s: 'start' }
    const lines: string[] = []
    let last = 's:inputs'
    for (let at = 0; at < 1000; at++) {
      nodes[`l${at}`] = 'foreach'
      nodes[`m${at}`] = MODEL
      nodes[`f${at}`] = MODEL
      lines.push(`${last} -> l${at}:items`, `l${at}:item -> m${at}:message`, `m${at}:error -> f${at}:message`)
      lines.push(`m${at}:response -> l${at}:loop_back`, `f${at}:response -> l${at}:loop_back`)
      last = `l${at}:results`
    }
    nodes.e = 'end'
    const workflow = drawnWorkflow(nodes, [...lines, `${last} -> e:value`].join('\n'))
    expect(flowOf(workflow, official).nodes).toHaveLength(1002)
  })
})
