/** Exports an `mcp_tools` node as a toolbox of its agent: an official MCPToolBox with the transport of the server. */
import type { Fields } from '../components.ts'
import { quoted } from '../notes.ts'
import type { CanvasNode } from './canvas.ts'
import { type NodeContext, textIn } from './node-context.ts'

export const MCP_TOOLS = 'mcp_tools'

export function mcpToolBox(server: CanvasNode, { node, freeId, notes }: NodeContext): Fields {
  const { include } = server.config
  const names = Array.isArray(include) ? include.filter((one) => typeof one === 'string') : []
  const clientTransport = transportOf(server, freeId(`${server.id}/transport`))
  if (clientTransport.component_type === 'StdioTransport') {
    notes.warn(`${quoted(server.name)}: most runtimes, including Millrace, reject flows with a StdioTransport`)
  }
  return {
    component_type: 'MCPToolBox',
    id: freeId(`${server.id}/toolbox`),
    name: server.name,
    client_transport: clientTransport,
    // Absent means all tools; an empty list would mean none.
    ...(names.length > 0 ? { tool_filter: names } : {}),
    ...(node.config.approveTools === true ? { requires_confirmation: true } : {}),
  }
}

function transportOf({ config, name, secrets }: CanvasNode, id: string): Fields {
  if (config.transport === 'stdio') {
    const args = Array.isArray(config.args) ? config.args : []
    return { component_type: 'StdioTransport', id, name, command: textIn(config.command) ?? '', args }
  }
  return {
    component_type: config.transport === 'sse' ? 'SSETransport' : 'StreamableHTTPTransport',
    id,
    name,
    url: textIn(config.url) ?? '',
    ...(secrets.has('headers') ? { sensitive_headers: { $component_ref: `${id}.sensitive_headers` } } : {}),
  }
}
