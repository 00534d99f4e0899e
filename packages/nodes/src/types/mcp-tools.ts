import { defineNode, secret, Type, titledChoice } from '@millrace/model'
import { credentialPicker } from '../fields/credential-field.ts'

/** Offers the tools of an MCP server to an agent. */
export default defineNode({
  id: 'mcp_tools',
  version: '1.0.0',
  name: 'MCP tools',
  description: 'Offers the tools of an MCP server to an agent.',
  category: 'tools',
  icon: 'mdi:toolbox',
  alsoDrawnAs: ['tool'],
  tags: ['mcp', 'mcp server', 'mcp tool', 'tool server', 'agent tools', 'MCP-Werkzeuge'],
  keywords: ['tool', 'tools'],
  summary: '{{url | command}}',

  config: Type.Object({
    transport: Type.Optional(
      titledChoice(
        {
          http: 'Streamable HTTP',
          sse: ['Server-sent events (SSE)', 'The older HTTP transport.'],
          stdio: ['Program (stdio)', 'Starts a program on the service host, which its operator has to allow.'],
        },
        { title: 'Transport', default: 'http' },
      ),
    ),
    url: Type.Optional(
      Type.String({
        title: 'URL',
        format: 'uri',
        maxLength: 2048,
        'x-show-when': { transport: ['http', 'sse'] },
        placeholder: 'https://tools.example/mcp',
      }),
    ),
    credential: Type.Optional(
      credentialPicker('http', {
        title: 'Credential',
        description: 'A stored credential. It is sent only to the hosts that it names.',
        placeholder: 'None',
        'x-show-when': { transport: ['http', 'sse'] },
      }),
    ),
    headers: Type.Optional(
      secret({
        title: 'Headers',
        description: 'Stored encrypted, as a JSON object of header names and values.',
        'x-holds': 'map',
        'x-show-when': { transport: ['http', 'sse'] },
      }),
    ),
    include: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        title: 'Include',
        description: 'Names of the tools to offer. If empty, all tools.',
        maxItems: 500,
      }),
    ),
    command: Type.Optional(
      Type.String({ title: 'Command', maxLength: 1000, 'x-expression': false, 'x-show-when': { transport: 'stdio' } }),
    ),
    args: Type.Optional(
      Type.Array(Type.String({ maxLength: 4000, 'x-expression': false }), {
        title: 'Arguments',
        maxItems: 100,
        'x-show-when': { transport: 'stdio' },
      }),
    ),
  }),
  inputs: {},
  outputs: { tool: { name: 'Tools', dataType: 'tool', description: 'Connect to an agent.' } },
})
