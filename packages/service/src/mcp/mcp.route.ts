import { MCP_EVENTS, McpRequest } from '@millrace/model'
import { defineRoute, eventStream } from '../http/define-route.ts'
import type { McpServices } from './services.ts'

/** The MCP server: workflows as tools. */
export default defineRoute({
  operation: 'postMcp',
  method: 'POST',
  path: '/mcp',
  mount: 'both',
  access: 'read',
  scope: 'filtered',
  audit: { none: 'Tools that change something record it themselves.' },
  summary: 'MCP server: list, run and inspect workflows as tools',
  description:
    'Streamable HTTP of the Model Context Protocol, without sessions: one JSON-RPC message a request, answered as a ' +
    'stream of events. `Accept` has to name `application/json` and `text/event-stream`. Callers see the tools that ' +
    'their role may use; tools that start or change something need the permission `run`.',
  tags: ['MCP'],
  body: McpRequest,
  reply: eventStream(MCP_EVENTS, ['text/plain']),
  alsoAnswers: { 202: 'The notification was accepted; it has no reply.' },
  errors: [],
  example: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },

  async handle(request, services: McpServices) {
    // Loaded with the first message: most processes never serve MCP.
    const { answerMessage } = await import('./answer-message.ts')
    return answerMessage(request, services)
  },
})
