/**
 * Runs the SQL of users on databases that they name: a Postgres server, or a SQLite file. It has nothing to do with the
 * database of the service.
 *
 * Values are bound, never written into a statement. Reading only is kept by the database itself: a read-only transaction,
 * a file opened read-only. One statement a call; rows and bytes are bounded here, time and number of connections by
 * whoever calls: to `end` a connection ends what runs on it.
 *
 * SQLite runs in a process of its own, because it works on the thread that calls and nothing but SIGKILL interrupts it.
 * The program of that process is the text of `sqliteProgram`: it needs no file and may read none of ours.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { type LookupFunction, Socket } from 'node:net'
import { NodeFailure, Retryable } from '@millrace/model'
import type { Client, ClientConfig, Query } from 'pg'

export interface UserStatement {
  /** One statement; `$1`, `$2` … stand for its values on Postgres, `?` on SQLite. */
  readonly text: string
  readonly values: readonly unknown[]
  readonly readOnly: boolean
  /** More rows than these are not read. */
  readonly maxRows: number
  readonly timeoutMs: number
}

export interface UserSqlResult {
  readonly rows: Record<string, unknown>[]
  /** Rows read, or changed. */
  readonly count: number
}

/** One connection: runs one statement at a time, until it is ended or breaks. */
export interface UserSqlConnection {
  readonly isBroken: boolean
  run(statement: UserStatement): Promise<UserSqlResult>
  /** Ends it at once, and what runs on it. */
  end(): void
}

/** Who may be connected to: both refuse with the reason. */
export interface NetworkPolicy {
  checkHost(host: string, port: number): void
  lookupFor(port: number): LookupFunction
}

const MAX_BYTES = 8 * 1024 * 1024

/** `postgres://…`, or `sqlite:` and an absolute path that whoever calls has checked. Connects with the first statement. */
export function connectUserSql(connection: string, policy: NetworkPolicy): UserSqlConnection {
  return connection.startsWith('sqlite:')
    ? new SqliteProcess(connection.slice('sqlite:'.length))
    : new PostgresConnection(connection, policy)
}

const INT8 = 20
/** Timestamps, dates, times, intervals and bytes as the server writes them: JSON has no better form. */
const AS_TEXT = new Set([17, 1082, 1083, 1114, 1184, 1186, 1266])

class PostgresConnection implements UserSqlConnection {
  isBroken = false
  readonly #socket = new Socket()
  readonly #client: Promise<{ client: Client; Query: typeof Query }>

  constructor(connection: string, policy: NetworkPolicy) {
    const url = URL.parse(connection)
    // The twin with a web scheme spells an address in the one way that the policy knows.
    const host = URL.parse(`http://${url?.hostname}`)?.hostname.replace(/^\[(.*)\]$/, '$1')
    if (!url || !host || !url.username || url.pathname.length < 2)
      throw badConnection('name, host or database is missing')
    const port = Number(url.port || 5432)
    policy.checkHost(host, port)
    const connect = this.#socket.connect.bind(this.#socket)
    Object.assign(this.#socket, { connect: () => connect({ host, port, lookup: policy.lookupFor(port) }) })
    this.#client = this.#open({
      ...{ host, port, application_name: 'millrace' },
      ...{ user: decoded(url.username), database: decoded(url.pathname.slice(1)), ssl: sslOf(url) },
      // A function, because an empty one would be looked for in the environment and the home folder of the service.
      password: () => decoded(url.password),
      stream: () => this.#socket,
    })
    this.#client.catch(() => {})
  }

  async #open(config: ClientConfig) {
    // Only now: most services never run a statement.
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
      // Counted as it arrives: one row alone may be a gigabyte, and is put together before anybody is told of it.
      if (bytes > MAX_BYTES) this.end()
    }
    try {
      const { client, Query } = await this.#client
      client.connection.stream.on('data', count)
      const mode = statement.readOnly ? 'READ ONLY' : 'READ WRITE'
      await client.query(`BEGIN ${mode}; SET LOCAL statement_timeout = ${Math.trunc(statement.timeoutMs)}`)
      const { text, values, maxRows } = statement
      const result = await resultOf(client, new Query({ text, values: [...values] }), maxRows)
      // Whatever the statement did to the session is undone, so that the next one finds it as new.
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
  // With a number of rows the server gives that many and waits; instead of asking for more, end it there. That this
  // takes the extended protocol also means that the server takes one statement only.
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
  if (!['require', 'verify-ca', 'verify-full', 'no-verify'].includes(mode)) throw badConnection('sslmode is not known')
  return { rejectUnauthorized: mode !== 'no-verify' }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badConnection('it is not encoded as it should be')
  }
}

function postgresFailure(error: unknown, statement: UserStatement): NodeFailure {
  if (error instanceof NodeFailure) return error
  const { code = '', message } =
    error instanceof Error ? (error as Error & { code?: string }) : { message: String(error) }
  // Five letters or digits are an answer of the server; anything else is about reaching it.
  if (!/^[0-9A-Z]{5}$/.test(code) || /^(?:08|53|57P)/.test(code)) {
    return new Retryable(`The database could not be reached, or broke off (${code || message}).`, 'UPSTREAM_FAILED')
  }
  if (code === '25006') return new NodeFailure('READ_ONLY', 'The statement would change data.')
  if (code === '57014') return tookTooLong(statement)
  const isPassing = code === '40001' || code === '40P01'
  return new NodeFailure('SQL_FAILED', `The database refused it: ${message}.`, { retryable: isPassing })
}

/** What the process is sent, and what it answers. */
interface SqliteAsk extends UserStatement {
  readonly file: string
  readonly maxBytes: number
}
type SqliteAnswer = UserSqlResult | { readonly errcode: number; readonly message: string }

class SqliteProcess implements UserSqlConnection {
  isBroken = false
  readonly #file: string
  readonly #child: ChildProcess = spawn(
    process.execPath,
    // The one thread is its watchdog.
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
    const ask: SqliteAsk = { ...statement, file: this.#file, maxBytes: MAX_BYTES }
    const answer = await new Promise<SqliteAnswer>((resolve, reject) => {
      const gone = () => reject(outOfMemory())
      this.#child.once('exit', gone)
      this.#child.once('message', (message) => {
        this.#child.off('exit', gone)
        resolve(message as SqliteAnswer)
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

/** The program of the process. Its text is sent there, so it uses nothing of this file. */
function sqliteProgram(): void {
  const { DatabaseSync, constants } = process.getBuiltinModule('node:sqlite')
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  // Databases, journals and temporary files that are created here are for their owner only.
  process.umask(0o077)
  // The parent kills this process when a statement takes too long. If the parent is no more, this thread does.
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

  function open({ file, readOnly, maxBytes }: SqliteAsk) {
    const limits = { attach: 0, length: maxBytes }
    const database = new DatabaseSync(file, { readOnly, timeout: 5_000, defensive: true, limits })
    // ATTACH and VACUUM INTO would reach every file of the service. An older Node does not know the limit: no database then.
    if (database.limits?.attach !== 0) throw new Error('this version of Node.js cannot shut a database in')
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

  function answerTo(ask: SqliteAsk): SqliteAnswer {
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
    let answer: SqliteAnswer
    watchdog.postMessage((ask as SqliteAsk).timeoutMs + 1_000)
    try {
      answer = answerTo(ask as SqliteAsk)
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
  // The low byte is the kind, the rest its details.
  switch (errcode & 0xff) {
    case 0xff:
      return tooLarge()
    case 5:
    case 6:
      return new Retryable('The database is in use by somebody else.', 'SQL_FAILED')
    case 7:
      return outOfMemory()
    case 8:
      return new NodeFailure('READ_ONLY', 'The statement would change data.')
    case 14:
      return new NodeFailure('FILE_NOT_FOUND', 'There is no such database.')
    default:
      return new NodeFailure('SQL_FAILED', `The database refused it: ${message}.`)
  }
}

function tookTooLong({ timeoutMs, readOnly }: UserStatement): NodeFailure {
  // What may have changed something is not tried again by itself.
  return new NodeFailure('TIMED_OUT', `The statement took longer than ${timeoutMs} ms.`, { retryable: readOnly })
}

function tooLarge(): NodeFailure {
  return new NodeFailure('RESULT_TOO_LARGE', `The result is larger than ${MAX_BYTES} bytes.`)
}

function outOfMemory(): NodeFailure {
  return new NodeFailure('OUT_OF_MEMORY', 'The database needs more memory than there is for it.')
}

function badConnection(why: string): NodeFailure {
  return new NodeFailure('INVALID_CONNECTION', `The connection cannot be used: ${why}.`)
}
