export type { ChatRecord, ChatStore, ConnectionRecord, ConnectionStore } from './ai-store.ts'
export { backupDatabase } from './backup.ts'
export type { DraftStore, StoredDraft } from './draft-store.ts'
export { lockFolder, waitForFolder } from './folder-lock.ts'
export { isPostgres, lockDatabase } from './lock-database.ts'
export { moveToPostgres, planMoveToPostgres, type TableReport } from './move-to-postgres.ts'
export { openStore } from './open-store.ts'
export type { Page } from './page.ts'
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
export { BackupRefused } from './sqlite/backup.ts'
export type {
  ExecutionListItem,
  ExecutionSearch,
  ExecutionStore,
  GrantRecord,
  GrantStore,
  KeyValueStore,
  Store,
  StoredTrigger,
  StoredWorkflow,
  TagQuery,
  TokenRecord,
  TokenStore,
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
export { StoreUnavailable } from './unavailable.ts'
export { connectUserSql } from './user-sql.ts'
