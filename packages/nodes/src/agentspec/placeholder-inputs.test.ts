/** The inputs that placeholders make in Agent Spec nodes: `{{name}}` in a text is an input, as in the format. */
import { toFlow, toWorkflow } from '@millrace/agentspec'
import { catalogueOf, completeNode, configOf, portsOf, problemsIn, type WorkflowNode } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import apiNode from '../types/agentspec.api-node.ts'
import endNode from '../types/agentspec.end-node.ts'
import inputMessage from '../types/agentspec.input-message-node.ts'
import llm from '../types/agentspec.llm-node.ts'
import outputMessage from '../types/agentspec.output-message-node.ts'
import startNode from '../types/agentspec.start-node.ts'

const catalogue = catalogueOf([startNode, endNode, llm, inputMessage, outputMessage, apiNode])
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
