/**
 * `effects.sql`: one statement on a database that a workflow names. The store executes SQL; this file decides which
 * databases may be used (files inside the files folder, servers that the egress policy allows), how long a statement may
 * take, and how many connections there are.
 *
 * A connection runs one statement at a time, is kept for a while after it, and is closed after any error.
 */
import { NodeFailure, type SqlCall } from '@millrace/model'
import { type CredentialSource, noCredentials, withCredential } from '../credentials/credential-source.ts'
import type { Files } from '../files/files.ts'
import type { Egress } from '../http/egress.ts'
import { type BoundQuery, boundQuery } from './bound-query.ts'

export interface SqlResult {
  readonly rows: Record<string, unknown>[]
  readonly count: number
}

export interface BoundStatement extends BoundQuery {
  readonly readOnly: boolean
  readonly maxRows: number
  readonly timeoutMs: number
}

/** One connection of the store: runs one statement at a time, until it is closed or breaks. */
export interface SqlConnection {
  readonly isBroken: boolean
  run(statement: BoundStatement): Promise<SqlResult>
  end(): void
}

/** Implemented by the store: `connectUserSql` in packages/store. */
export type ConnectSql = (connection: string, policy: Pick<Egress, 'checkHost' | 'lookupFor'>) => SqlConnection

/** The step that runs a statement. */
export interface SqlStep {
  readonly signal: AbortSignal
  readonly workflow: string
  readonly files: () => Promise<Pick<Files, 'locate'>>
}

export interface SqlEffect {
  run(call: SqlCall, step: SqlStep): Promise<SqlResult>
  close(): void
}

export interface SqlOptions {
  readonly connect: ConnectSql
  readonly egress: Egress
  readonly limits?: Partial<SqlLimits>
  readonly credentials?: CredentialSource
}

export interface SqlLimits {
  readonly timeoutMs: number
  readonly maxRows: number
  /** Maximum number of concurrent statements; further ones are queued in order. */
  readonly atOnce: number
  readonly idleMs: number
}

const DEFAULTS: SqlLimits = { timeoutMs: 30_000, maxRows: 10_000, atOnce: 8, idleMs: 10_000 }

export function createSql(options: SqlOptions): SqlEffect {
  const { connect, egress, limits: given, credentials = noCredentials } = options
  const limits = { ...DEFAULTS, ...given }
  const idle = new Map<SqlConnection, { readonly address: string; readonly timer: NodeJS.Timeout }>()
  const busy = new Set<SqlConnection>()
  const queue: (() => void)[] = []
  let running = 0

  /** Waits for a slot. Slots are passed to the next in the queue, so no statement overtakes another. */
  async function enter(stop: Promise<never>): Promise<void> {
    if (running < limits.atOnce) return void running++
    const turn = Promise.withResolvers<void>()
    queue.push(turn.resolve)
    await Promise.race([turn.promise, stop]).catch((error) => {
      const at = queue.indexOf(turn.resolve)
      if (at >= 0) queue.splice(at, 1)
      else leave()
      throw error
    })
  }

  function leave(): void {
    const next = queue.shift()
    if (next === undefined) running--
    else next()
  }

  function take(address: string): SqlConnection {
    for (const [connection, kept] of idle) {
      if (kept.address !== address) continue
      clearTimeout(kept.timer)
      idle.delete(connection)
      if (!connection.isBroken) return connection
    }
    return connect(address, egress)
  }

  function keep(address: string, connection: SqlConnection): void {
    const timer = setTimeout(() => {
      idle.delete(connection)
      connection.end()
    }, limits.idleMs)
    idle.set(connection, { address, timer: timer.unref() })
  }

  async function runOn(address: string, statement: BoundStatement, stop: Promise<never>): Promise<SqlResult> {
    const connection = take(address)
    busy.add(connection)
    try {
      const result = await Promise.race([connection.run(statement), stop])
      keep(address, connection)
      return result
    } catch (error) {
      connection.end()
      throw error
    } finally {
      busy.delete(connection)
    }
  }

  async function runAt(connection: string, call: SqlCall, { signal, files }: SqlStep): Promise<SqlResult> {
    const { query, parameters, readOnly, maxRows } = call
    const dialect = dialectOf(connection)
    const { timeoutMs } = limits
    const most = Math.min(Math.max(Math.trunc(maxRows), 1), limits.maxRows)
    const statement = { ...boundQuery(query, parameters, dialect), readOnly, maxRows: most, timeoutMs }
    const address = dialect === 'sqlite' ? `sqlite:${await (await files()).locate(fileIn(connection))}` : connection
    const stop = stopping(signal, statement)
    try {
      await enter(stop.promise)
      return await runOn(address, statement, stop.promise).finally(leave)
    } finally {
      stop.forget()
    }
  }

  return {
    async run(call, step) {
      step.signal.throwIfAborted()
      if (call.credential === undefined) return runAt(call.connection ?? '', call, step)
      const credential = await credentials.open(call.credential, 'sql', step)
      return withCredential(credential, () => runAt(credential.values.connection ?? '', call, step))
    },
    close() {
      for (const { timer } of idle.values()) clearTimeout(timer)
      for (const connection of [...idle.keys(), ...busy]) connection.end()
      idle.clear()
    },
  }
}

/** Rejects when the step is aborted or the time limit is reached. */
function stopping(signal: AbortSignal, { timeoutMs, readOnly }: BoundStatement) {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const onAbort = () => reject(signal.reason)
  const timer = setTimeout(() => {
    // A statement that may have changed data is not retried automatically.
    const message = `The statement took longer than ${timeoutMs} ms.`
    reject(new NodeFailure('TIMED_OUT', message, { retryable: readOnly }))
  }, timeoutMs)
  signal.addEventListener('abort', onAbort)
  return {
    promise,
    forget() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    },
  }
}

function dialectOf(connection: string): 'sqlite' | 'postgres' {
  if (connection.startsWith('sqlite:')) return 'sqlite'
  if (/^postgres(?:ql)?:\/\//.test(connection)) return 'postgres'
  throw new NodeFailure('INVALID_CONNECTION', 'A connection must start with postgres:// or sqlite:.')
}

/** The file name in `sqlite:name`, `sqlite://name` or `sqlite:///name`; always relative to the files folder. */
function fileIn(connection: string): string {
  return connection.slice('sqlite:'.length).replace(/^\/\/\/?/, '')
}
