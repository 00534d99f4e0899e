import { Interrupt, InterruptAnswer, InterruptParams } from '@millrace/model'
import { answer, defineRoute, envelope } from '../http/define-route.ts'
import type { PlaygroundServices } from '../playground/services.ts'
import { exampleParams, exampleResolved } from './example.ts'
import type { PeopleServices } from './services.ts'
import { shownInSession } from './wait-for-session.ts'
import { interruptRecord } from './wire.ts'

/** Answers a question. The reply is sent after the answer is on disk; of concurrent answers one counts. */
export default defineRoute({
  operation: 'resolveInterrupt',
  method: 'POST',
  path: '/interrupts/:id',
  aliases: ['/interrupts/:id/resolve'],
  access: 'run',
  scope: { interrupt: 'id' },
  audit: 'question.answered',
  summary: 'Answer a question to a person',
  description:
    'What `value` has to be depends on the type: a boolean for a confirmation; one option, or with `multiple` a list of ' +
    'options, for a choice; a text; an object by field for a form; `{decisions, summary}` for a review. A value that ' +
    'does not fit is refused and the question stays open. Where several people have to agree, it stays `pending` ' +
    'until enough of them have answered.',
  tags: ['Interrupts'],
  params: InterruptParams,
  body: InterruptAnswer,
  reply: envelope(Interrupt, 'Interrupt resolved'),
  errors: ['NOT_FOUND', 'INTERRUPT_CLOSED', 'ALREADY_ANSWERED'],
  example: { params: exampleParams, body: { value: true }, reply: exampleResolved },

  async handle({ params, body, caller, note }, { interrupts, playground }: PlaygroundServices & PeopleServices) {
    const row = await interrupts.resolve(params.id, body.value, caller)
    note({ details: { execution: row.executionId } })
    await shownInSession(row, playground)
    const record = interruptRecord(row)
    return row.status === 'pending' ? answer(record, { message: 'Answer recorded; waiting for other answers' }) : record
  },
})
