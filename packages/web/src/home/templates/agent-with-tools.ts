import { note, OFFLINE } from './note.ts'
import type { Template } from './template.ts'

export const agentWithTools: Template = {
  id: 'agent-with-tools',
  name: 'Agent with tools and approval',
  description: 'An agent that can calculate and read the clock, and asks for approval before it uses a tool.',
  group: 'ai',
  icon: 'mdi:robot-outline',
  tags: ['agent', 'tools', 'approval'],
  usesModel: true,
  nodes: {
    about: note(
      `## Agent with tools and approval\nTools are connected to the **tool** port of the agent, which decides which one to use. With *Approve tool calls*, it waits until a person allows the call.\n\n${OFFLINE}`,
      { at: [0, -200], size: [600, 150] },
    ),
    question: {
      type: 'chat_input',
      label: 'Question',
      at: [300, 20],
      config: { defaultValue: 'How much is 17 times 23?' },
    },
    calculator: { type: 'calculator', label: 'Calculator', at: [0, 110] },
    clock: { type: 'date_time', label: 'Clock', at: [0, 260], config: { operation: 'current' } },
    agent: {
      type: 'simple_agent',
      label: 'Agent',
      at: [550, 0],
      config: {
        provider: 'echo',
        model: 'echo',
        systemPrompt: 'Work things out with the tools instead of guessing.',
        approveTools: true,
        maxTurns: 6,
        script: [
          { text: '', toolCalls: [{ name: 'Calculator', args: { expression: '17 * 23' } }] },
          '17 times 23 is **391**.',
        ],
      },
    },
    reply: { type: 'chat_output', label: 'Reply', at: [850, 0] },
    steps: { type: 'output', label: 'What it did', at: [850, 130], config: { name: 'steps' } },
  },
  edges: [
    'question:message agent:message',
    'calculator:tool agent:tool',
    'clock:tool agent:tool',
    'agent:response reply:message',
    'agent:steps steps:value',
  ],
}
