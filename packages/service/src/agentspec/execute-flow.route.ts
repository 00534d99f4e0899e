import { AgentSpecStart, StartedAgentSpec } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { yamlBody } from '../workflows/yaml.ts'
import { exampleFlow } from './example.ts'
import { EXAMPLE_ID } from './execution-params.ts'
import type { AgentSpecServices } from './services.ts'

/** Starts a flow. Answers once the start is on disk, not once the work is done. */
export default defineRoute({
  operation: 'executeAgentSpecFlow',
  method: 'POST',
  path: '/agentspec/flows/execute',
  access: 'run',
  summary: 'Run an Agent Spec flow',
  description:
    'Takes a flow or a document, in the official or in the simple form. `inputs` are those of the flow by name. How it ' +
    'goes is told by the status, and by the stream as it happens.',
  tags: ['Agent Spec'],
  takesDocument: true,
  takesInputs: true,
  body: AgentSpecStart,
  yaml: yamlBody,
  reply: bare(StartedAgentSpec),
  errors: ['TOO_MANY_EXECUTIONS', 'UPSTREAM_FAILED'],
  example: {
    body: { flow: exampleFlow, inputs: { name: 'Ada' } },
    reply: { execution_id: EXAMPLE_ID, id: EXAMPLE_ID, status: 'running', execution_status: 'running' },
  },

  async handle({ body, caller }, { agentspec }: AgentSpecServices) {
    const { flow, components, inputs = {}, options } = body
    const { id, status } = await agentspec.runtime.execute({
      document: components === undefined ? flow : { flow, components },
      inputs,
      timeoutMs: options?.timeout,
      maxSteps: options?.maxSteps,
      by: caller,
    })
    return { execution_id: id, id, status, execution_status: status }
  },
})
