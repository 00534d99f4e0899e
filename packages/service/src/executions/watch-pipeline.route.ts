import { ExecutionParams, PIPELINE_EVENTS } from '@millrace/model'
import { defineRoute, eventStream } from '../http/define-route.ts'
import { EventStream, type StreamOut } from '../http/event-stream.ts'
import { exampleParams } from './example.ts'
import type { ExecutionServices } from './services.ts'
import type { Delta } from './streams/partial-output.ts'
import { END } from './streams/pipeline-updates.ts'

/** Streams the updates of an execution. */
export default defineRoute({
  operation: 'watchPipeline',
  method: 'GET',
  path: '/pipelines/:id/events',
  aliases: ['/pipeline/:id/events', '/executions/:id/events'],
  access: 'read',
  scope: { execution: 'id' },
  streaming: true,
  summary: 'Watch an execution as Server-Sent Events',
  description:
    'Every `update` names the jobs that changed, the status and the progress; its id goes into `Last-Event-ID` to go on ' +
    'after an interruption without losing anything. A `delta` is a piece of a text that a node is still writing: it has ' +
    'no id and may be missed, the whole text is in the result. The stream ends with `end` when the execution does.',
  tags: ['Executions'],
  params: ExecutionParams,
  reply: eventStream(PIPELINE_EVENTS),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams },

  async handle({ params: { id }, headers }, { executions, pipelineUpdates, partialOutput }: ExecutionServices) {
    await executions.head(id)
    const last = Number(headers['last-event-id'] ?? 0)
    const after = Number.isSafeInteger(last) && last > 0 ? last : 0
    return new EventStream(async ({ send, signal }) => {
      const stop = fleeting(send, (tell) => partialOutput.follow(id, tell))
      signal.addEventListener('abort', stop)
      const all = pipelineUpdates.follow(id, { after, signal, load: () => executions.history(id) })
      for await (const told of all) {
        if (told === END) await send({ event: 'end', data: '{}' })
        else await send({ id: told.seq, event: 'update', data: told.json })
      }
      stop()
    })
  },
})

/** Limit of the text buffered for a slow reader; the rest is in the result. */
const MAX_WAITING_CHARACTERS = 100_000

/** Joins pieces of text while the reader is slow, so that the buffer stays bounded. */
function fleeting(send: StreamOut['send'], listen: (tell: (delta: Delta) => void) => () => void): () => void {
  const waiting = new Map<string, Delta>()
  let isSending = false
  const sendAll = async () => {
    isSending = true
    for (const [job, delta] of waiting) {
      waiting.delete(job)
      await send({ event: 'delta', data: JSON.stringify(delta) })
    }
    isSending = false
  }
  return listen((delta) => {
    const before = waiting.get(delta.job)
    const isNext = before !== undefined && before.from + before.text.length === delta.from
    if (isNext && before.text.length > MAX_WAITING_CHARACTERS) return
    waiting.set(delta.job, isNext ? { ...before, text: before.text + delta.text } : delta)
    if (!isSending) void sendAll()
  })
}
