import { PlaygroundSession, Type } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { pageAnswer, pageQuery } from '../http/paged-list.ts'
import { exampleParams, WorkflowParams } from '../workflows/workflow-params.ts'
import { exampleSession } from './example.ts'
import type { PlaygroundServices } from './services.ts'
import { sessionRecord } from './wire.ts'

/** Lists the conversations with a workflow, newest first. */
export default defineRoute({
  operation: 'listPlaygroundSessions',
  method: 'GET',
  path: '/workflows/:id/playground/sessions',
  access: 'read',
  summary: 'List the playground sessions of a workflow, newest first',
  tags: ['Playground'],
  params: WorkflowParams,
  query: Type.Object(pageQuery({ maximum: 100, default: 20 })),
  reply: envelope(Type.Array(PlaygroundSession), 'Sessions found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, query: { limit: 10 }, reply: [exampleSession] },

  async handle({ params, query }, { playground }: PlaygroundServices) {
    return pageAnswer(await playground.list(params.id, query), query, sessionRecord)
  },
})
