/** The database port for model connections, the assistant chat and vectors. */
import type { Vectors } from '@millrace/model'
import type { Page } from './page.ts'

/** How to reach a model provider. Any node can use it by name or id. */
export interface ConnectionRecord {
  readonly id: string
  /** Unique, ignoring case. */
  readonly name: string
  readonly provider: string
  readonly baseUrl: string | null
  /** The encrypted key; null if there is none. */
  readonly secret: Uint8Array | null
  /** The last characters of the key, to distinguish keys. */
  readonly hint: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly createdBy: string
}

export interface ConnectionStore {
  /** False if the name is taken. */
  create(connection: ConnectionRecord): Promise<boolean>
  /** By id, or by name ignoring case. */
  get(idOrName: string): Promise<ConnectionRecord | undefined>
  /** Sorted by name. */
  list(page: { limit: number; offset: number }): Promise<Page<ConnectionRecord>>
  /** `taken` if another connection has the name, `missing` if there is no such connection. */
  update(connection: ConnectionRecord): Promise<'done' | 'taken' | 'missing'>
  remove(id: string): Promise<boolean>
}

/** A message of the chat that edits a workflow. */
export interface ChatRecord {
  readonly conversationId: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly at: number
}

/** Deleted with the workflow; `workflowId` may also be that of a draft that is not stored. */
export interface ChatStore {
  /** Adds messages and keeps the newest `max` of the workflow. */
  add(workflowId: string, messages: readonly ChatRecord[], max: number): Promise<void>
  /** The newest `limit` messages, oldest first. */
  list(workflowId: string, limit: number): Promise<readonly ChatRecord[]>
  clear(workflowId: string): Promise<void>
}

/**
 * Exact search: a collection is read into memory once and cached while it is used, up to a limit. Added documents are
 * read incrementally; after a removal the whole collection is read again. Postgres searches with pgvector if that is
 * installed, except for searches with a filter. Throws `VectorMismatch` and `VectorLimit`.
 */
export type VectorStore = Vectors
