/** What an agent does, as examples; the tools in them are a weather report, a mail and one that is broken. */
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
    title: 'without a tool it is a model that answers',
    config: { ...ECHO, script: ['Good day.'] },
    inputs: { message: 'Hello' },
    outputs: { response: 'Good day.', steps: [], usage: usage(2, 1) },
  },
  {
    title: 'uses a tool, is told the result, and answers',
    config: { ...ECHO, script: [uses('weather', { city: 'Oslo' }), 'It is grey in Oslo.'] },
    inputs: { message: 'How is Oslo?' },
    outputs: {
      response: 'It is grey in Oslo.',
      steps: [{ tool: 'weather', args: { city: 'Oslo' }, result: { city: 'Oslo', sky: 'grey' }, ms: 0 }],
      usage: usage(6, 2),
    },
  },
  {
    title: 'a tool that fails, or is used wrongly, is no failure of the agent: the model is told',
    config: { ...ECHO, script: [uses('broken', {}), uses('weather', {}), uses('magic', {}), 'I cannot tell.'] },
    inputs: { message: 'How is Oslo?' },
    outputs: {
      response: 'I cannot tell.',
      steps: [
        { tool: 'broken', args: {}, error: { code: 'OUT_OF_ORDER', message: 'It is out of order.' }, ms: 0 },
        {
          tool: 'weather',
          args: {},
          error: { code: 'BAD_ARGUMENTS', message: 'The arguments do not fit: "/city" is required.' },
          ms: 0,
        },
        {
          tool: 'magic',
          args: {},
          error: {
            code: 'UNKNOWN_TOOL',
            message: 'There is no tool "magic". There are: weather, send_mail, broken.',
          },
          ms: 0,
        },
      ],
      usage: usage(20, 4),
    },
  },
  {
    title: 'asks a person before a tool is used',
    config: { ...ECHO, approveTools: true, script: [uses('send_mail', { to: 'Ada' }), 'Done.'] },
    inputs: { message: 'Write to Ada' },
    outputs: ask({
      type: 'confirmation',
      config: {
        message: 'May the agent use "Send mail" with {"to":"Ada"}?',
        confirm_label: 'Allow',
        cancel_label: 'Refuse',
      },
      allowCancel: true,
    }),
  },
  {
    title: 'what was refused is not done, and the model is told',
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
          error: { code: 'NOT_ALLOWED', message: 'A person refused this call. It was not made.' },
          ms: 0,
        },
      ],
      usage: usage(12, 3),
    },
  },
  {
    title: 'with a schema the last answer is JSON that fits, asked for once more if need be',
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
    title: 'gives up when the model has been asked often enough',
    config: { ...ECHO, maxTurns: 2, script: [uses('weather', { city: 'Oslo' }), uses('weather', { city: 'Rome' })] },
    inputs: { message: 'Where is the sun?' },
    fails: 'AGENT_TURN_LIMIT',
  },
  {
    title: 'a tool that is to be guarded has to be there',
    config: { ...ECHO, approveTools: true, approveOnly: ['Send male'] },
    inputs: { message: 'Write to Ada' },
    fails: 'BAD_CONFIG',
  },
]
