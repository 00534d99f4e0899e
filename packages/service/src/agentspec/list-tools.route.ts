import { AgentSpecTool } from '@millrace/model'
import { bareList, defineRoute } from '../http/define-route.ts'
import { exampleTool } from './example.ts'
import type { AgentSpecServices } from './services.ts'

/** Tools that a tool node or an agent can refer to. */
export default defineRoute({
  operation: 'listAgentSpecTools',
  method: 'GET',
  path: '/agentspec/tools',
  access: 'read',
  summary: 'List registered tools',
  description: 'Tools that the tool nodes and agents of a flow can refer to by name.',
  tags: ['Agent Spec'],
  reply: bareList(AgentSpecTool),
  errors: ['UPSTREAM_FAILED'],
  example: { reply: [{ ...exampleTool, component_type: 'server_tool' }] },

  handle: async (_request, { agentspec }: AgentSpecServices) => [...(await agentspec.runtime.tools())],
})
