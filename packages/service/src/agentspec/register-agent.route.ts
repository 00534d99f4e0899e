import { AgentSpecAgent, AgentSpecNewAgent, Problem } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { exampleAgent } from './example.ts'
import { agentOf } from './registry/named-components.ts'
import { agentItem } from './registry/registered.ts'
import type { AgentSpecServices } from './services.ts'

/** Registers an agent that flows can refer to. */
export default defineRoute({
  operation: 'registerAgentSpecAgent',
  method: 'POST',
  path: '/agentspec/agents',
  access: 'admin',
  audit: 'agent.registered',
  summary: 'Register an agent',
  description: 'Its prompt and model configuration are stored encrypted and never shown.',
  tags: ['Agent Spec'],
  body: AgentSpecNewAgent,
  reply: bare(AgentSpecAgent),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  example: {
    body: { ...exampleAgent, system_prompt: 'You know everything about {{topic}}.', tools: ['shout'] },
    reply: exampleAgent,
  },

  async handle({ body, note }, { agentspec }: AgentSpecServices) {
    if (agentOf(body) === undefined)
      throw new Problem('VALIDATION_ERROR', { message: 'The body must be an Agent Spec agent.' })
    note({ subject: { id: body.name, name: body.name } })
    await agentspec.registry.addAgent(body)
    return agentItem(body)
  },
})
