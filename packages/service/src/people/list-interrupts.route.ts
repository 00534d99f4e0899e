import { Interrupt, InterruptListQuery } from '@millrace/model'
import type { InterruptQuery } from '@millrace/store'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { listedProjects } from '../platform/project-access.ts'
import type { WorkflowServices } from '../workflows/services.ts'
import { workflowCondition } from '../workflows/workflow-filter.ts'
import { exampleInterrupt } from './example.ts'
import { listedAs } from './person.ts'
import type { PeopleServices } from './services.ts'
import { interruptPage } from './wire.ts'

/** The inbox: questions of all workflows, newest first. */
export default defineRoute({
  operation: 'listInterrupts',
  method: 'GET',
  path: '/interrupts',
  access: 'read',
  scope: 'filtered',
  summary: 'List questions across workflows, newest first',
  description:
    'Without parameters: what waits for the caller; nothing does for one who may only read. `mine=false` adds what only ' +
    'others may answer, and what the caller has answered and others have not yet. Closed questions wait for no answer, so ' +
    '`mine` does not narrow those.',
  tags: ['Interrupts'],
  query: InterruptListQuery,
  reply: envelopeList(Interrupt, 'Interrupts found'),
  errors: [],
  example: { query: { type: 'confirmation', mine: true }, reply: [exampleInterrupt] },

  async handle({ query: asked, caller }, { interrupts, workflows }: WorkflowServices & PeopleServices) {
    const { status, type, session_id, execution_id, mine, limit, offset, project } = asked
    const isMine = mine && status === 'pending'
    const visible = listedProjects(caller, project, isMine ? 'run' : 'read')
    const query: InterruptQuery = {
      status,
      ...(type === undefined ? {} : { type }),
      ...(await workflowCondition(asked, workflows, visible)),
      ...visible,
      ...(session_id === undefined ? {} : { sessionId: session_id }),
      ...(execution_id === undefined ? {} : { executionId: execution_id }),
      ...(isMine ? { waitsFor: listedAs(caller) } : {}),
      limit,
      offset,
      order: 'desc',
    }
    return interruptPage(await interrupts.list(query), query)
  },
})
