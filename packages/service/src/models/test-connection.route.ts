import { ConnectionParams, ConnectionTest, ConnectionTestRequest, NodeFailure } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleConnection } from './connection-record.ts'
import type { ModelServices } from './services.ts'

const TIMEOUT_MS = 30_000
/** The lowest limit that all providers accept. */
const MAX_TOKENS = 16

/** Makes a small call to the provider and returns the outcome. */
export default defineRoute({
  operation: 'testConnection',
  method: 'POST',
  path: '/connections/:id/test',
  access: 'admin',
  audit: { none: 'It changes nothing.' },
  summary: 'Test a connection to a model provider',
  description: 'Makes one small call, which the provider may charge for.',
  tags: ['Connections'],
  params: ConnectionParams,
  body: ConnectionTestRequest,
  bodyOptional: true,
  reply: envelope(ConnectionTest, 'Connection tested'),
  errors: ['NOT_FOUND'],
  example: {
    params: { id: exampleConnection.id },
    body: { model: 'gpt-5-mini' },
    reply: { ok: true, message: 'Hello!', code: null },
  },

  async handle({ params, body, gone }, { connections, models }: ModelServices) {
    const { id } = await connections.get(params.id)
    const deadline = AbortSignal.timeout(TIMEOUT_MS)
    const { answer } = models.forStep({ signal: AbortSignal.any([gone(), deadline]) })
    try {
      const { text } = await answer({
        settings: { connection: id, maxTokens: MAX_TOKENS, ...(body?.model && { model: body.model }) },
        messages: [{ role: 'user', content: 'Say hello.' }],
      })
      return { ok: true, message: text.slice(0, 200), code: null }
    } catch (error) {
      if (deadline.aborted) return { ok: false, message: `No response in ${TIMEOUT_MS} ms.`, code: 'TIMED_OUT' }
      if (error instanceof NodeFailure) return { ok: false, message: error.message, code: error.code }
      throw error
    }
  },
})
