import { ExecutionParams, LogEntry, LogQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { exampleLog, exampleParams } from './example.ts'
import { wholeLogOf } from './projection/engine-log.ts'
import type { ExecutionServices } from './services.ts'
import { chosen } from './wire.ts'

/** Returns the log of an execution, oldest first. */
export default defineRoute({
  operation: 'getExecutionLogs',
  method: 'GET',
  path: '/executions/:id/logs',
  aliases: ['/pipelines/:id/logs', '/pipeline/:id/logs'],
  access: 'read',
  scope: { execution: 'id' },
  summary: 'Read the log of an execution',
  description: 'The entries of all steps, oldest first. Filter them by level or by node.',
  tags: ['Executions'],
  params: ExecutionParams,
  query: LogQuery,
  reply: envelopeList(LogEntry, 'Log entries found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, query: { level: 'info' }, reply: exampleLog },

  async handle({ params, query }, { executions }: ExecutionServices) {
    const { state } = await executions.known(params.id)
    return chosen(wholeLogOf(state), query)
  },
})
