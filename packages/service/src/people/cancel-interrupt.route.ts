import { Interrupt, InterruptParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { PlaygroundServices } from '../playground/services.ts'
import { exampleCancelled, exampleParams } from './example.ts'
import type { PeopleServices } from './services.ts'
import { shownInSession } from './wait-for-session.ts'
import { interruptRecord } from './wire.ts'

/** Dismisses a question. Replies with `{success, message}` and, because clients expect it, the interrupt in `data`. */
export default defineRoute({
  operation: 'cancelInterrupt',
  method: 'POST',
  path: '/interrupts/:id/cancel',
  access: 'run',
  scope: { interrupt: 'id' },
  audit: 'question.cancelled',
  summary: 'Dismiss a question to a person',
  description:
    'Only where `allowCancel` is true. The node that asked fails with the code INTERRUPT_CANCELLED, which its error edge ' +
    'can catch.',
  tags: ['Interrupts'],
  params: InterruptParams,
  reply: envelope(Interrupt, 'Interrupt cancelled'),
  errors: ['NOT_FOUND', 'INTERRUPT_CLOSED', 'NOT_CANCELLABLE'],
  example: { params: exampleParams, reply: exampleCancelled },

  async handle({ params, caller, note }, { interrupts, playground }: PlaygroundServices & PeopleServices) {
    const row = await interrupts.cancel(params.id, caller)
    note({ details: { execution: row.executionId } })
    await shownInSession(row, playground)
    return interruptRecord(row)
  },
})
