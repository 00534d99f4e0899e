/** What the service may ask of the database for models, the assistant and agents. */
import type { Vectors } from '@millrace/model'
import type { Page } from './page.ts'

/** How to reach a model provider, kept by the service and used by name or id in any node. */
export interface ConnectionRecord {
  readonly id: string
  /** Unique, without regard to case. */
  readonly name: string
  readonly provider: string
  readonly baseUrl: string | null
  /** The key, sealed by the service; null when there is none. */
  readonly secret: Uint8Array | null
  /** The last characters of the key, to tell keys apart. */
  readonly hint: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly createdBy: string
}

export interface ConnectionStore {
  /** False when the name is taken. */
  create(connection: ConnectionRecord): Promise<boolean>
  /** By id, or by name without regard to case. */
  get(idOrName: string): Promise<ConnectionRecord | undefined>
  /** By name. */
  list(page: { limit: number; offset: number }): Promise<Page<ConnectionRecord>>
  /** `taken` when the new name is, `missing` when there is no such connection. */
  update(connection: ConnectionRecord): Promise<'done' | 'taken' | 'missing'>
  remove(id: string): Promise<boolean>
}

/** What was said in the chat that edits a workflow. */
export interface ChatRecord {
  readonly conversationId: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly at: number
}

/** Goes with its workflow; `workflowId` may also name a workflow that is not stored (an editor's draft). */
export interface ChatStore {
  /** Adds messages and keeps the newest `max` of the workflow. */
  add(workflowId: string, messages: readonly ChatRecord[], max: number): Promise<void>
  /** Oldest first, the newest `limit`. */
  list(workflowId: string, limit: number): Promise<readonly ChatRecord[]>
  clear(workflowId: string): Promise<void>
}

/**
 * Exact search: a collection is read once into memory and kept while it is used, up to a bound. What is added later is
 * read in; when something was removed, all of it is read again. Postgres answers by pgvector where that is installed,
 * but for filters. Throws `VectorMismatch` and `VectorLimit`.
 */
export type VectorStore = Vectors
