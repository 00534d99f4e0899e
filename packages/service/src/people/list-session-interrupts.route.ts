import { Interrupt, InterruptParams, OwnInterruptsQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import type { PlaygroundServices } from '../playground/services.ts'
import { exampleInterrupt, exampleSession } from './example.ts'
import type { PeopleServices } from './services.ts'
import { interruptPage } from './wire.ts'

/** Lists the questions of a playground session, oldest first. */
export default defineRoute({
  operation: 'listSessionInterrupts',
  method: 'GET',
  path: '/playground/sessions/:id/interrupts',
  aliases: ['/sessions/:id/interrupts'],
  access: 'read',
  scope: { session: 'id' },
  summary: 'List the questions of a playground session, oldest first',
  description: 'Those that its turns have asked, open and closed.',
  tags: ['Interrupts'],
  params: InterruptParams,
  query: OwnInterruptsQuery,
  reply: envelopeList(Interrupt, 'Interrupts found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleSession, query: { status: 'pending' }, reply: [exampleInterrupt] },

  async handle(
    { params: { id }, query: { status, limit, offset } },
    { interrupts, playground }: PlaygroundServices & PeopleServices,
  ) {
    await playground.get(id)
    const query = { sessionId: id, ...(status === undefined ? {} : { status }), limit, offset, order: 'asc' as const }
    return interruptPage(await interrupts.list(query), query)
  },
})
