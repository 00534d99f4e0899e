import type { ReadRows } from '../read-rows.ts'
import { problemWithServer, SERVER_FACTS, type ServerFacts, throwUnreachable } from './postgres-sql.ts'
import { connectSession } from './session.ts'

const NAME = 'millrace doctor'

/** Reads in one read-only transaction, whether or not a service uses the database. */
export async function readPostgres<Found>(url: string, inspect: (read: ReadRows) => Promise<Found>): Promise<Found> {
  const client = await connectSession(url, NAME).catch(throwUnreachable)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows } = await client.query<ServerFacts>(SERVER_FACTS)
    const problem = rows[0] && problemWithServer(rows[0])
    if (problem !== undefined) throw new Error(problem)
    return await inspect(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}
