/** What the service may ask of the database. SQLite and Postgres answer alike; `store.contract.test.ts` says how. */

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
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
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
  /** Deletes the workflow and everything that belongs to it; false when there is none. */
  remove(id: string): Promise<boolean>
  list(query: WorkflowQuery): Promise<Page<StoredWorkflow>>
  /** Names only, for look-ups while typing: best matches first. */
  suggest(text: string, limit: number): Promise<readonly WorkflowHead[]>
  /** Machine names that start like this, to find a free one. */
  machineNamesLike(prefix: string): Promise<readonly string[]>
  versions(
    id: string,
    page: { limit: number; offset: number },
  ): Promise<Page<Omit<WorkflowVersion, 'document' | 'secrets'>>>
  version(id: string, revision: number): Promise<WorkflowVersion | undefined>
}

export type Role = 'viewer' | 'operator' | 'editor' | 'admin'

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
}

export interface GrantStore {
  create(grant: GrantRecord): Promise<void>
  /** Without regard to expiry; the caller knows the time. */
  find(kind: GrantRecord['kind'], hash: string): Promise<GrantRecord | undefined>
  /** Finds and deletes in one step, so that two callers can never both have it. */
  take(kind: GrantRecord['kind'], hash: string): Promise<GrantRecord | undefined>
  remove(kind: GrantRecord['kind'], hash: string): Promise<boolean>
  removeExpired(now: number): Promise<number>
}

export interface Store {
  readonly workflows: WorkflowStore
  readonly tokens: TokenStore
  readonly grants: GrantStore
  /** Fails when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
