/**
 * Migrates a database to the newest version. Each migration is one transaction that also inserts its row in `migrations`,
 * and that row is the guard: if several processes start at once, one applies the migration and the others wait for it.
 */
import { MIGRATIONS, type Migration } from './migrations.ts'
import type { Sql } from './sql.ts'

/** Applies the missing migrations; rejects a database that a newer version has migrated. */
export async function migrate(sql: Sql, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const { name, oneAtATime } = sql.dialect
  await sql.transaction([
    ...oneAtATime,
    { text: `CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)` },
  ])
  const applied = (await newest(sql)) ?? 0
  if (applied > migrations.length) {
    throw new Error(
      `The database was created by a newer version of Millrace: it has migration ${applied}, ` +
        `but this version has only ${migrations.length}. Start the newer version, or restore a backup.`,
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
