/** What the service may ask of the database. SQLite and Postgres answer alike; `store.contract.test.ts` says how. */

import type { Journal } from '@millrace/engine'
import type { ExecutionStatus, Role } from '@millrace/model'
import type { ChatStore, ConnectionStore, VectorStore } from './ai-store.ts'
import type { Page } from './page.ts'
import type { InterruptStore, MemoryStore, SessionStore } from './playground-store.ts'

/** One save of a workflow. `document` is the JSON text that is sent to clients; `secrets` is a sealed blob. */
export interface WorkflowVersion {
  readonly workflowId: string
  readonly revision: number
  readonly versionId: string
  /** Milliseconds since the epoch, as every time in the store. */
  readonly savedAt: number
  readonly savedBy: string
  readonly document: string
  readonly secrets: Uint8Array | null
}

/** What lists and look-ups need to know of a workflow without opening its document. */
export interface WorkflowHead {
  readonly id: string
  readonly machineName: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  readonly revision: number
}

/** A head with its newest version. */
export interface StoredWorkflow extends WorkflowHead {
  readonly versionId: string
  readonly document: string
  readonly secrets: Uint8Array | null
}

/** A save as it is handed to the store: the new head and the version that goes with it. */
export interface WorkflowSave {
  readonly head: WorkflowHead
  readonly version: WorkflowVersion
  /** What starts the workflow from now on; written with the save or not at all. None unless given. */
  readonly triggers?: readonly TriggerSave[]
}

/** A webhook, a schedule, or the workflow as a tool, as a save brings it. */
export interface TriggerSave {
  /** Empty for a tool, which is no node. */
  readonly nodeId: string
  readonly kind: 'webhook' | 'schedule' | 'tool'
  /** Of a webhook, and the name of a tool; empty for a schedule. */
  readonly path: string
  /** Of a webhook; empty for the others. */
  readonly method: string
  /** Of a schedule; empty for the others. */
  readonly cron: string
  readonly timezone: string
  /** Its settings that no query asks for. */
  readonly settings: Readonly<Record<string, string>>
  /** Came with an import, which schedules and answers nothing: it sleeps until a person saves the workflow. */
  readonly isInert: boolean
  /** When it is due first; null when it never is. A schedule that did not change keeps the time it has. */
  readonly nextAt: number | null
}

/** A trigger as it is stored. */
export interface StoredTrigger extends TriggerSave {
  readonly workflowId: string
  /** A run that was accepted and not started yet: planned for this time. */
  readonly waitingAt: number | null
  /** The last run that was started: its planned time and its execution. */
  readonly lastAt: number | null
  readonly lastExecution: string | null
}

/** Something that belongs to another workflow. */
export interface TakenPath {
  readonly kind: TriggerSave['kind']
  readonly path: string
  /** Of the workflow that it belongs to. */
  readonly machineName: string
}

/** Which schedule. */
export type TriggerKey = Pick<StoredTrigger, 'workflowId' | 'nodeId'>

export interface TriggerStore {
  /** All triggers of a workflow, by node. */
  ofWorkflow(workflowId: string): Promise<readonly StoredTrigger[]>
  /** The webhooks that answer at a path: those of the workflow that has had it the longest. */
  webhooks(path: string): Promise<readonly StoredTrigger[]>
  /** Paths of webhooks and names of tools of a workflow that another one has had for longer, and which one. */
  taken(workflowId: string): Promise<readonly TakenPath[]>
  /** Workflows that are tools, by name: each name once, for the workflow that has had it the longest. */
  tools(page: { readonly limit: number; readonly offset: number }): Promise<readonly StoredTrigger[]>
  /** The workflow that is the tool of a name. */
  tool(name: string): Promise<StoredTrigger | undefined>
  /** Schedules whose time has come, the earliest first. */
  due(now: number, limit: number): Promise<readonly StoredTrigger[]>
  /** Schedules with a run that was accepted and not started. */
  waiting(): Promise<readonly StoredTrigger[]>
  /** Schedules whose next time is later. */
  scheduledAfter(now: number): Promise<readonly StoredTrigger[]>
  /** The earliest time at which a schedule becomes due; null when none will. */
  nextDue(): Promise<number | null>
  /** Moves a schedule on from the time it is due at, with or without a run; false when somebody else did. */
  advance(
    key: TriggerKey,
    move: { readonly from: number; readonly nextAt: number | null; readonly accept: number | null },
  ): Promise<boolean>
  /** Notes that an accepted run was started, or given up (`execution` null); false when somebody else did. */
  settle(key: TriggerKey, run: { readonly waitingAt: number; readonly execution: string | null }): Promise<boolean>
}

export type WorkflowSort = 'created_at' | 'updated_at' | 'name'

export interface WorkflowQuery {
  /** Matches anywhere in name or description, without regard to case. */
  readonly search?: string
  /** Any of these tags, without regard to case. */
  readonly tags?: readonly string[]
  readonly sort: WorkflowSort
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
  /** The page ends early when its documents have more bytes; it has at least one. */
  readonly maxBytes?: number
}

/** A tag and how many workflows have it. */
export interface WorkflowTag {
  readonly tag: string
  readonly count: number
}

export interface TagQuery {
  /** Matches anywhere in the tag, without regard to case. */
  readonly search?: string
  readonly limit: number
  readonly offset: number
}

export interface WorkflowStore {
  /** False when the id or the machine name is taken; nothing is written then. */
  create(save: WorkflowSave): Promise<boolean>
  /**
   * Replaces the newest version if the stored revision is still `expected`; false otherwise, and nothing is written.
   * Keeps at most `keepVersions` versions, dropping the oldest.
   */
  update(save: WorkflowSave, expected: number, keepVersions: number): Promise<boolean>
  /** By id or by machine name. */
  get(idOrName: string): Promise<StoredWorkflow | undefined>
  /** Which workflow an id or machine name means, and its revision, without opening the document. */
  current(idOrName: string): Promise<{ readonly id: string; readonly revision: number } | undefined>
  /** Deletes the workflow and everything that belongs to it; false when there is none. */
  remove(id: string): Promise<boolean>
  list(query: WorkflowQuery): Promise<Page<StoredWorkflow>>
  /** All tags that workflows have, the most used first; each once, without regard to case. */
  tags(query: TagQuery): Promise<Page<WorkflowTag>>
  /** Names only, for look-ups while typing: best matches first. */
  suggest(text: string, limit: number): Promise<readonly WorkflowHead[]>
  /** Machine names that start like this, to find a free one. */
  machineNamesLike(prefix: string): Promise<readonly string[]>
  versions(
    id: string,
    page: { limit: number; offset: number },
  ): Promise<Page<Omit<WorkflowVersion, 'document' | 'secrets'>>>
  /** One version, by its revision (a number) or its version id. */
  version(id: string, which: number | string): Promise<WorkflowVersion | undefined>
}

/** An API token; only the hash of the secret is ever stored. */
export interface TokenRecord {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly hash: string
  readonly createdAt: number
  readonly createdBy: string
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
}

export interface TokenStore {
  create(token: TokenRecord): Promise<void>
  byHash(hash: string): Promise<TokenRecord | undefined>
  /** Newest first. */
  list(page: { limit: number; offset: number }): Promise<Page<TokenRecord>>
  remove(id: string): Promise<boolean>
  touch(id: string, at: number): Promise<void>
}

/** Something short-lived that stands for a caller: a browser session, a one-time link, a ticket for a stream. */
export interface GrantRecord {
  readonly hash: string
  readonly kind: 'session' | 'link' | 'ticket'
  readonly callerId: string
  readonly callerName: string
  readonly role: Role
  readonly createdAt: number
  readonly expiresAt: number
  /** The API token behind a session or ticket, so that revoking the token ends it; null for others. */
  readonly tokenId: string | null
  /** When the credential behind a ticket ends; null if it does not, and for other kinds. */
  readonly credentialExpiresAt: number | null
  /** The session that a ticket was made from, by its hash. */
  readonly sessionHash: string | null
}

export interface GrantStore {
  create(grant: GrantRecord): Promise<void>
  /** Without regard to expiry; the caller knows the time. */
  find(kind: GrantRecord['kind'], hash: string): Promise<GrantRecord | undefined>
  /** Finds and deletes in one step, so that two callers can never both have it. */
  take(kind: GrantRecord['kind'], hash: string): Promise<GrantRecord | undefined>
  remove(kind: GrantRecord['kind'], hash: string): Promise<boolean>
  /** Sessions that have not expired, newest first. */
  listSessions(page: { now: number; limit: number; offset: number }): Promise<Page<GrantRecord>>
  /** Removes every session but the one with this hash; returns the hashes of those removed. */
  removeSessions(except?: string): Promise<string[]>
  removeExpired(now: number): Promise<number>
}

/** An execution as lists show it. */
export interface ExecutionHead {
  readonly id: string
  readonly workflowId: string
  readonly status: ExecutionStatus
  readonly createdAt: number
  readonly updatedAt: number
}

export interface ExecutionQuery {
  readonly workflowId?: string
  readonly status?: ExecutionStatus
  readonly limit: number
  readonly offset: number
}

export interface PruneQuery {
  /** What ended before this time goes. */
  readonly finishedBefore: number
  /** What has ended and has this many newer executions of its workflow goes. */
  readonly keepPerWorkflow: number
  /** At most this many go. */
  readonly batch: number
}

/** What is known of executions beside their histories, which are the journal's. */
export interface ExecutionStore {
  /** Newest first. As fast for a million executions and their last page as for a thousand and their first. */
  list(query: ExecutionQuery): Promise<Page<ExecutionHead>>
  head(id: string): Promise<ExecutionHead | undefined>
  /** How many there are in each status, of all workflows or of one. */
  counts(workflowId?: string): Promise<Readonly<Record<ExecutionStatus, number>>>
  /** Removes executions with their histories, whatever they are doing; the answer is how many there were. */
  remove(ids: readonly string[]): Promise<number>
  /** Removes the executions of a workflow, as deleting the workflow does. */
  removeOfWorkflow(workflowId: string): Promise<number>
  /** Removes a batch of what need not be kept; the answer is how many. To be called again until that is 0. */
  prune(query: PruneQuery): Promise<number>
  /** Makes at most `limit` finished histories quicker to read; the answer is how many. Again until that is 0. */
  compact(limit: number): Promise<number>
}

/** Small JSON values by name, for whoever has something to remember. */
export interface KeyValueStore {
  get(namespace: string, key: string): Promise<unknown>
  set(namespace: string, key: string, value: unknown): Promise<void>
  /** False when there was none. */
  delete(namespace: string, key: string): Promise<boolean>
  /** All of a namespace, by key. */
  list(namespace: string): Promise<readonly { readonly key: string; readonly value: unknown }[]>
}

export interface Store {
  readonly workflows: WorkflowStore
  readonly tokens: TokenStore
  readonly grants: GrantStore
  readonly journal: Journal
  readonly executions: ExecutionStore
  readonly keyValues: KeyValueStore
  readonly triggers: TriggerStore
  readonly sessions: SessionStore
  readonly interrupts: InterruptStore
  readonly memories: MemoryStore
  readonly connections: ConnectionStore
  readonly chats: ChatStore
  readonly vectors: VectorStore
  /**
   * Rejects with `StoreUnavailable` if the database does not answer, is damaged, or did not take the last write and does
   * not take another one now.
   */
  ping(): Promise<void>
  /** Reads the whole database for damage, apart from the main thread. Damage is reported and makes `ping` reject. */
  checkIntegrity(): Promise<void>
  /** Whether anything is stored that only the secret key opens. */
  hasSealedValues(): Promise<boolean>
  close(): Promise<void>
}
