import { ExecutionParams, PipelineStart, StartedPipeline } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { EXECUTION_ID, exampleParams } from './example.ts'
import type { ExecutionServices } from './services.ts'

/** Starts an execution that waits for its start. */
export default defineRoute({
  operation: 'startPipeline',
  method: 'POST',
  path: '/pipelines/:id/execute',
  aliases: ['/pipeline/:id/execute'],
  access: 'run',
  scope: { execution: 'id' },
  audit: { people: 'execution.started' },
  summary: 'Start an execution that waits for its start',
  description: '`options.timeout` is in seconds.',
  tags: ['Executions'],
  params: ExecutionParams,
  body: PipelineStart,
  bodyOptional: true,
  reply: envelope(StartedPipeline, 'Pipeline started'),
  status: 202,
  errors: ['NOT_FOUND', 'EXECUTION_OVER'],
  example: {
    params: exampleParams,
    body: { options: { timeout: 60 } },
    reply: { pipeline_id: EXECUTION_ID, status: 'pending', message: 'The execution starts as soon as there is room.' },
  },

  async handle({ params, body, caller }, { executions }: ExecutionServices) {
    const { inputs, options } = body ?? {}
    await executions.release(params.id, {
      ...(inputs === undefined ? {} : { inputs }),
      timeoutMs: options?.timeout === undefined ? undefined : options.timeout * 1000,
      maxSteps: options?.maxSteps,
      by: caller,
    })
    return {
      pipeline_id: params.id,
      status: 'pending' as const,
      message: 'The execution starts as soon as there is room.',
    }
  },
})
