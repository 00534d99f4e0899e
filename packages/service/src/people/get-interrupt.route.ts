import { Interrupt, InterruptParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleInterrupt, exampleParams } from './example.ts'
import type { PeopleServices } from './services.ts'
import { interruptRecord } from './wire.ts'

/** Returns a question to a person, open or closed. */
export default defineRoute({
  operation: 'getInterrupt',
  method: 'GET',
  path: '/interrupts/:id',
  access: 'read',
  scope: { interrupt: 'id' },
  summary: 'Read a question to a person',
  description: 'The keys of `config` depend on the type; `response` is null until the question is resolved.',
  tags: ['Interrupts'],
  params: InterruptParams,
  reply: envelope(Interrupt, 'Interrupt found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: exampleInterrupt },

  handle: async ({ params }, { interrupts }: PeopleServices) => interruptRecord(await interrupts.get(params.id)),
})
