/**
 * Runs SQL of users on databases that they name: a Postgres server or a SQLite file. Independent of the database of the
 * service.
 *
 * Values are bound, never interpolated. The database itself enforces read-only access: a read-only transaction, a file
 * opened read-only. One statement a call; rows and bytes are limited here, time and the number of connections by the
 * caller: `end` also aborts the running statement.
 *
 * SQLite runs in a child process, because it blocks the calling thread and only SIGKILL interrupts it. The program of
 * that process is the source text of `sqliteProgram`, so the process needs no file and may read none of ours.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { type LookupFunction, Socket } from 'node:net'
import { NodeFailure, Retryable } from '@millrace/model'
import type { Client, ClientConfig, Query } from 'pg'

export interface UserStatement {
  /** One statement; its parameters are `$1`, `$2` … on Postgres and `?` on SQLite. */
  readonly text: string
  readonly values: readonly unknown[]
  readonly readOnly: boolean
  /** Stop reading after this many rows. */
  readonly maxRows: number
  readonly timeoutMs: number
}

export interface UserSqlResult {
  readonly rows: Record<string, unknown>[]
  /** The number of rows read or changed. */
  readonly count: number
}

/** One connection: runs one statement at a time, until it is ended or breaks. */
export interface UserSqlConnection {
  readonly isBroken: boolean
  run(statement: UserStatement): Promise<UserSqlResult>
  /** Closes the connection at once and aborts the running statement. */
  end(): void
}

/** The hosts that connections may reach: both methods throw an error with the reason. */
export interface NetworkPolicy {
  checkHost(host: string, port: number): void
  lookupFor(port: number): LookupFunction
}

const MAX_BYTES = 8 * 1024 * 1024

/** `postgres://…`, or `sqlite:` and an absolute path that the caller has checked. Connects with the first statement. */
export function connectUserSql(connection: string, policy: NetworkPolicy): UserSqlConnection {
  return connection.startsWith('sqlite:')
    ? new SqliteProcess(connection.slice('sqlite:'.length))
    : new PostgresConnection(connection, policy)
}

const INT8 = 20
/** Timestamps, dates, times, intervals and bytes as the server prints them: JSON has no better form. */
const AS_TEXT = new Set([17, 1082, 1083, 1114, 1184, 1186, 1266])

class PostgresConnection implements UserSqlConnection {
  isBroken = false
  readonly #socket = new Socket()
  readonly #client: Promise<{ client: Client; Query: typeof Query }>

  constructor(connection: string, policy: NetworkPolicy) {
    const url = URL.parse(connection)
    // Parsing the host with a web scheme normalizes an address to the form that the policy expects.
    const host = URL.parse(`http://${url?.hostname}`)?.hostname.replace(/^\[(.*)\]$/, '$1')
    if (!url || !host || !url.username || url.pathname.length < 2)
      throw badConnection('the user name, host or database is missing')
    const port = Number(url.port || 5432)
    policy.checkHost(host, port)
    const connect = this.#socket.connect.bind(this.#socket)
    Object.assign(this.#socket, { connect: () => connect({ host, port, lookup: policy.lookupFor(port) }) })
    this.#client = this.#open({
      ...{ host, port, application_name: 'millrace' },
      ...{ user: decoded(url.username), database: decoded(url.pathname.slice(1)), ssl: sslOf(url) },
      // A function, because pg would replace an empty password by one from the environment or the home folder.
      password: () => decoded(url.password),
      stream: () => this.#socket,
    })
    this.#client.catch(() => {})
  }

  async #open(config: ClientConfig) {
    // Imported here: most services never run a statement.
    const { default: pg } = await import('pg')
    const getTypeParser = (type: number, format?: 'text' | 'binary') => {
      if (type === INT8) return (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
      return AS_TEXT.has(type) ? (text: string) => text : pg.types.getTypeParser(type, format)
    }
    const client = new pg.Client({
      ...config,
      types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
    })
    for (const event of ['error', 'end'] as const) {
      client.on(event, () => {
        this.isBroken = true
      })
    }
    await client.connect()
    return { client, Query: pg.Query }
  }

  async run(statement: UserStatement): Promise<UserSqlResult> {
    let bytes = 0
    const count = (piece: Buffer) => {
      bytes += piece.length
      // Counted as it arrives: a single row may be a gigabyte, and pg buffers it before it emits it.
      if (bytes > MAX_BYTES) this.end()
    }
    try {
      const { client, Query } = await this.#client
      client.connection.stream.on('data', count)
      const mode = statement.readOnly ? 'READ ONLY' : 'READ WRITE'
      await client.query(`BEGIN ${mode}; SET LOCAL statement_timeout = ${Math.trunc(statement.timeoutMs)}`)
      const { text, values, maxRows } = statement
      const result = await resultOf(client, new Query({ text, values: [...values] }), maxRows)
      // Reset the session, so that the statement does not affect the next one.
      await client.query('COMMIT')
      await client.query('DISCARD ALL')
      client.connection.stream.off('data', count)
      return result
    } catch (error) {
      throw bytes > MAX_BYTES ? tooLarge() : postgresFailure(error, statement)
    }
  }

  end(): void {
    this.isBroken = true
    this.#socket.destroy()
  }
}

function resultOf(client: Client, query: Query, maxRows: number): Promise<UserSqlResult> {
  // With a row limit the server sends that many rows and suspends; end the query there instead of fetching more. A row
  // limit needs the extended protocol, in which the server accepts only one statement.
  Object.assign(query, { rows: maxRows, handlePortalSuspended: (connection: { sync(): void }) => connection.sync() })
  return new Promise((resolve, reject) => {
    query.on('error', reject)
    query.on('end', ({ rows, rowCount }) => {
      resolve({ rows: JSON.parse(JSON.stringify(rows)), count: rowCount ?? rows.length })
    })
    client.query(query)
  })
}

function sslOf(url: URL): false | { rejectUnauthorized: boolean } {
  const mode = url.searchParams.get('sslmode') ?? 'disable'
  if (['disable', 'allow', 'prefer'].includes(mode)) return false
  if (!['require', 'verify-ca', 'verify-full', 'no-verify'].includes(mode))
    throw badConnection('sslmode must be disable, allow, prefer, require, verify-ca, verify-full or no-verify')
  return { rejectUnauthorized: mode !== 'no-verify' }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badConnection('its user name, password or database is not valid percent-encoding')
  }
}

function postgresFailure(error: unknown, statement: UserStatement): NodeFailure {
  if (error instanceof NodeFailure) return error
  const { code = '', message } =
    error instanceof Error ? (error as Error & { code?: string }) : { message: String(error) }
  // Five letters or digits are an SQLSTATE of the server; anything else is a connection error.
  if (!/^[0-9A-Z]{5}$/.test(code) || /^(?:08|53|57P)/.test(code)) {
    return new Retryable(
      `The database could not be reached, or closed the connection (${code || message}).`,
      'UPSTREAM_FAILED',
    )
  }
  if (code === '25006')
    return new NodeFailure('READ_ONLY', 'The statement changes data, but the connection is read-only.')
  if (code === '57014') return tookTooLong(statement)
  const isPassing = code === '40001' || code === '40P01'
  return new NodeFailure('SQL_FAILED', `The database rejected the statement: ${message}.`, { retryable: isPassing })
}

/** The request to the child process, and its response. */
interface SqliteRequest extends UserStatement {
  readonly file: string
  readonly maxBytes: number
}
type SqliteResponse = UserSqlResult | { readonly errcode: number; readonly message: string }

class SqliteProcess implements UserSqlConnection {
  isBroken = false
  readonly #file: string
  readonly #child: ChildProcess = spawn(
    process.execPath,
    // --allow-worker is for the watchdog thread.
    ['--permission', '--allow-worker', '--max-old-space-size=256', '--no-warnings', '-e', `(${sqliteProgram})()`],
    { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], windowsHide: true },
  )

  constructor(file: string) {
    this.#file = file
    this.#child.once('error', () => this.end())
    this.#child.once('exit', () => this.end())
    this.#child.unref()
    this.#child.channel?.unref()
  }

  async run(statement: UserStatement): Promise<UserSqlResult> {
    const ask: SqliteRequest = { ...statement, file: this.#file, maxBytes: MAX_BYTES }
    const answer = await new Promise<SqliteResponse>((resolve, reject) => {
      const gone = () => reject(outOfMemory())
      this.#child.once('exit', gone)
      this.#child.once('message', (message) => {
        this.#child.off('exit', gone)
        resolve(message as SqliteResponse)
      })
      this.#child.send(ask, (error) => error && gone())
    })
    if ('errcode' in answer) throw sqliteFailure(answer)
    return answer
  }

  end(): void {
    this.isBroken = true
    this.#child.kill('SIGKILL')
  }
}

/** The program of the child process. Its source text is passed there, so it must not use anything of this file. */
function sqliteProgram(): void {
  const { DatabaseSync, constants } = process.getBuiltinModule('node:sqlite')
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  // Only the owner may read databases, journals and temporary files that are created here.
  process.umask(0o077)
  // The parent kills this process if a statement takes too long. If the parent is gone, this thread does.
  const watchdog = new Worker(
    `let timer
    require('node:worker_threads').parentPort.on('message', (ms) => {
      clearTimeout(timer)
      if (ms > 0) timer = setTimeout(() => process.kill(process.pid, 'SIGKILL'), ms)
    })`,
    { eval: true },
  )
  watchdog.unref()
  const ABOUT_TABLES = ['table_info', 'table_xinfo', 'table_list', 'index_list', 'index_info', 'foreign_key_list']

  function open({ file, readOnly, maxBytes }: SqliteRequest) {
    const limits = { attach: 0, length: maxBytes }
    const database = new DatabaseSync(file, { readOnly, timeout: 5_000, defensive: true, limits })
    // ATTACH and VACUUM INTO could access every file of the service. Older Node.js versions ignore the limit: refuse then.
    if (database.limits?.attach !== 0) throw new Error('this version of Node.js cannot restrict SQLite to one file')
    database.exec('PRAGMA hard_heap_limit = 268435456; PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON')
    database.setAuthorizer((action, name) => {
      const isForbidden = action === constants.SQLITE_PRAGMA && !ABOUT_TABLES.includes(name ?? '')
      return isForbidden ? constants.SQLITE_DENY : constants.SQLITE_OK
    })
    return database
  }

  const bound = (value: unknown) =>
    typeof value === 'boolean' ? Number(value) : typeof value === 'object' && value ? JSON.stringify(value) : value
  const json = (value: unknown) => {
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
  }

  function responseTo(ask: SqliteRequest): SqliteResponse {
    const database = open(ask)
    try {
      const statement = database.prepare(ask.text)
      statement.setReadBigInts(true)
      const values = ask.values.map(bound) as string[]
      if (statement.columns().length === 0) return { rows: [], count: Number(statement.run(...values).changes) }
      const rows: Record<string, unknown>[] = []
      let bytes = 0
      for (const row of statement.iterate(...values)) {
        if (rows.length === ask.maxRows) break
        rows.push(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, json(value)])))
        for (const value of Object.values(row)) bytes += 16 + (Object(value).length ?? 0)
        if (bytes > ask.maxBytes) return { errcode: -1, message: '' }
      }
      return { rows, count: rows.length }
    } finally {
      database.close()
    }
  }

  process.on('message', (ask) => {
    let answer: SqliteResponse
    watchdog.postMessage((ask as SqliteRequest).timeoutMs + 1_000)
    try {
      answer = responseTo(ask as SqliteRequest)
    } catch (error) {
      const { errcode = 1, message } = error as { errcode?: number; message: string }
      answer = { errcode, message }
    }
    watchdog.postMessage(0)
    process.send?.(answer)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
}

function sqliteFailure({ errcode, message }: { errcode: number; message: string }): NodeFailure {
  // The low byte is the primary code, the rest are details.
  switch (errcode & 0xff) {
    case 0xff:
      return tooLarge()
    case 5:
    case 6:
      return new Retryable('The database is locked by another process.', 'SQL_FAILED')
    case 7:
      return outOfMemory()
    case 8:
      return new NodeFailure('READ_ONLY', 'The statement changes data, but the connection is read-only.')
    case 14:
      return new NodeFailure('FILE_NOT_FOUND', 'The database file does not exist.')
    default:
      return new NodeFailure('SQL_FAILED', `The database rejected the statement: ${message}.`)
  }
}

function tookTooLong({ timeoutMs, readOnly }: UserStatement): NodeFailure {
  // Do not retry a statement that may have changed data.
  return new NodeFailure('TIMED_OUT', `The statement took longer than ${timeoutMs} ms.`, { retryable: readOnly })
}

function tooLarge(): NodeFailure {
  return new NodeFailure('RESULT_TOO_LARGE', `The result is larger than ${MAX_BYTES} bytes.`)
}

function outOfMemory(): NodeFailure {
  return new NodeFailure('OUT_OF_MEMORY', 'The statement needs more memory than the database process may use.')
}

function badConnection(why: string): NodeFailure {
  return new NodeFailure('INVALID_CONNECTION', `Invalid database connection: ${why}.`)
}
