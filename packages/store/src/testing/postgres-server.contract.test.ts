import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from './postgres-server.ts'

test.each(['kill', 'shutDown'] as const)('the Postgres server for tests keeps committed rows over %s', async (end) => {
  const server = await startPostgres()
  const url = await server.freshDatabase()
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  await query('CREATE TABLE kept (n int)')
  await query('INSERT INTO kept VALUES (7)')
  await server[end]()
  await expect(query('SELECT n FROM kept')).rejects.toThrow()
  await server.restart()
  expect(await query('SELECT n FROM kept')).toEqual([{ n: 7 }])
  await server.stop()
})
