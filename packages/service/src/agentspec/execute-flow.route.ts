import { AgentSpecStart, StartedAgentSpec } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { yamlBody } from '../workflows/yaml.ts'
import { exampleFlow } from './example.ts'
import { EXAMPLE_ID } from './execution-params.ts'
import type { AgentSpecServices } from './services.ts'

/** Starts a flow. Responds once the start is persisted, not once the flow has finished. */
export default defineRoute({
  operation: 'executeAgentSpecFlow',
  method: 'POST',
  path: '/agentspec/flows/execute',
  access: 'run',
  audit: { people: 'execution.started' },
  summary: 'Run an Agent Spec flow',
  description:
    'Takes a flow or a document, in the official or in the simple form. `inputs` are the inputs of the flow by name. ' +
    'Progress is available from the status and the stream.',
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

  async handle({ body, caller, concerns }, { agentspec }: AgentSpecServices) {
    const { flow, components, inputs = {}, options } = body
    const { id, status } = await agentspec.runtime.execute({
      document: components === undefined ? flow : { flow, components },
      inputs,
      timeoutMs: options?.timeout,
      maxSteps: options?.maxSteps,
      by: caller,
    })
    concerns(id)
    return { execution_id: id, id, status, execution_status: status }
  },
})
