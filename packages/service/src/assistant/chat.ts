/**
 * The chat that edits a workflow: asks the assistant and stores both sides. Keys that were pasted into a message are
 * removed first, so that neither the assistant, a model nor the database gets them.
 */
import { type Graph, graphProblems, Problem } from '@millrace/model'
import type { ChatRecord, ChatStore } from '@millrace/store'
import { type Caller, queueKeyOf } from '../platform/caller.ts'
import type { Clock, Ids } from '../platform/ports.ts'
import type { Workflows } from '../workflows/workflows.ts'
import type { Assistant, AssistantReply } from './assistant.ts'
import type { HistoryMessage } from './prompt/prompt.ts'
import { withoutKeys } from './prompt/without-keys.ts'
import type { WorkflowReads } from './tools/assistant-tools.ts'

/** Messages kept for one workflow. */
const MAX_KEPT = 1000

export interface ChatNeeds {
  readonly workflows: Pick<Workflows, 'get'>
  readonly store: ChatStore
  readonly assistant: Assistant
  /** What a model may read for this caller about a workflow. */
  readonly readsFor: (caller: Caller, workflowId: string) => WorkflowReads
  readonly make: Pick<Clock, 'now'> & Ids
  readonly maxNodes: number
}

export interface ChatRequest {
  readonly message: string
  /** The workflow as the editor has it; null is the stored one. */
  readonly state: Graph | null
  /** The history of the client; without it, the stored one is used. */
  readonly history: readonly HistoryMessage[] | undefined
  readonly conversationId: string | undefined
  readonly caller: Caller
  /** The language of the page, such as `de`. */
  readonly page?: string | undefined
  readonly signal: AbortSignal
}

export interface ChatReply extends AssistantReply {
  readonly conversationId: string
}

export interface Chat {
  send(workflow: string, request: ChatRequest): Promise<ChatReply>
  /** All stored messages, oldest first. */
  history(workflow: string): Promise<readonly HistoryMessage[]>
  clear(workflow: string): Promise<void>
}

export function createChat({ workflows, store, assistant, readsFor, make, maxNodes }: ChatNeeds): Chat {
  return {
    async send(idOrName, { state, signal, ...request }) {
      const { id, document } = await workflows.get(idOrName)
      if (state !== null) checkState(state, maxNodes)
      const graph = state === null ? document : JSON.stringify(state)
      const stored = await store.list(id, MAX_KEPT)
      const conversationId = request.conversationId ?? continued(stored, request.history) ?? make.uuid()
      const message = withoutKeys(request.message)
      const own = stored.filter((one) => one.conversationId === conversationId)
      const history = request.history ?? own
      const reads = readsFor(request.caller, id)
      const account = { workflowId: id, person: queueKeyOf(request.caller), personName: request.caller.name }
      const reply = await assistant.reply({ message, graph, history, signal, reads, account, page: request.page })
      const at = make.now()
      const said: ChatRecord[] = [
        { conversationId, role: 'user', content: message, at },
        { conversationId, role: 'assistant', content: reply.content, at },
      ]
      await store.add(id, said, MAX_KEPT)
      return { ...reply, conversationId }
    },

    async history(idOrName) {
      const { id } = await workflows.get(idOrName)
      return store.list(id, MAX_KEPT)
    },

    async clear(idOrName) {
      const { id } = await workflows.get(idOrName)
      await store.clear(id)
    },
  }
}

/** A client that sends a history continues the last conversation; without one a new conversation starts. */
function continued(stored: readonly ChatRecord[], history: readonly HistoryMessage[] | undefined): string | undefined {
  return history !== undefined && history.length > 0 ? stored.at(-1)?.conversationId : undefined
}

const MAX_DETAILS = 100

function checkState(state: Graph, maxNodes: number): void {
  const problems = graphProblems(state, maxNodes)
  const [first] = problems
  if (first === undefined) return
  const details = problems
    .slice(0, MAX_DETAILS)
    .map(({ code, message, path }) => ({ code, message, path: `/workflowState${path}` }))
  throw new Problem('VALIDATION_ERROR', { message: `${first.message}.`, details })
}
