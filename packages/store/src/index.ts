export { type FolderLock, lockFolder } from './folder-lock.ts'
export { openStore, type StoreOptions } from './open-store.ts'
export type * from './store.ts'
export { connectUserSql } from './user-sql.ts'
