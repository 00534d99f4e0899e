import { PlaygroundSession, PlaygroundSessionListQuery, WorkflowParams } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { exampleParams } from '../workflows/workflow-params.ts'
import { exampleSession } from './example.ts'
import type { PlaygroundServices } from './services.ts'
import { sessionRecord } from './wire.ts'

/** Lists the sessions of a workflow, newest first. */
export default defineRoute({
  operation: 'listPlaygroundSessions',
  method: 'GET',
  path: '/workflows/:id/playground/sessions',
  access: 'read',
  scope: { workflow: 'id' },
  summary: 'List the playground sessions of a workflow, newest first',
  description: 'Sessions without their messages.',
  tags: ['Playground'],
  params: WorkflowParams,
  query: PlaygroundSessionListQuery,
  reply: envelopeList(PlaygroundSession, 'Sessions found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, query: { limit: 10 }, reply: [exampleSession] },

  async handle({ params, query }, { playground }: PlaygroundServices) {
    return pageAnswer(await playground.list(params.id, query), query, sessionRecord)
  },
})
