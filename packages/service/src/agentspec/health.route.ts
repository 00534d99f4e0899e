import { AgentSpecHealth } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { AgentSpecServices } from './services.ts'

/** Whether flows can be run. */
export default defineRoute({
  operation: 'getAgentSpecHealth',
  method: 'GET',
  path: '/agentspec/health',
  access: 'open',
  summary: 'Whether Agent Spec flows can be run',
  description: 'No authentication required. With a remote runtime, 502 while it cannot be reached.',
  tags: ['Agent Spec'],
  reply: bare(AgentSpecHealth),
  errors: ['UPSTREAM_FAILED'],
  example: { reply: { status: 'healthy', runtime: 'millrace', version: '0.1.0', uptime: 3600 } },

  async handle(_request, { agentspec, clock, lifecycle }: PlatformServices & AgentSpecServices) {
    const { runtime, version } = await agentspec.runtime.health()
    const uptime = Math.max(0, Math.floor((clock.now() - lifecycle.startedAt) / 1000))
    return { status: 'healthy' as const, runtime, version, uptime }
  },
})
