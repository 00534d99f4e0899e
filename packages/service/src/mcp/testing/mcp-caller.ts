/** An MCP client for a service under test: the official library over a real connection. */

import type { AddressInfo } from 'node:net'
import type { Role } from '@millrace/model'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js'
import type { Client } from '../../executions/testing/client.ts'

export interface Outcome {
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary results
  readonly value: any
}

export interface McpCaller extends AsyncDisposable {
  readonly client: McpClient
  names(): Promise<string[]>
  call(name: string, args?: Record<string, unknown>, onprogress?: (progress: Progress) => void): Promise<Outcome>
}

/** The address of the service; the first call starts listening. */
export async function originOf({ service: { app } }: Client): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

export async function mcpCaller(client: Client, role: Role, path = '/mcp'): Promise<McpCaller> {
  const requestInit = { headers: client.service.as(role) }
  const transport = new StreamableHTTPClientTransport(new URL(path, await originOf(client)), { requestInit })
  const mcp = new McpClient({ name: 'test', version: '1' })
  await mcp.connect(transport as Transport)
  return {
    client: mcp,
    names: async () => (await mcp.listTools()).tools.map(({ name }) => name),
    async call(name, args = {}, onprogress) {
      const options = onprogress === undefined ? {} : { onprogress }
      const result = (await mcp.callTool({ name, arguments: args }, undefined, options)) as CallToolResult
      return { isError: result.isError === true, value: result.structuredContent }
    },
    [Symbol.asyncDispose]: () => mcp.close(),
  }
}
