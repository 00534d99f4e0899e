import { choice, defineNode, secret, Type } from '@millrace/model'

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

  config: Type.Object({
    transport: Type.Optional(
      choice(['http', 'sse', 'stdio'], {
        title: 'Transport',
        description:
          'http: streamable HTTP. sse: the older HTTP transport with server-sent events. stdio: starts a program on the ' +
          'service host, which its operator has to allow.',
        default: 'http',
      }),
    ),
    url: Type.Optional(
      Type.String({
        title: 'URL',
        description: 'For http and sse.',
        format: 'uri',
        maxLength: 2048,
        placeholder: 'https://tools.example/mcp',
      }),
    ),
    headers: Type.Optional(
      secret({ title: 'Headers', description: 'JSON object of header names and values. Stored encrypted.' }),
    ),
    include: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        title: 'Include',
        description: 'Names of the tools to offer. If empty, all tools.',
        maxItems: 500,
      }),
    ),
    command: Type.Optional(Type.String({ title: 'Command', description: 'For stdio.', maxLength: 1000 })),
    args: Type.Optional(
      Type.Array(Type.String({ maxLength: 4000 }), { title: 'Arguments', description: 'For stdio.', maxItems: 100 }),
    ),
  }),
  inputs: {},
  outputs: { tool: { name: 'Tools', dataType: 'tool', description: 'Connect to an agent.' } },
})
