/**
 * The chat that edits a workflow: asks the assistant, keeps what was said. Keys that people paste into a message are taken
 * out before anybody else sees it: the assistant, a model, the database.
 */
import { type Graph, graphProblems, Problem } from '@millrace/model'
import type { ChatRecord, ChatStore } from '@millrace/store'
import type { Clock, Ids } from '../platform/ports.ts'
import type { Workflows } from '../workflows/workflows.ts'
import type { Assistant, AssistantReply } from './assistant.ts'
import type { Said } from './prompt/prompt.ts'
import { withoutKeys } from './prompt/without-keys.ts'

/** Messages kept of one workflow. */
const MOST_KEPT = 1000

export interface ChatNeeds {
  readonly workflows: Pick<Workflows, 'get'>
  readonly store: ChatStore
  readonly assistant: Assistant
  readonly make: Pick<Clock, 'now'> & Ids
  readonly maxNodes: number
}

export interface ChatRequest {
  readonly message: string
  /** The workflow as the editor has it; null is the stored one. */
  readonly state: Graph | null
  /** What the client remembers; without it, what was stored counts. */
  readonly history: readonly Said[] | undefined
  readonly conversationId: string | undefined
  readonly signal: AbortSignal
}

export interface ChatReply extends AssistantReply {
  readonly conversationId: string
}

export interface Chat {
  send(workflow: string, request: ChatRequest): Promise<ChatReply>
  /** Everything that was said, oldest first. */
  history(workflow: string): Promise<readonly Said[]>
  clear(workflow: string): Promise<void>
}

export function createChat({ workflows, store, assistant, make, maxNodes }: ChatNeeds): Chat {
  return {
    async send(idOrName, { state, signal, ...request }) {
      const { id, document } = await workflows.get(idOrName)
      if (state !== null) checkState(state, maxNodes)
      const graph = state === null ? document : JSON.stringify(state)
      const stored = await store.list(id, MOST_KEPT)
      const conversationId = request.conversationId ?? goingOn(stored, request.history) ?? make.uuid()
      const message = withoutKeys(request.message)
      const own = stored.filter((one) => one.conversationId === conversationId)
      const reply = await assistant.reply({ message, graph, history: request.history ?? own, signal })
      const at = make.now()
      const said: ChatRecord[] = [
        { conversationId, role: 'user', content: message, at },
        { conversationId, role: 'assistant', content: reply.content, at },
      ]
      await store.add(id, said, MOST_KEPT)
      return { ...reply, conversationId }
    },

    async history(idOrName) {
      const { id } = await workflows.get(idOrName)
      return store.list(id, MOST_KEPT)
    },

    async clear(idOrName) {
      const { id } = await workflows.get(idOrName)
      await store.clear(id)
    },
  }
}

/** A client that brings a history goes on with the conversation that was last; one that brings none begins anew. */
function goingOn(stored: readonly ChatRecord[], history: readonly Said[] | undefined): string | undefined {
  return history !== undefined && history.length > 0 ? stored.at(-1)?.conversationId : undefined
}

const MOST_DETAILS = 100

function checkState(state: Graph, maxNodes: number): void {
  const problems = graphProblems(state, maxNodes)
  const [first] = problems
  if (first === undefined) return
  const details = problems
    .slice(0, MOST_DETAILS)
    .map(({ code, message, path }) => ({ code, message, path: `/workflowState${path}` }))
  throw new Problem('VALIDATION_ERROR', { message: `${first.message}.`, details })
}
