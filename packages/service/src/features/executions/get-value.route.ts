import { inputsOf, jobIdOf, outputsOf } from '@millrace/engine'
import { Problem, Type, Uuid } from '@millrace/model'
import { bare, defineRoute } from '../../http/define-route.ts'
import { EXECUTION_ID } from './example.ts'

/** The whole of a value that the detail shows cut. */
export default defineRoute({
  operation: 'getPipelineValue',
  method: 'GET',
  path: '/pipelines/:id/values/:job/:port',
  access: 'read',
  summary: 'Read one input or output of a step whole',
  tags: ['Executions'],
  params: Type.Object({
    id: Uuid,
    job: Type.String({ description: 'Id of the job, or "outputs" for the outputs of the execution.' }),
    port: Type.String(),
  }),
  reply: bare(Type.Any()),
  errors: ['NOT_FOUND'],
  example: { params: { id: EXECUTION_ID, job: 'text_input.1', port: 'text' }, reply: 'Ada' },

  async handle({ params }, { executions }) {
    const { state } = await executions.known(params.id)
    const step = state.steps.find((one) => jobIdOf(state, one) === params.job)
    const values =
      params.job === 'outputs' ? outputsOf(state) : step && { ...inputsOf(state, step).values, ...step.outputs }
    if (values === undefined || !Object.hasOwn(values, params.port)) {
      throw new Problem('NOT_FOUND', { message: 'There is no such value.' })
    }
    return values[params.port]
  },
})
