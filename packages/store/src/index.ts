export type { ChatRecord, ChatStore, ConnectionRecord, ConnectionStore } from './ai-store.ts'
export { type AuditSubject, auditScope, type PendingAudit } from './audit-scope.ts'
export type { AuditDetails, AuditFilter, AuditRecord, AuditStore } from './audit-store.ts'
export { backupDatabase } from './backup.ts'
export type { Bus, BusChannel } from './bus.ts'
export type { Claim, ClusterStore, EngineCall, OfferState, TakenStep } from './cluster-store.ts'
export { compactDatabase } from './compact.ts'
export type {
  CredentialAuthorization,
  CredentialConnection,
  CredentialRecord,
  CredentialStore,
  CredentialUse,
  CredentialUser,
} from './credential-store.ts'
export {
  type DeliveryOutcome,
  type DeliveryRecord,
  type DeliveryStore,
  ERROR_WORKFLOW,
  type SubscriptionRecord,
} from './delivery-store.ts'
export type { DraftStore, StoredDraft } from './draft-store.ts'
export { lockFolder, waitForFolder } from './folder-lock.ts'
export { hashedKey } from './hashed-key.ts'
export { type InspectedDatabase, inspectDatabase, type SealedSample } from './inspect-database.ts'
export type { KeyValueStore } from './key-value-store.ts'
export { type DatabaseLock, isPostgres, lockDatabase } from './lock-database.ts'
export { moveToPostgres, planMoveToPostgres, type TableReport } from './move-to-postgres.ts'
export { moveToSqlite, planMoveToSqlite } from './move-to-sqlite.ts'
export { openStore } from './open-store.ts'
export { OwnershipLost } from './ownership-lost.ts'
export type { Page } from './page.ts'
export type { ListedPerson, PersonRow, PersonStore, PersonUpdate } from './people-store.ts'
export type {
  InterruptQuery,
  InterruptStore,
  MemoryOwner,
  MemoryStore,
  MessageChange,
  MessagePage,
  MessageQuery,
  NewMessage,
  SessionStep,
  SessionStore,
  StoredMessage,
  StoredSession,
  StoredTurn,
} from './playground-store.ts'
export { nameInProject } from './project-names.ts'
export type {
  ListedMember,
  ListedProject,
  MemberKey,
  Owned,
  ProjectStore,
} from './project-store.ts'
export type { SealedCursor, SealedStore } from './sealed-store.ts'
export { SEALED_NAMESPACES } from './sealed-values.ts'
export { BackupRefused } from './sqlite/backup.ts'
export { NEWEST_SCHEMA, summaryOfSqlite } from './sqlite/database-summary.ts'
export type {
  ExecutionListItem,
  ExecutionSearch,
  ExecutionStore,
  Store,
  StoredTrigger,
  StoredWorkflow,
  TagQuery,
  TriggerSave,
  TriggerStore,
  WorkflowQuery,
  WorkflowSave,
  WorkflowState,
  WorkflowStore,
  WorkflowSummary,
  WorkflowTag,
  WorkflowVersion,
} from './store.ts'
export type { GrantRecord, GrantStore, ListedToken, TokenRecord, TokenStore } from './token-store.ts'
export { StoreUnavailable } from './unavailable.ts'
export type {
  BudgetState,
  BudgetStore,
  PriceStore,
  UsageDayRow,
  UsageFilter,
  UsageGroup,
  UsageKey,
  UsageStore,
} from './usage-store.ts'
export { connectUserSql } from './user-sql.ts'
export { mayHaveWritten, type WriteScope, writeScope } from './write-scope.ts'
