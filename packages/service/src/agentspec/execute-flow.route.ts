import { AnyObject, Type } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { yamlBody } from '../workflows/yaml.ts'
import { exampleFlow } from './example.ts'
import { EXAMPLE_ID } from './wire.ts'

const MAX_TIMEOUT_MS = 366 * 24 * 3600 * 1000
const MAX_STEPS = 10_000

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
  body: Type.Object({
    flow: Type.Any({ description: 'An object, or the JSON or YAML text of one.' }),
    components: Type.Optional(AnyObject),
    inputs: Type.Optional(AnyObject),
    options: Type.Optional(
      Type.Object({
        timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TIMEOUT_MS, description: 'Milliseconds.' })),
        maxSteps: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_STEPS, description: 'Visits of nodes.' })),
      }),
    ),
  }),
  yaml: yamlBody,
  reply: bare(
    Type.Object({
      execution_id: Type.String(),
      id: Type.String(),
      status: Type.String(),
      execution_status: Type.String(),
    }),
  ),
  errors: ['TOO_MANY_EXECUTIONS', 'UPSTREAM_FAILED'],
  example: {
    body: { flow: exampleFlow, inputs: { name: 'Ada' } },
    reply: { execution_id: EXAMPLE_ID, id: EXAMPLE_ID, status: 'running', execution_status: 'running' },
  },

  async handle({ body, caller }, { agentspec }) {
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
