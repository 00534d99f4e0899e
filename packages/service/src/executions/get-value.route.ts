import { type ExecutionState, keptOutputsOf, portsOf } from '@millrace/engine'
import { PortValue, Problem, printInSlices, ValueParams, ValueQuery } from '@millrace/model'
import { bare, defineRoute, jsonText } from '../http/define-route.ts'
import { EXECUTION_ID } from './example.ts'
import { hasJobId } from './projection/job-refs.ts'
import type { ExecutionServices } from './services.ts'

/** Returns the whole of a value that the detail truncates. */
export default defineRoute({
  operation: 'getPipelineValue',
  method: 'GET',
  path: '/pipelines/:id/values/:job/:port',
  aliases: ['/pipeline/:id/values/:job/:port'],
  access: 'read',
  scope: { execution: 'id' },
  summary: 'Read one input or output of a step, or of the execution, whole',
  description: 'The value that the detail of the execution replaces by a `CutValue` because it is too long.',
  tags: ['Executions'],
  params: ValueParams,
  query: ValueQuery,
  reply: bare(PortValue),
  errors: ['NOT_FOUND'],
  example: { params: { id: EXECUTION_ID, job: 'text_input.1', port: 'text' }, reply: 'Ada' },

  async handle({ params, query }, { executions }: ExecutionServices) {
    const { state } = await executions.known(params.id)
    const values = valuesOf(state, params.job, query.of)
    if (values === undefined || !Object.hasOwn(values, params.port)) {
      throw new Problem('NOT_FOUND', { message: 'Unknown value.' })
    }
    const value = values[params.port]
    return jsonText((await printInSlices(value)) ?? 'null')
  },
})

function valuesOf(state: ExecutionState, job: string, of: string): Readonly<Record<string, unknown>> | undefined {
  if (of === 'launch') return state.started?.inputs
  if (of === 'execution') return keptOutputsOf(state)
  const step = state.steps.find((one) => hasJobId(state, one, job))
  if (of === 'setting') return step?.settings
  return of === 'input' ? step && portsOf(state, step).values : step?.outputs
}
