import { Interrupt, InterruptListQuery } from '@millrace/model'
import type { InterruptQuery } from '@millrace/store'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import type { WorkflowServices } from '../workflows/services.ts'
import { workflowCondition } from '../workflows/workflow-filter.ts'
import { exampleInterrupt } from './example.ts'
import { canAnswer, listedAs, NOTHING } from './person.ts'
import type { PeopleServices } from './services.ts'
import { interruptPage } from './wire.ts'

/** The inbox: questions of all workflows, newest first. */
export default defineRoute({
  operation: 'listInterrupts',
  method: 'GET',
  path: '/interrupts',
  access: 'read',
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
    const { status, type, session_id, execution_id, mine, limit, offset } = asked
    const isMine = mine && status === 'pending'
    const query: InterruptQuery = {
      status,
      ...(type === undefined ? {} : { type }),
      ...(await workflowCondition(asked, workflows)),
      ...(session_id === undefined ? {} : { sessionId: session_id }),
      ...(execution_id === undefined ? {} : { executionId: execution_id }),
      ...(isMine ? { waitsFor: listedAs(caller) } : {}),
      limit,
      offset,
      order: 'desc',
    }
    return interruptPage(isMine && !canAnswer(caller) ? NOTHING : await interrupts.list(query), query)
  },
})
