import { defineNode, multiline, Type } from '@millrace/model'
import { agentExamples } from '../ai/agent/agent-examples.ts'
import { runAgent } from '../ai/agent/run-agent.ts'
import { jsonSchema } from '../fields/json-fields.ts'
import { modelChoice, modelSettings } from '../fields/model-fields.ts'

const YEAR_SECONDS = 31_536_000

/** A language model that calls the connected tools until it has an answer. */
export default defineNode({
  id: 'simple_agent',
  version: '1.0.0',
  name: 'Agent',
  description:
    'A language model that calls the connected tools until it has an answer. After a crash it resumes and ' +
    'does not repeat completed tool calls.',
  category: 'agents',
  icon: 'mdi:account-cog',
  tags: ['ai agent', 'llm agent', 'react agent', 'tool agent', 'agent with tools', 'KI-Agent'],
  keywords: ['assistant', 'autonomous', 'react', 'tool calling', 'function calling'],
  summary: '{{model | connection | provider}}',

  config: Type.Object({
    ...modelChoice,
    systemPrompt: Type.Optional(
      multiline({
        title: 'System prompt',
        description: 'Role and instructions of the agent.',
        default: 'You help with the task you are given. Use the tools when they help you to answer.',
        maxLength: 100_000,
      }),
    ),
    maxTurns: Type.Optional(
      Type.Integer({
        title: 'Max turns',
        description: 'Model calls before the agent fails.',
        default: 10,
        minimum: 1,
        maximum: 100,
        'x-section': 'advanced',
      }),
    ),
    approveTools: Type.Optional(
      Type.Boolean({
        title: 'Approve tool calls',
        description: 'A person has to approve each tool call. The model is informed of rejected calls.',
        default: false,
      }),
    ),
    approveOnly: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        title: 'Tools that need approval',
        description: 'Names or labels of the tools. If empty, all tools.',
        maxItems: 500,
        'x-show-when': { approveTools: true },
      }),
    ),
    expiresIn: Type.Optional(
      Type.Integer({
        title: 'Approval expires after (seconds)',
        description: 'A call that is not approved by then is rejected. If empty, it never expires.',
        minimum: 1,
        maximum: YEAR_SECONDS,
        'x-show-when': { approveTools: true },
      }),
    ),
    ...modelSettings,
    responseSchema: Type.Optional(
      jsonSchema({
        title: 'Response schema',
        description: 'JSON Schema for the final answer. An invalid answer is requested once more.',
        'x-section': 'advanced',
      }),
    ),
  }),
  inputs: {
    message: { name: 'Message', dataType: 'string', required: true },
    history: { name: 'History', dataType: 'messages', description: 'Earlier messages of the conversation.' },
    tool: { name: 'Tools', dataType: 'tool', description: 'Nodes that the agent can call as tools.' },
  },
  outputs: {
    response: { name: 'Response', dataType: 'string' },
    steps: { name: 'Steps', dataType: 'json[]', description: 'All tool calls with arguments and results.' },
    usage: { name: 'Usage', dataType: 'json', description: 'Input and output tokens of all turns.' },
  },
  agentspec: 'agent_node',

  run: runAgent,

  examples: agentExamples,
})
