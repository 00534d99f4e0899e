import { defineNode, multiline, Type } from '@millrace/model'
import { agentExamples } from '../ai/agent/agent-examples.ts'
import { runAgent } from '../ai/agent/run-agent.ts'
import { jsonSchema } from '../fields/json-fields.ts'
import { modelChoice, modelSettings } from '../fields/model-fields.ts'

const YEAR_SECONDS = 31_536_000

/** A language model that uses the tools connected to it until it has an answer. */
export default defineNode({
  id: 'simple_agent',
  version: '1.0.0',
  name: 'Agent',
  description:
    'A language model that uses the connected tools until it has an answer. After a crash it goes on where it was, and ' +
    'repeats no call that had ended.',
  category: 'agents',
  icon: 'mdi:account-cog',
  tags: ['agent', 'llm', 'tools', 'react'],

  config: Type.Object({
    ...modelChoice,
    systemPrompt: Type.Optional(
      multiline({
        title: 'System prompt',
        description: 'What the agent is for and how it is to behave.',
        default: 'You help with the task you are given. Use the tools when they bring you closer to the answer.',
        maxLength: 100_000,
      }),
    ),
    maxTurns: Type.Optional(
      Type.Integer({
        title: 'Most turns',
        description: 'How often the model may be asked before the agent gives up.',
        default: 10,
        minimum: 1,
        maximum: 100,
      }),
    ),
    approveTools: Type.Optional(
      Type.Boolean({
        title: 'Ask before a tool is used',
        description: 'A person confirms every call of a tool. The model is told when one is refused.',
        default: false,
      }),
    ),
    approveOnly: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        title: 'Ask only for these tools',
        description: 'Names or labels of tools that need a person to confirm. Left empty, all of them.',
        maxItems: 500,
      }),
    ),
    expiresIn: Type.Optional(
      Type.Integer({
        title: 'Question expires after (seconds)',
        description: 'Unconfirmed by then, a call counts as refused. Left empty, it waits for ever.',
        minimum: 1,
        maximum: YEAR_SECONDS,
      }),
    ),
    ...modelSettings,
    responseSchema: Type.Optional(
      jsonSchema({
        title: 'Form of the answer',
        description: 'JSON Schema that the last answer has to fit. One that does not fit is asked for once more.',
      }),
    ),
  }),
  inputs: {
    message: { name: 'Message', dataType: 'string', required: true },
    history: { name: 'History', dataType: 'messages', description: 'What was said before.' },
    tool: { name: 'Tools', dataType: 'tool', description: 'Any number of nodes that the agent may use.' },
  },
  outputs: {
    response: { name: 'Response', dataType: 'string' },
    steps: { name: 'Steps', dataType: 'json[]', description: 'Every call of a tool, with its arguments and result.' },
    usage: { name: 'Usage', dataType: 'json', description: 'Tokens in and out, over all turns.' },
  },
  agentspec: 'agent_node',

  run: runAgent,

  examples: agentExamples,
})
