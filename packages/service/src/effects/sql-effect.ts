/**
 * `effects.sql`: one statement on a database that a workflow names. The store runs it (only it knows SQL); here it is
 * decided which databases may be named: files inside of the files folder, and servers that the egress policy allows.
 */
import { NodeFailure, type SqlCall } from '@millrace/model'
import type { Files } from './files/files.ts'
import type { Egress } from './http/egress.ts'

/** What the store is asked to run. A `sqlite:` connection is an absolute path by then. */
export interface UserSqlCall extends SqlCall {
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

/** What the store offers; `runUserSql` in packages/store. */
export interface UserSql {
  run(call: UserSqlCall): Promise<{ rows: Record<string, unknown>[]; count: number }>
  close(): Promise<void>
}

/** Opened at the first statement, because most services never run one. */
export type OpenUserSql = (egress: Pick<Egress, 'checkHost' | 'lookupFor'>) => UserSql

export interface SqlEffect {
  run(call: SqlCall, signal: AbortSignal): Promise<{ rows: Record<string, unknown>[]; count: number }>
  close(): Promise<void>
}

export interface SqlOptions {
  readonly open: OpenUserSql
  readonly egress: Egress
  readonly files: Files
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 30_000
const MAX_ROWS = 10_000
const FILE_SCHEME = 'sqlite:'

export function createSql({ open, egress, files, timeoutMs = TIMEOUT_MS }: SqlOptions): SqlEffect {
  let opened: UserSql | undefined

  async function located(connection: string): Promise<string> {
    if (!connection.startsWith(FILE_SCHEME)) return connection
    // Also written with slashes, as other addresses are; what follows is a name inside of the folder either way.
    const name = connection.slice(FILE_SCHEME.length).replace(/^\/\/\/?/, '')
    return `${FILE_SCHEME}${await files.locate(name)}`
  }

  return {
    async run(call, signal) {
      signal.throwIfAborted()
      const scheme = /^[a-z]+:/.exec(call.connection)?.[0]
      if (scheme !== FILE_SCHEME && scheme !== 'postgres:' && scheme !== 'postgresql:') {
        throw new NodeFailure('INVALID_CONNECTION', 'A connection begins with postgres:// or sqlite:.')
      }
      opened ??= open(egress)
      return opened.run({
        ...call,
        connection: await located(call.connection),
        maxRows: Math.min(Math.max(Math.trunc(call.maxRows), 1), MAX_ROWS),
        signal,
        timeoutMs,
      })
    },
    async close() {
      await opened?.close()
      opened = undefined
    },
  }
}
