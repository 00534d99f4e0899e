import { AgentSpecFlowCheck, AnyObject } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { yamlBody } from '../workflows/yaml.ts'
import { exampleFlow } from './example.ts'
import type { AgentSpecServices } from './services.ts'

/** Validates a flow without running it. */
export default defineRoute({
  operation: 'validateAgentSpecFlow',
  method: 'POST',
  path: '/agentspec/flows/validate',
  access: 'read',
  scope: 'shared',
  audit: { none: 'It changes nothing.' },
  summary: 'Check an Agent Spec flow',
  description: 'Always 200: `valid` is true if the flow can run; `errors` lists the problems.',
  tags: ['Agent Spec'],
  takesDocument: true,
  body: AnyObject,
  yaml: yamlBody,
  reply: bare(AgentSpecFlowCheck),
  errors: ['UPSTREAM_FAILED'],
  example: { body: exampleFlow, reply: { valid: true, errors: [] } },

  async handle({ body, caller }, { agentspec }: AgentSpecServices) {
    const errors = [...(await agentspec.runtime.problemsIn(body, caller.id))]
    return { valid: errors.length === 0, errors }
  },
})
