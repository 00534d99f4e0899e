import { choice, multiline, Type } from '@millrace/model'
import { runApi } from '../agentspec/api.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { secretHeaders } from '../fields/agentspec-secrets.ts'

/** Calls an HTTP API in an Agent Spec flow. */
export default specNode('api', runApi, {
  id: 'agentspec.api_node',
  version: '1.0.0',
  name: 'API call (Agent Spec)',
  description: 'Calls an HTTP API and outputs the response.',
  category: 'data',
  icon: 'mdi:api',
  color: '#3b82f6',
  badge: 'API',
  tags: ['agentspec', 'api', 'http'],
  summary: '{{method}}[ {{endpoint}}]',

  config: Type.Object({
    endpoint: Type.Optional(
      Type.String({
        title: 'Endpoint',
        description: 'URL; {{name}} makes an input of that name and is replaced by its value.',
        'x-placeholders': 'inputs',
        maxLength: 8192,
        placeholder: 'https://api.example/orders/{{order}}',
      }),
    ),
    method: Type.Optional(choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], { title: 'Method', default: 'GET' })),
    headers: Type.Optional(
      multiline({
        title: 'Headers',
        description: 'JSON text: an object of header names and values.',
        'x-placeholders': 'inputs',
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

  examples: [
    {
      title: 'outputs keys of the response, the whole response and its status',
      config: {
        endpoint: 'https://api.example/orders/{{order}}',
        dynamicInputs: [{ name: 'order', dataType: 'number' }],
        dynamicOutputs: [
          { name: 'state', dataType: 'string' },
          { name: 'response', dataType: 'json' },
          { name: 'status_code', dataType: 'number' },
        ],
      },
      inputs: { order: 7 },
      outputs: { state: 'open', response: { id: 7, state: 'open' }, status_code: 200 },
    },
    {
      title: 'sends the body input as JSON',
      config: {
        endpoint: 'https://api.example/echo',
        method: 'POST',
        dynamicOutputs: [
          { name: 'body', dataType: 'string' },
          { name: 'content-type', dataType: 'string' },
        ],
      },
      inputs: { body: { order: 7 } },
      outputs: { body: '{"order":7}', 'content-type': 'application/json' },
    },
    {
      title: 'fails for a response without a success status',
      config: { endpoint: 'https://api.example/missing' },
      fails: 'HTTP_STATUS',
    },
    {
      title: 'rejects URLs that are not HTTP or HTTPS',
      config: { endpoint: 'file:///etc/passwd' },
      fails: 'INVALID_URL',
    },
  ],
})
