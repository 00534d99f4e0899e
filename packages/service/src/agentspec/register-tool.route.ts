import { AgentSpecNewTool, AgentSpecTool } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { exampleTool } from './example.ts'
import { toolItem } from './registry/registered.ts'
import type { AgentSpecServices } from './services.ts'

/** Registers a tool that flows can refer to. */
export default defineRoute({
  operation: 'registerAgentSpecTool',
  method: 'POST',
  path: '/agentspec/tools',
  access: 'admin',
  audit: 'tool.registered',
  summary: 'Register a tool',
  description:
    'The implementation is sandboxed JavaScript (`code`), a stored workflow (`workflow`) or an HTTP call (`http`). It ' +
    'is stored encrypted and never shown.',
  tags: ['Agent Spec'],
  body: AgentSpecNewTool,
  reply: bare(AgentSpecTool),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  example: {
    body: { ...exampleTool, implementation: { kind: 'code', source: 'return args.text.toUpperCase()' } },
    reply: { ...exampleTool, component_type: 'server_tool' },
  },

  async handle({ body, note }, { agentspec }: AgentSpecServices) {
    note({ subject: { id: body.name, name: body.name } })
    await agentspec.registry.addTool(body)
    return toolItem(body)
  },
})
