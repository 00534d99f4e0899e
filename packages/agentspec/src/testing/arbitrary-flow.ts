/** Generates flows for property tests: all node kinds, shared parts, unknown fields, nulls and missing fields. */
import fc from 'fast-check'
import type { Agentic, Fields, Flow, FlowNodeComponent, LlmConfig, NameRef, Property, Tool } from '../components.ts'

const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/)
const name = fc.oneof(word, fc.constantFrom('Node A', 'Ünïcode ⚙', 'a.b', 'yes', '1', 'a-input-b'))
const prose = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('on', 'null', 'multi\nline', "it's", '#x: y'))
const json = fc.oneof(prose, fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 }))
const key = fc
  .stringMatching(/^[a-z]{1,4}:[a-z]{1,6}$/)
  .filter((one) => !/^(agentspec|millrace):|:(position|node_id|node)$/.test(one))
const metadata = fc.option(fc.dictionary(key, json, { minKeys: 1, maxKeys: 3 }), { nil: undefined })
const extraKey = fc.stringMatching(/^x_[a-z]{1,6}$/)
const extra = fc.option(fc.dictionary(extraKey, json, { minKeys: 1, maxKeys: 2 }), { nil: undefined })

const schema: fc.Arbitrary<Fields> = fc.oneof(
  fc.constantFrom<Fields[]>(
    { type: 'string' },
    { type: 'number' },
    { type: 'integer', minimum: 0 },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' } },
    { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
    { type: 'string', format: 'date-time' },
    { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    { type: ['integer', 'null'] },
    {},
  ),
)

function properties(max = 3): fc.Arbitrary<Property[]> {
  return fc
    .uniqueArray(fc.tuple(word, schema), { maxLength: max, selector: ([title]) => title })
    .map((list) => list.map(([title, one]) => ({ ...one, title })))
}

/** Gives every generated component a unique id. */
function base(names: fc.Arbitrary<string> = name) {
  return fc.record({ name: names, metadata, extra, description: fc.option(prose, { nil: undefined }) })
}

type Bare = Record<string, unknown>

function tidy(fields: Bare): Bare {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const llm = fc
  .tuple(
    base(),
    fc.constantFrom('OpenAiConfig', 'VllmConfig', 'LlmConfig', 'OllamaConfig', 'OpenAiCompatibleConfig'),
    word,
  )
  .map(([one, componentType, modelId]) =>
    tidy({
      ...one,
      kind: 'llm_config',
      componentType,
      modelId,
      ...(componentType === 'LlmConfig' ? { provider: 'other' } : {}),
      ...(/Vllm|Ollama|Compatible/.test(componentType) ? { url: 'http://models.test' } : {}),
      ...(one.extra ? { defaultGenerationParameters: { temperature: 0.5 } } : {}),
    }),
  ) as unknown as fc.Arbitrary<LlmConfig>

const tool = fc
  .tuple(base(word), fc.constantFrom('server', 'client', 'remote', 'builtin', 'mcp'), properties(), properties())
  .map(([one, kind, inputs, outputs]) =>
    tidy({
      ...one,
      kind,
      inputs,
      outputs,
      ...(kind === 'remote' ? { url: 'https://api.test/{{x}}', httpMethod: 'POST', data: { a: '{{y}}' } } : {}),
      ...(kind === 'builtin' ? { toolType: 'search', configuration: { depth: 2 }, executorName: ['a', 'b'] } : {}),
      ...(kind === 'mcp'
        ? { clientTransport: { component_type: 'SSETransport', id: 'sse', name: 'sse', url: 'u' } }
        : {}),
      ...(kind === 'client' ? { requiresConfirmation: true } : {}),
    }),
  ) as unknown as fc.Arbitrary<Tool>

const nameRef: fc.Arbitrary<NameRef> = word.map((one) => ({ kind: 'ref', name: `ref_${one}` }))

const agent: fc.Arbitrary<Agentic> = fc
  .tuple(base(), llm, fc.array(tool, { maxLength: 2 }), properties())
  .map(([one, llmConfig, tools, outputs]) =>
    tidy({ ...one, kind: 'agent', llmConfig, systemPrompt: 'Help {{who}}', tools, outputs, humanInTheLoop: false }),
  ) as unknown as fc.Arbitrary<Agentic>

const swarm = fc.tuple(base(), agent, agent).map(([one, a, b]) =>
  tidy({
    ...one,
    kind: 'swarm',
    firstAgent: a,
    relationships: [
      [a, b],
      [b, a],
    ],
    handoff: 'always',
  }),
) as unknown as fc.Arbitrary<Agentic>

type Ports = { inputs?: Property[] | null; outputs?: Property[] | null }
const ports: fc.Arbitrary<Ports> = fc.oneof(
  fc.constant({}),
  fc.tuple(properties(), properties()).map(([inputs, outputs]) => ({ inputs, outputs })),
)

const mapping = fc.dictionary(
  fc.oneof(word, fc.constantFrom('a "b"', "c'd", '||', 'x == 1', '3', 'true')),
  fc.constantFrom('one', 'two', 'default'),
  { minKeys: 1, maxKeys: 4 },
)

function node(flows: fc.Arbitrary<Flow | NameRef>): fc.Arbitrary<FlowNodeComponent> {
  const of = (fields: fc.Arbitrary<Bare>, withPorts = ports) =>
    fc
      .tuple(base(), fields, withPorts)
      .map(([one, own, io]) => tidy({ ...one, ...io, ...own }) as unknown as FlowNodeComponent)
  const oneInput = properties(1)
    .filter((list) => list.length === 1)
    .map((list) => ({ inputs: list.map(({ title }) => ({ title, type: 'string' })) }))
  const none = fc.constant({})
  return fc.oneof(
    of(
      fc.record({
        kind: fc.constant('llm'),
        llmConfig: fc.oneof(llm, nameRef),
        promptTemplate: fc.constantFrom('Say {{a}} and {{b}}', 'plain'),
      }),
      none,
    ),
    of(
      fc.record({
        kind: fc.constant('api'),
        url: fc.constant('https://api.test/{{id}}'),
        httpMethod: fc.constantFrom('GET', 'PUT'),
        headers: fc.constant({ 'X-A': '{{a}}' }),
        queryParams: fc.constant({ q: '1' }),
        data: fc.constant({ a: ['{{c}}'] }),
      }),
      none,
    ),
    of(fc.record({ kind: fc.constant('agent'), agent: fc.oneof(agent, swarm, nameRef) })),
    of(fc.record({ kind: fc.constant('tool'), tool: fc.oneof(tool, nameRef) })),
    of(fc.record({ kind: fc.constant('flow'), subflow: flows }), none),
    of(
      fc
        .record({
          kind: fc.constantFrom('map', 'parallel_map'),
          subflow: flows,
          reducers: fc.constantFrom(undefined, { total: 'sum' }),
        })
        .map(tidy),
      none,
    ),
    of(
      fc.record({ kind: fc.constant('parallel_flow'), subflows: fc.array(flows, { minLength: 1, maxLength: 2 }) }),
      none,
    ),
    of(fc.record({ kind: fc.constant('catch_exception'), subflow: flows }), none),
    of(fc.record({ kind: fc.constant('branching'), mapping }), oneInput),
    of(fc.record({ kind: fc.constant('input_message'), message: fc.constantFrom('Who?', undefined) }).map(tidy), none),
    of(fc.record({ kind: fc.constant('output_message'), message: fc.constant('Hello {{who}}') }), none),
    of(fc.record({ kind: fc.constant('unknown'), componentType: fc.constant('PluginFancyNode') })),
  )
}

function flowOf(flows: fc.Arbitrary<Flow | NameRef>): fc.Arbitrary<Flow> {
  return fc
    .record({
      frame: base(),
      inputs: properties(),
      outputs: properties(),
      branch: fc.constantFrom(undefined, 'next', 'done'),
      nodes: fc.array(node(flows), { maxLength: 5 }),
      hops: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(undefined, 'default', 'one')), { maxLength: 6 }),
      data: fc.option(fc.array(fc.tuple(fc.nat(), fc.nat(), word, word), { maxLength: 4 }), { nil: null }),
      declared: fc.option(properties(), { nil: undefined }),
    })
    .map(({ frame, inputs, outputs, branch, nodes, hops, data, declared }) => {
      const start = { kind: 'start', name: 'Start', inputs, outputs: inputs }
      const end = tidy({ kind: 'end', name: 'End', inputs: outputs, outputs, branchName: branch })
      const all = [start, ...nodes, end]
      return tidy({ ...frame, kind: 'flow', outputs: declared, nodes: all, hops, data }) as unknown as Flow
    })
}

/** Ids for everything in a flow, and edges between its nodes. The same object keeps the same id. */
function withIds(raw: Flow): Flow {
  let count = 0
  const done = new Map<object, unknown>()
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const fields = value as Bare
    if (typeof fields.kind !== 'string' || fields.kind === 'ref') return value
    const before = done.get(value)
    if (before !== undefined) return before
    const id = `id-${count++}`
    const { hops, data, ...rest } = fields
    const made: Bare = { id }
    for (const [key, inner] of Object.entries(rest)) {
      made[key] = ['metadata', 'extra', 'inputs', 'outputs', 'data'].includes(key) ? inner : walk(inner)
    }
    if (fields.kind !== 'flow' || !Array.isArray(hops)) {
      if (data !== undefined) made.data = data
      done.set(value, made)
      return made
    }
    const nodes = made.nodes as FlowNodeComponent[]
    const at = (number: number) => nodes[number % nodes.length]?.id ?? ''
    made.startNode = nodes[0]?.id
    made.controlFlow = [
      ...nodes
        .slice(1)
        .map((to, place) => ({ id: `id-${count++}`, name: 'step', fromNode: nodes[place]?.id ?? '', toNode: to.id })),
      ...(hops as [number, number, string | undefined][]).map(([from, to, branch]) =>
        tidy({ id: `id-${count++}`, name: 'hop', fromNode: at(from), toNode: at(to), fromBranch: branch }),
      ),
    ]
    made.dataFlow =
      (data as [number, number, string, string][] | null)?.map(([from, to, output, input]) => ({
        id: `id-${count++}`,
        name: 'data',
        sourceNode: at(from),
        sourceOutput: output,
        destinationNode: at(to),
        destinationInput: input,
      })) ?? null
    done.set(value, made)
    return made
  }
  return walk(raw) as Flow
}

const inner = flowOf(nameRef)

/** Any flow with nested flows. Not all are valid, but all can be written and read. */
export const arbitraryFlow: fc.Arbitrary<Flow> = flowOf(fc.oneof(inner, nameRef)).map(withIds)
