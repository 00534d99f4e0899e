import { NodeFailure, type Tool } from '@millrace/model'

/** Tools connected in the examples: one returns data, one has a side effect, one fails. */
export const TEST_TOOLS: readonly Tool[] = [
  {
    name: 'weather',
    label: 'Weather',
    nodeId: 'weather.1',
    description: 'The weather in a city.',
    parameters: { type: 'object', required: ['city'], properties: { city: { type: 'string', minLength: 1 } } },
    mayRunAgain: true,
    call: async ({ city }) => ({ city, sky: 'grey' }),
  },
  {
    name: 'send_mail',
    label: 'Send mail',
    nodeId: 'mail.1',
    description: 'Sends a mail.',
    parameters: { type: 'object', required: ['to'], properties: { to: { type: 'string' } } },
    mayRunAgain: false,
    call: async ({ to }) => ({ sent: to }),
  },
  {
    name: 'broken',
    label: 'Broken',
    nodeId: 'broken.1',
    description: 'Always fails.',
    parameters: { type: 'object' },
    mayRunAgain: true,
    call: () => Promise.reject(new NodeFailure('OUT_OF_ORDER', 'It is out of order.')),
  },
]
