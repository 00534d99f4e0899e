/**
 * `Sql` on `pg`: a pool of connections. Look-ups and writes are prepared once per connection; lists are planned every
 * time, because the best plan for a search depends on its parameters.
 */
import pg from 'pg'
import { isRead, refuseUnstorable, type Sql, type SqlValue, type Statement } from '../sql.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { refuseIfTaken } from './lock-holder.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { postgresError, type UnderWay } from './postgres-unavailable.ts'

export interface PostgresOptions {
  /** The maximum number of connections. */
  readonly poolSize: number
  /** The time limit of a statement; 0 for none. */
  readonly statementTimeoutMs: number
  readonly connectTimeoutMs: number
  /** Whether other processes of a cluster may use the database. */
  readonly isShared?: boolean
  /** SQL that runs first on every new connection. */
  readonly settings?: string
  /** Called when a connection breaks; its pending calls have been rejected, and the next call opens a new one. */
  readonly onLost: (error: Error) => void
}

const INT8 = 20
const NAMED_STATEMENTS = 100

class PostgresSql implements Sql {
  readonly dialect = postgresDialect
  readonly #pool: pg.Pool
  readonly #names = new Map<string, string>()
  #closing: Promise<void> | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async all<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    refuseUnstorable(params)
    return (await this.#query({ text, values: [...params] })).rows as Row[]
  }

  async rows<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    return (await this.#query(this.#named(text, params))).rows as Row[]
  }

  async get<Row>(text: string, params: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.#query(this.#named(text, params))).rows[0] as Row | undefined
  }

  getLarge<Row>(text: string, params: readonly SqlValue[]): Promise<Row | undefined> {
    return this.get(text, params)
  }

  async run(text: string, params: readonly SqlValue[]): Promise<number> {
    return (await this.#query(this.#named(text, params))).rowCount ?? 0
  }

  async transaction(statements: readonly Statement[]): Promise<boolean> {
    const client = await this.#connect()
    let underWay: UnderWay = 'nothing'
    try {
      await client.query('BEGIN')
      for (const { text, params = [], mustChange } of statements) {
        const { rowCount } = await client.query(this.#named(text, params))
        if (mustChange && !rowCount) {
          await client.query('ROLLBACK')
          client.release()
          return false
        }
      }
      underWay = 'write'
      await client.query('COMMIT')
    } catch (error) {
      // Close the connection instead of rolling back: the server rolls back when it ends, and this works even if the
      // connection is broken.
      client.release(true)
      throw postgresError(error, underWay)
    }
    client.release()
    return true
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end()
    return this.#closing
  }

  /** Unlike `pool.query`, separates a connection that could not be opened from one that broke during the statement. */
  async #query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.#connect()
    try {
      const result = await client.query(query)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw postgresError(error, isRead(query.text) ? 'nothing' : 'write')
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw postgresError(error, 'nothing')
    }
  }

  /**
   * Prepared under a name, up to a limit: the server keeps each one for the life of the connection. Not without parameters:
   * the statements of migrations would take the names of those that run with every request.
   */
  #named(text: string, params: readonly SqlValue[]): pg.QueryConfig {
    refuseUnstorable(params)
    const values = [...params]
    if (values.length === 0) return { text }
    let name = this.#names.get(text)
    if (name === undefined) {
      if (this.#names.size === NAMED_STATEMENTS) return { text, values }
      name = `millrace_${this.#names.size}`
      this.#names.set(text, name)
    }
    return { name, text, values }
  }
}

/** Connects with the first call, not here. */
export function openPostgres(url: string, options: PostgresOptions): Sql {
  const { settings } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    statement_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: options.connectTimeoutMs,
    // Also if the server is silent: a broken network sends no error.
    ...(options.statementTimeoutMs > 0 && { query_timeout: options.statementTimeoutMs + options.connectTimeoutMs }),
    keepAlive: true,
    application_name: 'millrace',
    // The pool awaits this before it returns the connection.
    onConnect: async (client: pg.ClientBase) => {
      await refuseIfTaken(client, options.isShared ? 'shared' : 'exclusive')
      if (settings !== undefined) await client.query(settings)
    },
    types: {
      // Times, revisions and counts fit into a number; by default pg returns them as strings.
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 ? Number : pg.types.getTypeParser(type, format),
    },
  })
  // Without a listener a broken connection would end the process; the pool only listens to idle ones.
  pool.on('error', options.onLost)
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresSql(pool)
}

/** The oldest major version that the contract suite runs on. */
export const OLDEST_POSTGRES = 13

export interface ServerFacts {
  readonly encoding: string
  /** For example 150018 for 15.18. */
  readonly number: number
  readonly version: string
}

export const SERVER_FACTS = `SELECT current_setting('server_encoding') AS encoding,
  current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`

/** The first call to a new database: fails with a clear error if the server does not answer or is not supported. */
export async function requireSupportedServer(sql: Sql): Promise<void> {
  const facts = await sql.get<ServerFacts>(SERVER_FACTS, []).catch(throwUnreachable)
  const problem = facts && problemWithServer(facts)
  if (problem !== undefined) throw new Error(problem)
}

/** The reason why a server is not supported; undefined if it is. */
export function problemWithServer({ encoding, number, version }: ServerFacts): string | undefined {
  if (number < OLDEST_POSTGRES * 10_000)
    return `The Postgres server has version ${version}; Millrace needs PostgreSQL ${OLDEST_POSTGRES} or later.`
  if (encoding !== 'UTF8') return `The Postgres database must have the encoding UTF8, not ${encoding}.`
  return undefined
}

/** Reports that the server could not be reached. For the first connection. */
export function throwUnreachable(error: unknown): never {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  throw new Error(`The Postgres database does not answer: ${reasonOf(cause)}`, { cause })
}

// A refused connection is an AggregateError with one error for each address, and has no message.
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
