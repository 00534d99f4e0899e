/** Databases of the version before budgets of projects, on both databases. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations.ts'
import { opener } from './testing/backend.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'

let folder: string
let server: PostgresServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-earlier-usage-'))
  server = await startPostgres()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const DATABASES = {
  SQLite: async () => join(folder, 'millrace.db'),
  Postgres: () => server.freshDatabase(),
}

const { open, openSql } = opener({ freshDatabase: DATABASES.SQLite, migratedDatabase: DATABASES.SQLite })

const before = MIGRATIONS.findIndex(({ name }) => name === 'what projects used')

test.each(Object.entries(DATABASES))('projects have used what their workflows used: %s', async (_, database) => {
  const url = await database()
  const sql = openSql(url)
  await migrate(sql, MIGRATIONS.slice(0, before))
  for (const [id, project] of [
    ['a', 'sales'],
    ['b', 'sales'],
    ['c', 'default'],
  ] as const) {
    await sql.run(
      `INSERT INTO workflows (id, machine_name, name, name_key, description, description_key, tags, created_at, updated_at, revision, project)
      VALUES ($1, $1, $1, $1, '', '', '[]', 1, 1, 1, $2)`,
      [id, project],
    )
  }
  for (const [month, workflow, tokens] of [
    [202610, 'a', 1],
    [202611, 'a', 10],
    [202611, 'b', 20],
    [202611, 'c', 300],
    [202611, '', 4000],
    [202611, 'deleted', 50_000],
  ] as const) {
    await sql.run(
      `INSERT INTO model_totals (month, scope, subject, tokens, cost) VALUES ($1, 'workflow', $2, $3, $4)`,
      [month, workflow, tokens, tokens * 2],
    )
  }
  await sql.close()

  const { budgets } = await open(url)
  for (const unit of ['tokens', 'cost'] as const) {
    for (const subject of ['sales', 'default']) {
      await budgets.create({
        ...{ id: `${subject} ${unit}`, scope: 'project', subject, unit, limit: 100, warnPercent: 80 },
        ...{ createdAt: 1, updatedAt: 1, createdBy: '' },
      })
    }
  }
  const used = async (month: number) => {
    const { items } = await budgets.list({ month, limit: 10, offset: 0 })
    return Object.fromEntries(items.map((budget) => [budget.id, budget.used]))
  }
  expect(await used(202611)).toEqual({
    ...{ 'sales tokens': 30, 'default tokens': 4300 },
    ...{ 'sales cost': 60, 'default cost': 8600 },
  })
  expect(await used(202610)).toMatchObject({ 'sales tokens': 1, 'default tokens': 0 })
})
