/**
 * Migrates a database to the newest version. Each migration is one transaction that also inserts its row in `migrations`,
 * and that row is the guard: if several processes start at once, one applies the migration and the others wait for it. An
 * empty database gets all of them in one transaction, so that a first start waits for the disk once.
 */
import { MIGRATIONS, type Migration } from './migrations.ts'
import type { Sql, Statement } from './sql.ts'

/** Applies the missing migrations; rejects a database that a newer version has migrated. */
export async function migrate(sql: Sql, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const { name, oneAtATime } = sql.dialect
  await sql.transaction([
    ...oneAtATime,
    { text: `CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)` },
  ])
  let applied = (await newest(sql)) ?? 0
  if (applied > migrations.length) {
    throw new Error(
      `The database was created by a newer version of Millrace: it has migration ${applied}, ` +
        `but this version has only ${migrations.length}. Start the newer version, or restore a backup.`,
    )
  }
  const steps = migrations.map((migration, at): Statement[] => [
    {
      text: 'INSERT INTO migrations (number, name) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      params: [at + 1, migration.name],
      mustChange: true,
    },
    ...migration.statements[name].map((text) => ({ text })),
  ])
  if (applied === 0) {
    await sql.transaction([...oneAtATime, ...steps.flat()])
    applied = (await newest(sql)) ?? 0
  }
  for (const step of steps.slice(applied)) await sql.transaction([...oneAtATime, ...step])
}

async function newest(sql: Sql): Promise<number | null | undefined> {
  return (await sql.get<{ number: number | null }>('SELECT max(number) AS number FROM migrations', []))?.number
}
