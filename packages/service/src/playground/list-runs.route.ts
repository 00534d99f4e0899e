import { isExecutionOver, PlaygroundRunListQuery, PlaygroundRuns, PlaygroundSessionParams } from '@millrace/model'
import type { ExecutionListItem, StoredTurn } from '@millrace/store'
import { EXECUTION_ID } from '../executions/example.ts'
import { defineRoute, envelope } from '../http/define-route.ts'
import { iso } from '../platform/iso.ts'
import type { PlatformServices } from '../platform/services.ts'
import { exampleParams } from './example.ts'
import type { PlaygroundServices } from './services.ts'

/** Lists the executions of a session. */
export default defineRoute({
  operation: 'listPlaygroundRuns',
  method: 'GET',
  path: '/playground/sessions/:sessionId/runs',
  aliases: ['/sessions/:sessionId/runs'],
  access: 'read',
  scope: { session: 'sessionId' },
  summary: 'List the executions of a playground session',
  description: 'One execution for each message of the user, oldest first; `limit` keeps the newest ones.',
  tags: ['Playground'],
  params: PlaygroundSessionParams,
  query: PlaygroundRunListQuery,
  reply: envelope(PlaygroundRuns, 'Runs found'),
  errors: ['NOT_FOUND'],
  example: {
    params: exampleParams,
    reply: {
      workflowVersion: null,
      runs: [
        {
          id: EXECUTION_ID,
          status: 'completed',
          startedAt: '2026-01-01T12:01:00.000Z',
          completedAt: '2026-01-01T12:01:00.040Z',
        },
      ],
    },
  },

  async handle({ params, query }, { playground, store }: PlatformServices & PlaygroundServices) {
    const { turns } = await playground.get(params.sessionId)
    const newest = turns.slice(-query.limit)
    const heads = await Promise.all(newest.map(({ executionId }) => store.executions.get(executionId)))
    return { workflowVersion: null, runs: newest.map((turn, at) => runOf(turn, heads[at])) }
  },
})

function runOf({ executionId, startedAt, status }: StoredTurn, head: ExecutionListItem | undefined) {
  const known = { id: executionId, startedAt: iso(startedAt) }
  // A turn is stored before its execution: a missing one is about to be created or was pruned.
  if (head === undefined)
    return { ...known, status: status === 'running' ? ('pending' as const) : ('unknown' as const) }
  const isOver = isExecutionOver(head.status)
  return { ...known, status: head.status, ...(isOver ? { completedAt: iso(head.updatedAt) } : {}) }
}
