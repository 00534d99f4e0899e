/** Wraps an agent in a flow of three nodes, so that code for flows can handle agents. */
import type { Agentic, AgentNode, EndNode, Flow, Property, StartNode } from './components.ts'
import { edgeBetween } from './data-flow.ts'
import { agenticPorts, type Registry } from './ports.ts'

export interface AgentFlowOptions {
  readonly registry?: Registry
  /**
   * True to add an input `input` and an output `output` to an agent that declares none, so that it can hold a
   * conversation.
   */
  readonly isConversation?: boolean
}

const MESSAGE: Property = { title: 'input', type: 'string', default: '' }
const ANSWER: Property = { title: 'output', type: 'string' }

export function flowOfAgent(agent: Agentic, { registry = {}, isConversation = false }: AgentFlowOptions = {}): Flow {
  const declared = agenticPorts(agent, registry) ?? { inputs: [], outputs: [] }
  const inputs = isConversation && declared.inputs.length === 0 ? [MESSAGE] : declared.inputs
  const outputs = isConversation && declared.outputs.length === 0 ? [ANSWER] : declared.outputs
  const id = (part: string) => `${agent.id}/${part}`
  const start: StartNode = { kind: 'start', id: id('start'), name: 'Start', inputs, outputs: inputs }
  const end: EndNode = { kind: 'end', id: id('end'), name: 'End', inputs: outputs, outputs }
  const node: AgentNode = {
    kind: 'agent',
    id: id('node'),
    name: agent.name,
    agent,
    ...(inputs === declared.inputs ? {} : { inputs }),
    ...(outputs === declared.outputs ? {} : { outputs }),
  }
  return {
    kind: 'flow',
    id: id('flow'),
    name: agent.name,
    ...(typeof agent.description === 'string' ? { description: agent.description } : {}),
    startNode: start.id,
    nodes: [start, node, end],
    controlFlow: [
      { id: `${start.id} next`, name: `Start_to_${agent.name}`, fromNode: start.id, toNode: node.id },
      { id: `${node.id} next`, name: `${agent.name}_to_End`, fromNode: node.id, toNode: end.id },
    ],
    dataFlow: [
      ...inputs.map(({ title }) => edgeBetween({ from: start.id, output: title, to: node.id, input: title })),
      ...outputs.map(({ title }) => edgeBetween({ from: node.id, output: title, to: end.id, input: title })),
    ],
  }
}
