import { INTERRUPT_EVENTS } from '@millrace/model'
import { defineRoute, eventStream } from '../http/define-route.ts'
import { EventStream } from '../http/event-stream.ts'
import { OVERRUN } from '../platform/broadcast.ts'
import { listedProjects } from '../platform/project-access.ts'
import { isVisible, type ProjectServices } from '../platform/project-directory.ts'
import { listedAs } from './person.ts'
import type { PeopleServices } from './services.ts'
import { interruptRecord } from './wire.ts'

/** Streams the changes of the inbox. */
export default defineRoute({
  operation: 'watchInterrupts',
  method: 'GET',
  path: '/interrupts/events',
  access: 'read',
  scope: 'filtered',
  streaming: true,
  summary: 'Watch questions across workflows as Server-Sent Events',
  description:
    'First `count`, `{pending}`: how many wait for the caller. Then `interrupt` with the whole record whenever one is ' +
    'asked, answered or closed, no matter who may answer it. `missed` replaces changes that a slow reader lost: look at ' +
    'the list again. Nothing can be resumed; a client that was away looks at the list.',
  tags: ['Interrupts'],
  reply: eventStream(INTERRUPT_EVENTS),
  errors: [],

  handle: ({ caller }, { interrupts, inbox, projects }: PeopleServices & ProjectServices) =>
    new EventStream(async ({ send, signal }) => {
      const changes = inbox.follow(signal)[Symbol.asyncIterator]()
      // Subscribe before counting, so that changes during the count are sent after it.
      const first = changes.next()
      const waiting = { status: 'pending', waitsFor: listedAs(caller), limit: 1, offset: 0, order: 'desc' } as const
      const { total } = await interrupts.list({ ...waiting, ...listedProjects(caller, undefined, 'run') })
      await send({ event: 'count', data: JSON.stringify({ pending: total }) })
      for (let next = await first; next.done !== true; next = await changes.next()) {
        if (next.value === OVERRUN) await send({ event: 'missed', data: '{}' })
        else if (await isVisible(caller, next.value.workflowId, projects))
          await send({ event: 'interrupt', data: JSON.stringify(interruptRecord(next.value)) })
      }
    }),
})
