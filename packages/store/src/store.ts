/** The database port of the service. SQLite and Postgres behave the same; `store.contract.test.ts` checks it. */

import type { Journal } from '@millrace/engine'
import type { ExecutionStatus, ExecutionTrigger, StarterKind } from '@millrace/model'
import type { ChatStore, ConnectionStore, VectorStore } from './ai-store.ts'
import type { AuditStore } from './audit-store.ts'
import type { ClusterStore } from './cluster-store.ts'
import type { CredentialStore } from './credential-store.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { DraftStore } from './draft-store.ts'
import type { KeyValueStore } from './key-value-store.ts'
import type { Page } from './page.ts'
import type { PersonStore } from './people-store.ts'
import type { InterruptStore, MemoryStore, SessionStore } from './playground-store.ts'
import type { ProjectStore } from './project-store.ts'
import type { Batch, PruneQuery, ValueRemoval } from './retention-queries.ts'
import type { SealedStore } from './sealed-store.ts'
import type { GrantStore, TokenStore } from './token-store.ts'
import type { BudgetStore, PriceStore, UsageStore } from './usage-store.ts'

/** One save of a workflow. `document` is the JSON text that is sent to clients; `secrets` is a sealed blob. */
export interface WorkflowVersion {
  readonly workflowId: string
  readonly revision: number
  readonly versionId: string
  /** Milliseconds since the epoch, like every time in the store. */
  readonly savedAt: number
  readonly savedBy: string
  readonly document: string
  readonly secrets: Uint8Array | null
}

/** The fields of a workflow that lists and look-ups need without reading its document. */
export interface WorkflowSummary {
  readonly id: string
  readonly machineName: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  readonly revision: number
  /** True if saves are not live until they are published. */
  readonly isManual: boolean
  /** The published revision of a manual workflow; null if it was never published, and for other workflows. */
  readonly publishedRevision: number | null
  /** False if triggers must not start it. */
  readonly isActive: boolean
  /** Whether the newest version has webhooks or schedules. */
  readonly hasTriggers: boolean
  /** Set when it is created; `moveWorkflow` changes it, an update does not. */
  readonly project: string
}

/** What a read of a workflow needs to know before the document. */
export type WorkflowState = Pick<
  WorkflowSummary,
  'id' | 'revision' | 'isManual' | 'publishedRevision' | 'isActive' | 'hasTriggers' | 'project'
>

/** A workflow with its newest version. */
export interface StoredWorkflow extends WorkflowSummary {
  readonly versionId: string
  readonly document: string
  readonly secrets: Uint8Array | null
}

/** A save: the new summary and its version. */
export interface WorkflowSave {
  readonly summary: WorkflowSummary
  readonly version: WorkflowVersion
  /** The triggers of the workflow, written in the same transaction; `unchanged` keeps the stored ones. Default: none. */
  readonly triggers?: readonly TriggerSave[] | 'unchanged'
  /** The credentials that the newest and the published version refer to, by name. Default: none. */
  readonly credentials?: readonly string[]
  /** The published revision on which the save is based: a publication meanwhile must not be undone. Default: any. */
  readonly publishedBefore?: number | null
}

/** Makes a version the published one, with its triggers. */
export interface Publication {
  readonly id: string
  readonly revision: number
  /** The newest revision, which must not have changed meanwhile. */
  readonly expected: number
  readonly at: number
  readonly triggers: readonly TriggerSave[]
  /** As in a save. */
  readonly credentials?: readonly string[]
}

/** A webhook, a schedule, or the workflow as a tool, as written by a save. */
export interface TriggerSave {
  /** Empty for a tool, which is not a node. */
  readonly nodeId: string
  readonly kind: 'webhook' | 'schedule' | 'tool'
  /** The path of a webhook or the name of a tool; empty for a schedule. */
  readonly path: string
  /** The HTTP method of a webhook; otherwise empty. */
  readonly method: string
  /** The cron expression of a schedule; otherwise empty. */
  readonly cron: string
  readonly timezone: string
  /** Settings that no query uses. */
  readonly settings: Readonly<Record<string, string>>
  /** An inert trigger starts nothing: it was imported and not saved yet, or its workflow is inactive or unpublished. */
  readonly isInert: boolean
  /** When it is first due; null if never. An unchanged schedule keeps its stored time. */
  readonly nextAt: number | null
}

/** A trigger as it is stored. */
export interface StoredTrigger extends TriggerSave {
  readonly workflowId: string
  /** The planned time of a run that was accepted and has not started yet. */
  readonly waitingAt: number | null
  /** The planned time and the execution of the last run that was started. */
  readonly lastAt: number | null
  readonly lastExecution: string | null
}

/** A webhook path or tool name that belongs to another workflow. */
export interface TakenPath {
  readonly kind: TriggerSave['kind']
  readonly path: string
  /** The workflow that it belongs to. */
  readonly machineName: string
  readonly project: string
}

/** Identifies a schedule. */
export type TriggerKey = Pick<StoredTrigger, 'workflowId' | 'nodeId'>

export interface ToolQuery {
  readonly limit: number
  readonly offset: number
  /** Only of these projects; of all if it is not set. */
  readonly projects?: readonly string[] | undefined
}

export interface TriggerStore {
  /** All triggers of a workflow, by node. */
  ofWorkflow(workflowId: string): Promise<readonly StoredTrigger[]>
  /** The webhooks of a path: those of the workflow that has had the path the longest. */
  webhooks(path: string): Promise<readonly StoredTrigger[]>
  /** The workflow that has an inert webhook at a path, so that the caller learns why nothing starts. */
  inertWebhook(path: string): Promise<WorkflowState | undefined>
  /** Webhook paths and tool names of a workflow that belong to another one, which has had them longer. */
  taken(workflowId: string): Promise<readonly TakenPath[]>
  /** Workflows that are tools, by name; if several have the same name, the one that has had it the longest. */
  tools(query: ToolQuery): Promise<readonly StoredTrigger[]>
  /** The workflow that is published as the tool `name`. */
  tool(name: string, projects?: readonly string[]): Promise<StoredTrigger | undefined>
  /** Schedules that are due, the earliest first. */
  due(now: number, limit: number): Promise<readonly StoredTrigger[]>
  /** Schedules with a run that was accepted and has not started. */
  waiting(): Promise<readonly StoredTrigger[]>
  /** Schedules that are due later. */
  scheduledAfter(now: number): Promise<readonly StoredTrigger[]>
  /** The earliest time at which a schedule becomes due; null if there is none. */
  nextDue(): Promise<number | null>
  /** Moves a schedule from its due time to the next, with or without a run; false if another process did. */
  advance(
    key: TriggerKey,
    move: { readonly from: number; readonly nextAt: number | null; readonly accept: number | null },
  ): Promise<boolean>
  /** Records that an accepted run was started, or dropped (`execution` null); false if another process did. */
  settle(key: TriggerKey, run: { readonly waitingAt: number; readonly execution: string | null }): Promise<boolean>
}

export type WorkflowSort = 'created_at' | 'updated_at' | 'name'

export interface WorkflowQuery {
  /** Matches anywhere in name or description, ignoring case. */
  readonly search?: string
  /** Matches any of these tags, ignoring case. */
  readonly tags?: readonly string[]
  readonly sort: WorkflowSort
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
  /** Ends the page early if its documents have more bytes; it has at least one. */
  readonly maxBytes?: number
  /** Only of these projects; of all if it is not set. */
  readonly projects?: readonly string[]
}

/** A tag and the number of workflows that have it. */
export interface WorkflowTag {
  readonly tag: string
  readonly count: number
}

export interface TagQuery extends Pick<WorkflowQuery, 'projects'> {
  /** Matches anywhere in the tag, ignoring case. */
  readonly search?: string
  readonly limit: number
  readonly offset: number
}

export interface WorkflowStore {
  /** False if the id or the machine name is taken; then nothing is written. */
  create(save: WorkflowSave): Promise<boolean>
  /**
   * Replaces the newest version if the stored revision is still `expected`, and the published one `publishedBefore` if
   * that is given; false otherwise, and nothing is written.
   * Keeps at most `keepVersions` versions and the published one, dropping the oldest.
   */
  update(save: WorkflowSave, expected: number, keepVersions: number): Promise<boolean>
  /** False if the workflow was saved meanwhile, is not manual, or has no such version; then nothing is written. */
  publish(publication: Publication): Promise<boolean>
  /** Finds a workflow by id or by machine name. */
  get(idOrName: string): Promise<StoredWorkflow | undefined>
  /** The state of a workflow, by id or machine name, without reading the document. */
  current(idOrName: string): Promise<WorkflowState | undefined>
  /** Deletes the workflow and everything that belongs to it; false if there is none. */
  remove(id: string): Promise<boolean>
  list(query: WorkflowQuery): Promise<Page<StoredWorkflow>>
  /** The same page without reading documents. */
  summaries(query: Omit<WorkflowQuery, 'maxBytes'>): Promise<Page<WorkflowSummary>>
  /** All tags of workflows, the most used first, without duplicates that differ in case only. */
  tags(query: TagQuery): Promise<Page<WorkflowTag>>
  /** Searches names only, for completion while typing: best matches first. */
  suggest(text: string, limit: number, projects?: readonly string[]): Promise<readonly WorkflowSummary[]>
  /** Machine names with a prefix, to find a free one. */
  machineNamesLike(prefix: string): Promise<readonly string[]>
  versions(
    id: string,
    page: { limit: number; offset: number },
  ): Promise<Page<Omit<WorkflowVersion, 'document' | 'secrets'>>>
  /** A version by its revision (a number) or its version id. */
  version(id: string, which: number | string): Promise<WorkflowVersion | undefined>
}

/** An execution in a list. */
export interface ExecutionListItem {
  readonly id: string
  readonly workflowId: string
  readonly status: ExecutionStatus
  readonly createdAt: number
  readonly updatedAt: number
  readonly trigger?: ExecutionTrigger
  /** The name of the caller. */
  readonly startedBy?: string
  readonly startedByKind?: StarterKind
  readonly startedById?: string
  /** The stored revision that runs. */
  readonly revision?: number
  /** Why it failed, cut to a few hundred characters. */
  readonly error?: string
}

/** Conditions that are tested execution by execution, newest first, up to a number of executions. */
export interface ExecutionSearch {
  readonly trigger?: ExecutionTrigger
  /** Part of the name of the caller, in any case. */
  readonly startedBy?: string
  readonly startedByKind?: StarterKind
  /** The whole id. */
  readonly startedById?: string
  readonly revision?: number
  /** Part of the error, in any case. */
  readonly error?: string
  /** Also finds errors that have all parts of one of these, in any order and case. */
  readonly errorParts?: readonly (readonly string[])[]
  /** Created at or after this time. */
  readonly createdFrom?: number
  /** Created before this time. */
  readonly createdBefore?: number
}

export interface ExecutionQuery extends ExecutionSearch {
  readonly workflowId?: string
  /** Only of these projects; of all if it is not set. */
  readonly projects?: readonly string[]
  readonly status?: ExecutionStatus
  readonly limit: number
  readonly offset: number
}

export interface ExecutionPage extends Page<ExecutionListItem> {
  /** A search stopped before the oldest execution; the total counts what it has found. */
  readonly isPartial?: true
}

/** Lists and removes executions. Their histories are in the journal. */
export interface ExecutionStore {
  /** Newest first. As fast for the last page of a million executions as for the first of a thousand. */
  list(query: ExecutionQuery): Promise<ExecutionPage>
  /** The newest execution of each of these workflows that has one, with one look-up each. */
  newest(workflowIds: readonly string[]): Promise<readonly ExecutionListItem[]>
  /** Undefined if there is no such execution. */
  get(id: string): Promise<ExecutionListItem | undefined>
  /** The number of executions in each status, of all workflows or of one. */
  counts(workflowId?: string): Promise<Readonly<Record<ExecutionStatus, number>>>
  /** Removes executions with their histories, running ones too; returns how many there were. */
  remove(ids: readonly string[]): Promise<number>
  /** Removes the executions of a workflow, as deleting the workflow does. */
  removeOfWorkflow(workflowId: string): Promise<number>
  /** Removes a batch of executions that need not be kept and returns their number. Call it again until that is 0. */
  prune(query: PruneQuery): Promise<number>
  /** Makes a batch of finished histories faster to read and returns their number. Call it until that is 0. */
  compact(query: Batch): Promise<number>
  /**
   * Removes the values of a batch of executions that do not keep them (`ExecutionFacts.keepValues`) and returns how many
   * executions it handled. Call it until that is 0. Waits for parents and turns that still need the values.
   */
  removeValues(query: ValueRemoval): Promise<number>
}

export interface Store {
  readonly workflows: WorkflowStore
  readonly drafts: DraftStore
  readonly tokens: TokenStore
  readonly grants: GrantStore
  readonly people: PersonStore
  readonly projects: ProjectStore
  readonly audit: AuditStore
  readonly journal: Journal
  readonly executions: ExecutionStore
  readonly keyValues: KeyValueStore
  readonly triggers: TriggerStore
  readonly sessions: SessionStore
  readonly interrupts: InterruptStore
  readonly memories: MemoryStore
  readonly connections: ConnectionStore
  readonly credentials: CredentialStore
  readonly deliveries: DeliveryStore
  readonly usage: UsageStore
  readonly budgets: BudgetStore
  readonly prices: PriceStore
  readonly chats: ChatStore
  readonly vectors: VectorStore
  /** Set if the store was opened for a cluster. */
  readonly cluster?: ClusterStore
  /**
   * Rejects with `StoreUnavailable` if the database does not answer, is damaged, or failed the last write and fails
   * another one now.
   */
  ping(): Promise<void>
  /** Scans the whole database for damage, off the main thread. Damage is reported and makes `ping` reject. */
  checkIntegrity(): Promise<void>
  /** Whether the database has values that only the secret key can decrypt. */
  hasSealedValues(): Promise<boolean>
  /** Replaces the encrypted values when the secret key changes. */
  readonly sealedValues: SealedStore
  /**
   * Changes with every write except those of the journal and of retention (`prune`, `compact`, `removeValues`). Undefined if reads cannot
   * be kept: on a database that other processes may write to, while such a write runs, and after `close`.
   */
  writeStamp(): number | undefined
  /** The same, but retention changes it too: for what is read of executions. */
  historyStamp(): number | undefined
  close(): Promise<void>
}
