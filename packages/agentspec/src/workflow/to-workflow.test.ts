import { isObject, nodeTypeIdOf, portsOf, splitSecrets } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { readAgentSpec } from '../read.ts'
import { catalogue } from '../testing/canvas.ts'
import { validCases } from '../testing/corpus.ts'
import { nodeComponent } from './node-component.ts'
import { withSecretsOf } from './node-secrets.ts'
import { DERIVED } from './saved-metadata.ts'
import { toFlow } from './to-flow.ts'
import { type Drawn, toWorkflow } from './to-workflow.ts'

const text = (title: string) => ({ title, type: 'string' })

function drawn(flow: Record<string, unknown>): Drawn {
  const read = readAgentSpec({
    component_type: 'flow',
    name: 'f',
    start_node: 'in',
    data_flow_connections: null,
    ...flow,
  })
  if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
  return toWorkflow(read, catalogue)
}

const START = { component_type: 'start_node', name: 'in', outputs: [text('who')] }
const MODEL = {
  component_type: 'llm_node',
  name: 'ask',
  prompt_template: 'Greet {{who}}',
  llm_config: { component_type: 'llm_config', name: 'main', model_id: 'm', provider: 'openai' },
}
const END = { component_type: 'end_node', name: 'out', inputs: [text('generated_text')] }
const step = (from: string, to: string, branch?: string) => ({
  name: `${from}_to_${to}`,
  from_node: from,
  to_node: to,
  ...(branch ? { from_branch: branch } : {}),
})

const simple = { nodes: [START, MODEL, END], control_flow_connections: [step('in', 'ask'), step('ask', 'out')] }

describe('a flow on the canvas', () => {
  test('has nodes with catalogue types, numbered ids and layered positions', () => {
    const { workflow } = drawn(simple)
    expect(workflow.nodes.map(({ id }) => id)).toEqual([
      'agentspec.start_node.1',
      'agentspec.llm_node.1',
      'agentspec.end_node.1',
    ])
    const lefts = workflow.nodes.map(({ position }) => position?.x ?? 0)
    expect(lefts[0]).toBe(100)
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
    expect(drawn(simple).workflow.nodes).toEqual(workflow.nodes)
    expect(workflow.metadata.format).toBe('agentspec')
    for (const node of workflow.nodes) expect(catalogue.types.has(nodeTypeIdOf(node))).toBe(true)
  })

  test('has only handles of existing ports', () => {
    for (const one of validCases()) {
      const read = readAgentSpec(one.flow)
      if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
      const { workflow } = toWorkflow(read, catalogue)
      const ports = new Map(
        workflow.nodes.map((node) => {
          const type = catalogue.types.get(nodeTypeIdOf(node))
          if (type === undefined) throw new Error(`${one.file}: ${nodeTypeIdOf(node)}`)
          return [node.id, portsOf(type, node.data?.config ?? {})]
        }),
      )
      for (const { source, sourceHandle, target, targetHandle } of workflow.edges) {
        const output = sourceHandle?.slice(`${source}-output-`.length) ?? ''
        const input = targetHandle?.slice(`${target}-input-`.length) ?? ''
        expect([one.file, output, ports.get(source)?.outputs.has(output)]).toEqual([one.file, output, true])
        expect([one.file, input, ports.get(target)?.inputs.has(input)]).toEqual([one.file, input, true])
      }
    }
  })

  test('keeps whole components in the config, with their names in separate fields', () => {
    const { workflow } = drawn(simple)
    expect(workflow.nodes[1]?.data?.config).toMatchObject({
      prompt_template: 'Greet {{who}}',
      llm_config_ref: 'main',
      llm_config: { component_type: 'llm_config', name: 'main', model_id: 'm', provider: 'openai' },
    })
  })

  test('draws implicit data flow with a mark and exports it as implicit again', () => {
    const { workflow } = drawn(simple)
    const derived = workflow.edges.filter((edge) => edge.data?.[DERIVED] === true)
    expect(derived.map((edge) => [edge.sourceHandle, edge.targetHandle])).toEqual([
      ['agentspec.start_node.1-output-who', 'agentspec.llm_node.1-input-who'],
      ['agentspec.llm_node.1-output-generated_text', 'agentspec.end_node.1-input-generated_text'],
    ])
    expect(toFlow(workflow, catalogue).flow?.dataFlow).toBeNull()
    const fewer = { ...workflow, edges: workflow.edges.filter((edge) => edge !== derived[0]) }
    const changed = toFlow(fewer, catalogue)
    expect(changed.flow?.dataFlow).toHaveLength(1)
    expect(changed.warnings).toContainEqual(expect.stringContaining('connected data by name'))
  })

  test('exports changes of the config', () => {
    const { workflow } = drawn(simple)
    const nodes = workflow.nodes.map((node) =>
      node.id === 'agentspec.llm_node.1'
        ? {
            ...node,
            data: {
              ...node.data,
              config: { ...node.data?.config, prompt_template: 'Wave to {{who}}', llm_config_ref: 'other' },
            },
          }
        : node,
    )
    const model = toFlow({ ...workflow, nodes }, catalogue).flow?.nodes.find((node) => node.kind === 'llm')
    expect(model).toMatchObject({ promptTemplate: 'Wave to {{who}}', llmConfig: { kind: 'ref', name: 'other' } })
  })

  test('gives a copied node a new id', () => {
    const { workflow } = drawn(simple)
    const [start, model, end] = workflow.nodes
    if (!start || !model || !end) throw new Error('three nodes')
    const copy = { ...structuredClone(model), id: 'copy', data: { ...structuredClone(model.data), label: 'ask again' } }
    const edge = (source: string, target: string) => ({
      id: `${source}-${target}`,
      source,
      target,
      sourceHandle: `${source}-output-trigger`,
      targetHandle: `${target}-input-trigger`,
    })
    const edges = [edge(start.id, model.id), edge(model.id, 'copy'), edge('copy', end.id)]
    const { flow } = toFlow({ ...workflow, nodes: [start, model, copy, end], edges }, catalogue)
    expect(flow?.nodes.map(({ id }) => id)).toEqual(['in', 'ask', 'copy', 'out'])
  })

  test('uses positions and ids of another editor', () => {
    const metadata = { 'other:position': { x: 5, y: 6 }, 'other:node_id': 'mine' }
    const { workflow } = drawn({ ...simple, nodes: [START, { ...MODEL, metadata }, END] })
    expect(workflow.nodes[1]).toMatchObject({ id: 'mine', position: { x: 5, y: 6 } })
  })

  test('has a port for each branch', () => {
    const branches = [{ name: 'yes', condition: 'who == "Ada"' }, { name: 'rest' }]
    const pick = { component_type: 'branching_node', name: 'pick', inputs: [text('who')], branches }
    const { workflow } = drawn({
      nodes: [START, pick, { ...END, inputs: [] }],
      control_flow_connections: [step('in', 'pick'), step('pick', 'out', 'yes'), step('pick', 'out', 'rest')],
    })
    expect(workflow.nodes[1]?.data?.config?.branches).toMatchObject([
      { name: 'yes', value: 'Ada', isDefault: false },
      { name: 'rest', isDefault: true },
    ])
    expect(workflow.edges.map((edge) => edge.sourceHandle)).toEqual(
      expect.arrayContaining(['agentspec.branching_node.1-output-yes', 'agentspec.branching_node.1-output-rest']),
    )
  })

  test('draws an unknown component and exports it unchanged', () => {
    const odd = { component_type: 'teleport_node', name: 'odd', target: { planet: 'Mars' }, inputs: [text('who')] }
    const { workflow, warnings } = drawn({
      nodes: [START, odd, { ...END, inputs: [] }],
      control_flow_connections: [step('in', 'odd'), step('odd', 'out')],
    })
    expect(warnings).toContainEqual(expect.stringContaining('`teleport_node`'))
    expect(workflow.nodes[1]?.data?.metadata).toMatchObject({
      node_type_id: 'agentspec.teleport_node',
      color: '#6b7280',
    })
    expect(toFlow(workflow, catalogue).flow?.nodes[1]).toMatchObject({
      kind: 'unknown',
      extra: { target: { planet: 'Mars' } },
    })
  })

  test('places unreachable nodes below the others', () => {
    const { workflow } = drawn({ ...simple, nodes: [...simple.nodes, { ...MODEL, name: 'alone' }] })
    const [alone, ...others] = workflow.nodes.map(({ position }) => position?.y ?? 0).toReversed()
    expect(alone).toBeGreaterThan(Math.max(...others))
  })

  test('truncates names that are too long and exports them in full', () => {
    const { workflow, warnings } = drawn({ ...simple, name: 'x'.repeat(300) })
    expect(workflow.name).toHaveLength(200)
    expect(warnings).toContainEqual(expect.stringContaining('is truncated'))
    expect(toFlow(workflow, catalogue).flow?.name).toHaveLength(300)
    expect(isObject(workflow.metadata)).toBe(true)
  })
})

test('secrets of a document are stored only in hidden fields', () => {
  const model = { component_type: 'llm_config', name: 'main', model_id: 'm', api_key: 'sk-live-123456' }
  const call = {
    component_type: 'api_node',
    name: 'call',
    endpoint: 'https://api.test/',
    headers: { Authorization: 'Bearer abcdefgh', Accept: 'text/plain' },
    sensitive_headers: { 'X-Key': 'hush-hush' },
  }
  const { workflow, warnings } = drawn({
    nodes: [START, { ...MODEL, llm_config: model }, call, { ...END, inputs: [] }],
    control_flow_connections: [step('in', 'ask'), step('ask', 'call'), step('call', 'out')],
  })
  const [, ask, api] = workflow.nodes
  expect(ask?.data?.config).toMatchObject({ api_key: 'sk-live-123456' })
  expect(api?.data?.config).toMatchObject({
    headers: expect.stringContaining('Accept'),
    secret_headers: { Authorization: 'Bearer abcdefgh', 'X-Key': 'hush-hush' },
  })
  const { nodes } = splitSecrets(workflow.nodes, catalogue)
  expect(JSON.stringify({ ...workflow, nodes })).not.toMatch(/sk-live|abcdefgh|hush/)
  expect(warnings).toEqual([])
  const exported = toFlow({ ...workflow, nodes }, catalogue, { dialect: 'official' })
  expect(JSON.stringify(exported)).not.toMatch(/sk-live|abcdefgh|hush|__secret__/)
  expect(JSON.stringify(toFlow(workflow, catalogue, { dialect: 'official' }))).not.toMatch(/sk-live|abcdefgh|hush/)
  expect(exported.flow?.nodes[2]).toMatchObject({ sensitiveHeaders: { $component_ref: expect.any(String) } })
})

test('nested secrets of a node are stored by path and restored when it runs', () => {
  const remote = {
    component_type: 'remote_tool',
    name: 'weather',
    endpoint: 'https://api.test/',
    method: 'GET',
    sensitive_headers: { 'X-Key': 'hush-hush' },
  }
  const model = { component_type: 'llm_config', name: 'main', model_id: 'm', api_key: 'sk-live-123456' }
  const agent = { component_type: 'agent', name: 'helper', llm_config: model, tools: [remote] }
  const { workflow, warnings } = drawn({
    nodes: [START, { component_type: 'agent_node', name: 'act', agent }, { ...END, inputs: [] }],
    control_flow_connections: [step('in', 'act'), step('act', 'out')],
  })
  const config = workflow.nodes[1]?.data?.config ?? {}
  expect(config).toMatchObject({
    api_key: 'sk-live-123456',
    secrets: { '/weather/sensitive_headers/X-Key': 'hush-hush' },
  })
  expect(JSON.stringify({ ...config, api_key: '', secrets: '' })).not.toMatch(/sk-live|hush/)
  expect(warnings).toEqual([])
  const type = catalogue.types.get('agentspec.agent_node')
  const made = type && nodeComponent({ type, name: 'act', config, fed: new Set() })
  if (made === undefined || 'errors' in made) throw new Error('not a component')
  expect(withSecretsOf(made.component, config)).toMatchObject({
    agent: { llmConfig: { apiKey: 'sk-live-123456' }, tools: [{ sensitiveHeaders: { 'X-Key': 'hush-hush' } }] },
  })
})
