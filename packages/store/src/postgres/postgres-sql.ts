/**
 * `Sql` on `pg`: a pool of connections. Look-ups and writes are prepared once per connection; lists are planned anew,
 * because the best plan for a search depends on what is searched for.
 */
import pg from 'pg'
import { refuseUnstorable, type Sql, type SqlValue, type Statement } from '../sql.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { postgresError } from './postgres-unavailable.ts'

export interface PostgresOptions {
  /** Connections at most. */
  readonly poolSize: number
  /** How long a statement may take; 0 for as long as it likes. */
  readonly statementTimeoutMs: number
  readonly connectTimeoutMs: number
  /** What is said on every new connection before anything else. */
  readonly settings?: string
  /** Told of connections that broke; what was waiting on one has been rejected, and the next call makes a new one. */
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
    const client = await this.#pool.connect().catch(unavailable)
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
      await client.query('COMMIT')
    } catch (error) {
      // Closed rather than rolled back: the server rolls back when a connection ends, and nobody has to know whether
      // this one can still be talked to.
      client.release(true)
      throw postgresError(error)
    }
    client.release()
    return true
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end()
    return this.#closing
  }

  #query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    return this.#pool.query(query).catch(unavailable)
  }

  /** Prepared under a name, as long as there are few: a server keeps each one for the life of the connection. */
  #named(text: string, params: readonly SqlValue[]): pg.QueryConfig {
    refuseUnstorable(params)
    const values = [...params]
    let name = this.#names.get(text)
    if (name === undefined) {
      if (this.#names.size === NAMED_STATEMENTS) return { text, values }
      name = `millrace_${this.#names.size}`
      this.#names.set(text, name)
    }
    return { name, text, values }
  }
}

function unavailable(error: unknown): never {
  throw postgresError(error)
}

/** Connects with the first call, not here. */
export function openPostgres(url: string, options: PostgresOptions): Sql {
  const { settings } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    statement_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: options.connectTimeoutMs,
    // Also when the server is silent: a cut cable sends no error.
    ...(options.statementTimeoutMs > 0 && { query_timeout: options.statementTimeoutMs + options.connectTimeoutMs }),
    keepAlive: true,
    application_name: 'millrace',
    // Waited for, before anybody gets the connection.
    ...(settings !== undefined && { onConnect: (client: pg.ClientBase) => client.query(settings) }),
    types: {
      // Times, revisions and counts all fit into a number; by default they would come as strings.
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 ? Number : pg.types.getTypeParser(type, format),
    },
  })
  // Without a listener, Node ends the process when a connection breaks: the pool listens to idle ones only.
  pool.on('error', options.onLost)
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresSql(pool)
}

/** The oldest major version that the contract suite runs on. */
export const OLDEST_POSTGRES = 13

interface ServerFacts {
  readonly encoding: string
  /** For example 150018 for 15.18. */
  readonly number: number
  readonly version: string
}

/** The first call to a new database: fails clearly when the server does not answer or cannot be used. */
export async function requireSupportedServer(sql: Sql): Promise<void> {
  const facts = await sql
    .get<ServerFacts>(
      `SELECT current_setting('server_encoding') AS encoding, current_setting('server_version') AS version,
        current_setting('server_version_num')::int AS number`,
      [],
    )
    .catch(saysNothing)
  const problem = facts && problemWithServer(facts)
  if (problem !== undefined) throw new Error(problem)
}

/** Why a server cannot be used, if it cannot. */
export function problemWithServer({ encoding, number, version }: ServerFacts): string | undefined {
  if (number < OLDEST_POSTGRES * 10_000)
    return `The Postgres server has version ${version}; Millrace needs PostgreSQL ${OLDEST_POSTGRES} or later.`
  if (encoding !== 'UTF8') return `The Postgres database must have the encoding UTF8, not ${encoding}.`
  return undefined
}

/** For whoever connects first. */
export function saysNothing(error: unknown): never {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  throw new Error(`The Postgres database does not answer: ${reasonOf(cause)}`, { cause })
}

// A refused connection is an AggregateError, one for each address that was tried, and has no message of its own.
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
