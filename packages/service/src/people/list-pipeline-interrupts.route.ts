import { ExecutionParams, Interrupt, OwnInterruptsQuery } from '@millrace/model'
import { exampleParams as examplePipeline } from '../executions/example.ts'
import type { ExecutionServices } from '../executions/services.ts'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { exampleInterrupt } from './example.ts'
import type { PeopleServices } from './services.ts'
import { interruptPage } from './wire.ts'

/** Lists the questions of an execution and of those that it called, oldest first. */
export default defineRoute({
  operation: 'listPipelineInterrupts',
  method: 'GET',
  path: '/pipelines/:id/interrupts',
  aliases: ['/pipeline/:id/interrupts', '/executions/:id/interrupts'],
  access: 'read',
  scope: { execution: 'id' },
  summary: 'List the questions of an execution, oldest first',
  description:
    'Open and closed; those of the workflows that it calls are among them, with an `executionId` of their own.',
  tags: ['Interrupts'],
  params: ExecutionParams,
  query: OwnInterruptsQuery,
  reply: envelopeList(Interrupt, 'Interrupts found'),
  errors: ['NOT_FOUND'],
  example: { params: examplePipeline, query: { status: 'pending' }, reply: [exampleInterrupt] },

  async handle(
    { params: { id }, query: { status, limit, offset } },
    { interrupts, executions }: ExecutionServices & PeopleServices,
  ) {
    await executions.head(id)
    const query = { executionId: id, ...(status === undefined ? {} : { status }), limit, offset, order: 'asc' as const }
    return interruptPage(await interrupts.list(query), query)
  },
})
