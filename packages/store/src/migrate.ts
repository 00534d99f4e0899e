/**
 * Brings a database to the newest migration. Each is one transaction together with the row that says it was done, and
 * that row is the guard: of several processes that start at once one applies it, the others wait for it and go on.
 */
import { MIGRATIONS, type Migration } from './migrations.ts'
import type { Sql } from './sql.ts'

/** Applies what is missing; refuses a database that a newer program has already changed. */
export async function migrate(sql: Sql, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const { name, oneAtATime } = sql.dialect
  await sql.transaction([
    ...oneAtATime,
    { text: `CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)` },
  ])
  const applied = (await newest(sql)) ?? 0
  if (applied > migrations.length) {
    throw new Error(
      `The database was made by a newer version of this program: it has migration ${applied}, ` +
        `and this version knows ${migrations.length}. Start the newer version, or restore a backup.`,
    )
  }
  for (const [at, migration] of migrations.entries()) {
    if (at < applied) continue
    await sql.transaction([
      ...oneAtATime,
      {
        text: 'INSERT INTO migrations (number, name) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        params: [at + 1, migration.name],
        mustChange: true,
      },
      ...migration.statements[name].map((text) => ({ text })),
    ])
  }
}

async function newest(sql: Sql): Promise<number | null | undefined> {
  return (await sql.get<{ number: number | null }>('SELECT max(number) AS number FROM migrations', []))?.number
}
