import { CATALOGUE_EVENTS } from '@millrace/model'
import { defineRoute, eventStream } from '../http/define-route.ts'
import { EventStream } from '../http/event-stream.ts'
import { Waker } from '../platform/broadcast.ts'
import type { CatalogueServices } from './services.ts'

/** Streams the reloads of custom node types. */
export default defineRoute({
  operation: 'watchCatalogue',
  method: 'GET',
  path: '/catalogue/events',
  access: 'read',
  streaming: true,
  summary: 'Watch the node types as Server-Sent Events',
  description:
    'Sends `catalogue` on connection and after each reload of custom node types (`--watch-nodes`): read the node types ' +
    'again if the version has changed.',
  tags: ['Catalogue'],
  reply: eventStream(CATALOGUE_EVENTS),
  errors: [],

  handle: (_, { catalogue }: CatalogueServices) =>
    new EventStream(async ({ send, signal }) => {
      using waker = new Waker(signal)
      const stop = catalogue.onReload(() => waker.wake())
      try {
        for (let sent = -1; !signal.aborted; ) {
          const { version, problems } = catalogue
          if (version === sent) await waker.woken()
          else await send({ event: 'catalogue', data: JSON.stringify({ version, problems }) })
          sent = version
        }
      } finally {
        stop()
      }
    }),
})
