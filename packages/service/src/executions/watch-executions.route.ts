import { EXECUTION_LIST_EVENTS } from '@millrace/model'
import { defineRoute, eventStream } from '../http/define-route.ts'
import { EventStream } from '../http/event-stream.ts'
import { OVERRUN } from '../platform/broadcast.ts'
import { isVisible, type ProjectServices } from '../platform/project-directory.ts'
import type { ExecutionServices } from './services.ts'
import { itemOf } from './wire.ts'

/** Streams the changes of the list of executions. */
export default defineRoute({
  operation: 'watchExecutions',
  method: 'GET',
  path: '/executions/events',
  access: 'read',
  scope: 'filtered',
  streaming: true,
  summary: 'Watch the list of executions as Server-Sent Events',
  description:
    'First `ready`: from here on nothing is missed, so a list that is read afterwards stays true. Then `execution` with ' +
    'its line of the list whenever one is made, begins to run, or ends. `missed` instead of what a slow reader could ' +
    'not be told: look at the list again. Nothing can be resumed; a client that was away looks at the list.',
  tags: ['Executions'],
  reply: eventStream(EXECUTION_LIST_EVENTS),
  errors: [],

  handle: ({ caller }, { executionList, projects }: ExecutionServices & ProjectServices) =>
    new EventStream(async ({ send, signal }) => {
      const changes = executionList.follow(signal)[Symbol.asyncIterator]()
      // Subscribe before sending `ready`.
      const first = changes.next()
      await send({ event: 'ready', data: '{}' })
      for (let next = await first; next.done !== true; next = await changes.next()) {
        if (next.value === OVERRUN) await send({ event: 'missed', data: '{}' })
        else if (await isVisible(caller, next.value.workflowId, projects))
          await send({ event: 'execution', data: JSON.stringify(itemOf(next.value)) })
      }
    }),
})
