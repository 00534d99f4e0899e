/** Registered tools and agents, and stored workflows, for examples and tests of the Agent Spec nodes. */
import type { Agent } from '@millrace/agentspec'
import { type Directory, NodeFailure, type RunContext, type Tool, type ToolNode } from '@millrace/model'
import { TEST_TOOLS } from './test-tools.ts'

const text = (title: string) => ({ title, type: 'string' })

const PORTS: Readonly<Record<string, Pick<Agent, 'inputs' | 'outputs'>>> = {
  weather: { inputs: [text('city')], outputs: [text('sky')] },
  send_mail: { inputs: [text('to')], outputs: [text('sent')] },
}

/** An agent that checks the weather in Oslo before it answers. */
const FORECASTER: Agent = {
  kind: 'agent',
  id: 'forecaster',
  name: 'forecaster',
  humanInTheLoop: false,
  llmConfig: {
    kind: 'llm_config',
    componentType: 'LlmConfig',
    id: 'echo',
    name: 'echo',
    provider: 'echo',
    extra: { script: [{ toolCalls: [{ name: 'weather', args: { city: 'Oslo' } }] }, 'Grey.'] },
  },
  tools: [{ kind: 'ref', name: 'weather' }],
  outputs: [text('output')],
}

export function testDirectory({ effects, log, say }: Pick<RunContext, 'effects' | 'log' | 'say'>): Directory {
  const tools = TEST_TOOLS.map(({ name, description, mayRunAgain, call }) => {
    const { inputs, outputs } = PORTS[name] ?? {}
    return {
      ...{ name, description, inputs: inputs ?? [], outputs: outputs ?? [], requiresConfirmation: false },
      mayRunAgain: async () => mayRunAgain,
      call,
    }
  })
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    agents: new Map([[FORECASTER.name, FORECASTER]]),
    defaultModel: { provider: 'echo' },
    mcpTools: async () => [],
    ...{ effects, log, say },
  }
}

/** The workflow `greets` returns a greeting for its input; `breaks` fails. */
export async function storedWorkflows(nodes: readonly ToolNode[]): Promise<readonly Tool[]> {
  return nodes.map(({ id, label }) => ({
    ...{ name: label, label, nodeId: id, description: '', parameters: {}, mayRunAgain: true },
    async call({ who, item }) {
      if (label === 'breaks') throw new NodeFailure('FAILED', 'It is broken.')
      return { greeting: `Hello ${who ?? item}` }
    },
  }))
}
