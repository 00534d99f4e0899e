/** Examples of the agent node. Their tools are a weather report, a mail sender and a broken tool. */
import { ask, type NodeExample } from '@millrace/model'

const ECHO = { provider: 'echo', model: 'echo', systemPrompt: 'Help.' }

function uses(name: string, args: Record<string, unknown>, text = '') {
  return { text, toolCalls: [{ name, args }] }
}

function usage(inputTokens: number, outputTokens: number) {
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
}

export const agentExamples: readonly NodeExample[] = [
  {
    title: 'answers like a plain model without tools',
    config: { ...ECHO, script: ['Good day.'] },
    inputs: { message: 'Hello' },
    outputs: { response: 'Good day.', steps: [], usage: usage(2, 1) },
  },
  {
    title: 'calls a tool and answers with its result',
    config: { ...ECHO, script: [uses('weather', { city: 'Oslo' }), 'It is grey in Oslo.'] },
    inputs: { message: 'How is Oslo?' },
    outputs: {
      response: 'It is grey in Oslo.',
      steps: [{ tool: 'weather', args: { city: 'Oslo' }, result: { city: 'Oslo', sky: 'grey' }, ms: 0 }],
      usage: usage(6, 2),
    },
  },
  {
    title: 'returns tool failures to the model instead of failing',
    config: { ...ECHO, script: [uses('broken', {}), uses('weather', {}), uses('magic', {}), 'I cannot tell.'] },
    inputs: { message: 'How is Oslo?' },
    outputs: {
      response: 'I cannot tell.',
      steps: [
        { tool: 'broken', args: {}, error: { code: 'OUT_OF_ORDER', message: 'It is out of order.' }, ms: 0 },
        {
          tool: 'weather',
          args: {},
          error: { code: 'BAD_ARGUMENTS', message: 'Invalid arguments: "/city" is required.' },
          ms: 0,
        },
        {
          tool: 'magic',
          args: {},
          error: {
            code: 'UNKNOWN_TOOL',
            message: 'Unknown tool "magic". Available tools: weather, send_mail, broken.',
          },
          ms: 0,
        },
      ],
      usage: usage(20, 4),
    },
  },
  {
    title: 'asks a person before calling a tool',
    config: { ...ECHO, approveTools: true, script: [uses('send_mail', { to: 'Ada' }), 'Done.'] },
    inputs: { message: 'Write to Ada' },
    outputs: ask({
      type: 'confirmation',
      config: {
        message: 'Allow the agent to call "Send mail" with {"to":"Ada"}?',
        confirm_label: 'Allow',
        cancel_label: 'Refuse',
      },
      allowCancel: true,
    }),
  },
  {
    title: 'skips a rejected call and informs the model',
    config: {
      ...ECHO,
      approveTools: true,
      approveOnly: ['Send mail'],
      script: [uses('weather', { city: 'Oslo' }), uses('send_mail', { to: 'Ada' }), 'Then I will not.'],
    },
    inputs: { message: 'Write to Ada' },
    replies: [{ status: 'answered', value: false, responses: [] }],
    outputs: {
      response: 'Then I will not.',
      steps: [
        { tool: 'weather', args: { city: 'Oslo' }, result: { city: 'Oslo', sky: 'grey' }, ms: 0 },
        {
          tool: 'send_mail',
          args: { to: 'Ada' },
          error: { code: 'NOT_ALLOWED', message: 'A person rejected this call. It was not executed.' },
          ms: 0,
        },
      ],
      usage: usage(12, 3),
    },
  },
  {
    title: 'validates the final answer against the schema and retries once',
    config: {
      ...ECHO,
      responseSchema: { type: 'object', required: ['sky'], properties: { sky: { type: 'string' } } },
      script: [uses('weather', { city: 'Oslo' }), 'It is grey.', '{"sky":"grey"}'],
    },
    inputs: { message: 'How is Oslo?' },
    outputs: {
      response: '{"sky":"grey"}',
      steps: [{ tool: 'weather', args: { city: 'Oslo' }, result: { city: 'Oslo', sky: 'grey' }, ms: 0 }],
      usage: usage(12, 3),
    },
  },
  {
    title: 'fails once the turn limit is reached',
    config: { ...ECHO, maxTurns: 2, script: [uses('weather', { city: 'Oslo' }), uses('weather', { city: 'Rome' })] },
    inputs: { message: 'Where is the sun?' },
    fails: 'AGENT_TURN_LIMIT',
  },
  {
    title: 'rejects an approval setting for an unknown tool',
    config: { ...ECHO, approveTools: true, approveOnly: ['Send male'] },
    inputs: { message: 'Write to Ada' },
    fails: 'BAD_CONFIG',
  },
]
