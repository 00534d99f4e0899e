import { defineRoute, page } from '../../http/define-route.ts'
import { EventStream } from '../../http/event-stream.ts'
import { END } from '../../running/feeds.ts'
import { exampleParams } from './example.ts'
import { ExecutionParams } from './wire.ts'

/** Everything that happens to an execution, as it happens. */
export default defineRoute({
  operation: 'watchPipeline',
  method: 'GET',
  path: '/pipelines/:id/events',
  aliases: ['/pipeline/:id/events', '/executions/:id/events'],
  access: 'read',
  streaming: true,
  summary: 'Watch an execution as Server-Sent Events',
  description:
    'Every `update` names the jobs that changed, the status and the progress; its id goes into `Last-Event-ID` to go on ' +
    'after an interruption without losing anything. The stream ends with `end` when the execution does.',
  tags: ['Executions'],
  params: ExecutionParams,
  reply: page('text/event-stream'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams },

  async handle({ params: { id }, headers }, { executions, feeds }) {
    await executions.head(id)
    const last = Number(headers['last-event-id'] ?? 0)
    const after = Number.isSafeInteger(last) && last > 0 ? last : 0
    return new EventStream(async ({ send, signal }) => {
      const all = feeds.follow(id, { after, signal, load: () => executions.known(id) })
      for await (const told of all) {
        if (told === END) await send({ event: 'end', data: '{}' })
        else await send({ id: told.seq, event: 'update', data: told.json })
      }
    })
  },
})
