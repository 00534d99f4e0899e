/** The inputs that placeholders make in Agent Spec nodes: `{{name}}` in a text is an input, as in the format. */
import { nodeComponent, readAgentSpec, toFlow, toWorkflow } from '@millrace/agentspec'
import {
  applyCommand,
  type Command,
  catalogueOf,
  completeNode,
  configOf,
  type Graph,
  portsOf,
  problemsIn,
  type WorkflowNode,
} from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { driveNode } from '../testing/drive-node.ts'
import agentNode from '../types/agentspec.agent-node.ts'
import apiNode from '../types/agentspec.api-node.ts'
import endNode from '../types/agentspec.end-node.ts'
import inputMessage from '../types/agentspec.input-message-node.ts'
import llm from '../types/agentspec.llm-node.ts'
import outputMessage from '../types/agentspec.output-message-node.ts'
import startNode from '../types/agentspec.start-node.ts'

const catalogue = catalogueOf([startNode, endNode, llm, inputMessage, outputMessage, apiNode, agentNode])
const languages = { expressionProblem: () => undefined, templateProblem: () => undefined }

function typeOf(id: string) {
  return catalogue.types.get(id) ?? expect.fail(`no type ${id}`)
}

function inputsOf(id: string, config: Record<string, unknown>): string[] {
  const type = typeOf(id)
  const fixed = new Set(type.inputs.map((port) => port.id))
  return [...portsOf(type, config).inputs.keys()].filter((name) => !fixed.has(name))
}

function node(id: string, type: string, config: Record<string, unknown> = {}): WorkflowNode {
  const metadata = { node_type_id: type }
  return { id, type: 'universalNode', position: { x: 0, y: 0 }, data: { label: id, config, metadata } }
}

function edge(source: string, from: string, target: string, to: string) {
  const handles = { sourceHandle: `${source}-output-${from}`, targetHandle: `${target}-input-${to}` }
  return { id: `${source}.${from}-${target}.${to}`, source, target, ...handles }
}

const GREETING = { prompt_template: 'Greet {{ name }}.', system_prompt: 'You are {{role}}.' }

const drawing = {
  name: 'Greeting',
  nodes: [
    node('begin', 'agentspec.start_node', { dynamicOutputs: [{ name: 'who', dataType: 'string' }] }),
    node('ask', 'agentspec.llm_node', GREETING),
    node('finish', 'agentspec.end_node', { dynamicInputs: [{ name: 'out', dataType: 'string' }] }),
  ],
  edges: [
    edge('begin', 'who', 'ask', 'name'),
    edge('begin', 'who', 'ask', 'role'),
    edge('ask', 'llm_output', 'finish', 'out'),
  ],
}

describe('a placeholder in a text of an Agent Spec node', () => {
  test.each([
    ['agentspec.llm_node', { ...GREETING }, ['name', 'role']],
    ['agentspec.input_message_node', { message: 'Who are you, {{title}}?' }, ['title']],
    ['agentspec.output_message_node', { message: '{{ text }} for {{name}} and {{name}}' }, ['name']],
    ['agentspec.api_node', { endpoint: 'https://a.example/{{order}}', headers: '{"x":"{{key}}"}' }, ['order', 'key']],
  ])('makes an input of %s, and removing it removes the input', (id, config, expected) => {
    expect(inputsOf(id, config)).toEqual(expected)
    const without = Object.fromEntries(Object.keys(config).map((key) => [key, 'Hello']))
    expect(inputsOf(id, without)).toEqual([])
  })

  test('is only a name: other Liquid expressions stay text', () => {
    expect(inputsOf('agentspec.llm_node', { prompt_template: '{{ a.b }} {{ c | upcase }} {{ d }}' })).toEqual(['d'])
  })

  test('keeps the type of a listed input', () => {
    const dynamicInputs = [{ name: 'name', dataType: 'number' }]
    const ports = portsOf(typeOf('agentspec.llm_node'), { ...GREETING, dynamicInputs }).inputs
    expect([ports.get('name')?.dataType, ports.get('role')?.dataType]).toEqual(['number', 'string'])
  })

  test('without a source is a warning, also while the prompt input is connected', () => {
    const warnings = (edges: typeof drawing.edges) =>
      problemsIn({ ...drawing, edges }, { catalogue, languages, maxNodes: 100 }).flatMap(({ code, portId }) =>
        code === 'PLACEHOLDER_WITHOUT_SOURCE' ? [portId] : [],
      )
    expect(warnings(drawing.edges)).toEqual([])
    expect(warnings([edge('begin', 'who', 'ask', 'prompt')])).toEqual(['name', 'role'])
  })

  test('is an input of the type copy that clients receive', () => {
    const metadata = completeNode(node('ask', 'agentspec.llm_node', GREETING), catalogue).data?.metadata
    const { inputs } = metadata as { inputs: { id: string }[] }
    expect(inputs.map(({ id }) => id)).toEqual(expect.arrayContaining(['name', 'role']))
  })

  test('and its connection survive export to Agent Spec and import', () => {
    const there = toFlow(drawing, catalogue, { dialect: 'official' })
    if (there.errors !== undefined) throw new Error(there.errors.join('\n'))
    const asked = there.flow.nodes.find(({ kind }) => kind === 'llm')
    expect(asked?.inputs?.map(({ title, type }) => [title, type])).toEqual(
      expect.arrayContaining([
        ['name', 'string'],
        ['role', 'string'],
      ]),
    )
    const { workflow } = toWorkflow({ flow: there.flow }, catalogue)
    const back = workflow.nodes.find(({ id }) => id === 'ask') ?? expect.fail('the node is gone')
    expect(configOf(back)).toMatchObject(GREETING)
    const targets = workflow.edges.filter(({ target }) => target === 'ask').map(({ targetHandle }) => targetHandle)
    expect(targets).toEqual(expect.arrayContaining(['ask-input-name', 'ask-input-role']))
  })
})

/** A flow as it is imported: its ports are listed. */
function imported(): Graph {
  const text = (title: string) => ({ title, type: 'string' })
  const step = (from: string, to: string) => ({ name: `${from}_${to}`, from_node: from, to_node: to })
  const read = readAgentSpec({
    component_type: 'flow',
    name: 'f',
    start_node: 'in',
    nodes: [
      { component_type: 'start_node', name: 'in', outputs: [text('who')] },
      {
        component_type: 'llm_node',
        name: 'ask',
        prompt_template: 'Greet {{who}} and {{friend}}.',
        inputs: [text('who'), { ...text('friend'), default: 'Bob' }],
        llm_config: { component_type: 'llm_config', name: 'main', model_id: 'm', provider: 'openai' },
      },
      {
        component_type: 'api_node',
        name: 'call',
        endpoint: 'https://a.example/{{order}}/{{version}}',
        data: { order: '{{order}}' },
        inputs: [
          { ...text('order'), default: '1' },
          { ...text('version'), default: '2' },
        ],
      },
      { component_type: 'end_node', name: 'out' },
    ],
    control_flow_connections: [step('in', 'ask'), step('ask', 'call'), step('call', 'out')],
    data_flow_connections: [
      { name: 'd', source_node: 'in', source_output: 'who', destination_node: 'ask', destination_input: 'who' },
    ],
  })
  if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
  return toWorkflow(read, catalogue).workflow
}

const applied = (graph: Graph, command: Command) => {
  const result = applyCommand(graph, command, catalogue)
  return result.ok ? result : expect.fail(result.problem.message)
}

const listedIn = ({ nodes }: Graph, type: string) => {
  const found = nodes.find(({ data }) => data?.metadata?.node_type_id === type)
  const { dynamicInputs } = configOf(found ?? expect.fail(`no ${type}`))
  return (dynamicInputs as { name: string }[]).map(({ name }) => name)
}

describe('removing a placeholder of an imported node', () => {
  const LLM = 'agentspec.llm_node'
  const set = (value: string): Command => ({ verb: 'set', node: `${LLM}.1`, key: 'prompt_template', value })

  test('removes the input that it made, and undo restores the input with its default', () => {
    const before = imported()
    expect(listedIn(before, LLM)).toEqual(['who', 'friend'])
    const { graph, inverse } = applied(before, set('Greet {{who}}.'))
    expect(listedIn(graph, LLM)).toEqual(['who'])
    expect(applied(graph, inverse).graph).toEqual(before)
  })

  test('keeps an input that is connected', () => {
    const { graph } = applied(imported(), set('Greet {{friend}}.'))
    expect(listedIn(graph, LLM)).toEqual(['who', 'friend'])
    expect(listedIn(applied({ ...graph, edges: [] }, set('Greet.')).graph, LLM)).toEqual(['who'])
  })

  test('keeps an input that another part of the component uses', () => {
    const command: Command = {
      verb: 'configure',
      node: 'agentspec.api_node.1',
      config: { set: { endpoint: 'https://a.example/' } },
    }
    expect(listedIn(applied(imported(), command).graph, 'agentspec.api_node')).toEqual(['order'])
  })

  test('keeps the list if the same change edits it', () => {
    const dynamicInputs = [{ name: 'friend', dataType: 'string' }]
    const config = { set: { prompt_template: 'Hi', dynamicInputs } }
    const { graph } = applied(imported(), { verb: 'configure', node: `${LLM}.1`, config })
    expect(listedIn(graph, LLM)).toEqual(['friend'])
  })
})

describe('a placeholder with a reserved name', () => {
  const messagesOf = (type: string, config: Record<string, unknown>) =>
    problemsIn({ nodes: [node('a', type, config)], edges: [] }, { catalogue, languages, maxNodes: 100 })
      .filter(({ code }) => code === 'PLACEHOLDER_WITHOUT_SOURCE')
      .map(({ message }) => message)

  test.each([
    ['agentspec.api_node', { endpoint: 'https://a.example/{{method}}' }, 'method'],
    ['agentspec.llm_node', { prompt_template: '{{system_prompt}}' }, 'system_prompt'],
    ['agentspec.llm_node', { prompt_template: '{{constructor}}' }, 'constructor'],
  ])('is a problem of %s: %j', (type, config, name) => {
    expect(inputsOf(type, config)).toEqual([])
    expect(messagesOf(type, config)).toEqual([
      `Node "a" uses {{ ${name} }}, which is not an input because the name is reserved: choose another name`,
    ])
  })

  test('is not a problem if the component lists an input of that name', () => {
    const dynamicInputs = [{ name: 'method', dataType: 'string' }]
    expect(messagesOf('agentspec.api_node', { endpoint: 'https://a.example/{{method}}', dynamicInputs })).toEqual([])
  })
})

describe('the system prompt of an agent', () => {
  const agent = { component_type: 'agent', name: 'helper', system_prompt: 'You help {{who}}.' }

  test('makes an input of each placeholder, which is a problem without a source', () => {
    const config = { agent, agent_ref: 'helper' }
    expect(inputsOf('agentspec.agent_node', config)).toEqual(['who'])
    const found = problemsIn(
      { nodes: [node('a', 'agentspec.agent_node', config)], edges: [] },
      { catalogue, languages, maxNodes: 100 },
    )
    expect(found).toContainEqual(expect.objectContaining({ code: 'PLACEHOLDER_WITHOUT_SOURCE', portId: 'who' }))
  })

  test('is filled with the values of its inputs in a run', async () => {
    const llm_config = { component_type: 'llm_config', name: 'main', model_id: 'm', provider: 'openai' }
    const config = { agent: { ...agent, llm_config }, agent_ref: 'helper' }
    const drawn = { type: typeOf('agentspec.agent_node'), name: 'a', config, fed: new Set(['who']) }
    const made = nodeComponent(drawn)
    if ('errors' in made) throw new Error(made.errors.join('\n'))
    const inputs = { who: 'Ada' }
    const driven = { type: agentNode, node: { ...made.component }, config: { max_turns: 5 }, inputs }
    const { exchanges } = await driveNode({ ...driven, model: () => 'Done.' })
    expect(exchanges[0]).toMatchObject({ system: 'You help Ada.' })
  })
})
