import { AGENT_SPEC_MESSAGES, AgentSpecExecutionParams } from '@millrace/model'
import { defineRoute, socketMessages } from '../http/define-route.ts'
import { CLOSE_CODES, TOO_SLOW } from '../http/socket-connection.ts'
import { requireUpgrade, SocketStream } from '../http/websocket.ts'
import { OVERRUN } from '../platform/broadcast.ts'
import { exampleParams } from './execution-params.ts'
import type { AgentSpecServices } from './services.ts'

/** Streams all changes of a flow. */
export default defineRoute({
  operation: 'watchAgentSpecExecution',
  method: 'GET',
  path: '/agentspec/executions/:id/stream',
  access: 'read',
  scope: { execution: 'id' },
  streaming: true,
  summary: 'Watch an Agent Spec execution over a WebSocket',
  description:
    'A WebSocket. First a `node_status` for every node, then one for every change, then exactly one ' +
    '`execution_complete` or `execution_error`, and the connection is closed with 1000. A client that reads too slowly is ' +
    'disconnected with 1013 and can reconnect. The credential is the session cookie, a bearer token, or `?ticket=`.',
  tags: ['Agent Spec'],
  params: AgentSpecExecutionParams,
  reply: socketMessages(AGENT_SPEC_MESSAGES),
  errors: ['NOT_FOUND', 'UPSTREAM_FAILED', 'VALIDATION_ERROR'],
  example: { params: exampleParams },

  async handle({ params: { id }, headers, method }, { agentspec }: AgentSpecServices) {
    await agentspec.runtime.status(id)
    if (method !== 'HEAD') requireUpgrade(headers)
    return new SocketStream(async ({ send, signal }) => {
      for await (const message of agentspec.runtime.follow(id, signal)) {
        if (message === OVERRUN) return { code: CLOSE_CODES.tryAgainLater, reason: TOO_SLOW }
        await send(JSON.stringify(message))
      }
      return { code: CLOSE_CODES.done }
    })
  },
})
