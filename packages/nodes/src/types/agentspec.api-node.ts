import { choice, defineNode, multiline, Type } from '@millrace/model'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { secretHeaders } from '../fields/agentspec-secrets.ts'

/** Calls a URL, in an Agent Spec flow. */
export default defineNode({
  id: 'agentspec.api_node',
  version: '1.0.0',
  name: 'API call (Agent Spec)',
  description: 'Calls a web address and passes the answer on.',
  category: 'data',
  icon: 'mdi:api',
  color: '#3b82f6',
  badge: 'API',
  tags: ['agentspec', 'api', 'http'],

  config: Type.Object({
    endpoint: Type.Optional(
      Type.String({
        title: 'Endpoint',
        description: 'The address; {{name}} stands for the input of that name.',
        maxLength: 8192,
        placeholder: 'https://api.example/orders/{{order}}',
      }),
    ),
    method: Type.Optional(choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], { title: 'Method', default: 'GET' })),
    headers: Type.Optional(
      multiline({
        title: 'Headers',
        description: 'JSON text: an object of header names and values.',
        maxLength: 65_536,
        placeholder: '{ "Accept": "application/json" }',
      }),
    ),
    ...secretHeaders,
    ...agentSpecPorts,
  }),
  inputs: { body: { name: 'Body', dataType: 'json' } },
  outputs: {
    response: { name: 'Response', dataType: 'json' },
    status_code: { name: 'Status', dataType: 'number' },
  },
  agentspec: 'api_node',
  formats: ['agentspec'],
})
