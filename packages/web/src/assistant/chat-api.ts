/** The three chat operations. */
import type { Graph } from '@millrace/model'
import type { Client } from '../api/client.ts'

export interface Said {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface ChatReply {
  readonly content: string
  readonly conversationId?: string
  readonly source?: 'rules' | 'model'
}

export interface ChatMessage {
  readonly message: string
  /** The workflow as the editor has it, saved or not. */
  readonly workflowState: Graph
  readonly history: readonly Said[]
}

const at = (id: string) => `/workflows/${encodeURIComponent(id)}/chat/messages`

export const sendMessage = (client: Client, id: string, body: ChatMessage, signal: AbortSignal): Promise<ChatReply> =>
  client.data(at(id), { method: 'POST', body, signal })

export const loadHistory = (client: Client, id: string): Promise<Said[]> => client.data(at(id))

/** Some services answer without a body. */
export const clearHistory = (client: Client, id: string): Promise<Response> =>
  client.fetch(at(id), { method: 'DELETE' })
