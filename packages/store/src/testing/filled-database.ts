/** A SQLite file with rows in every table of the schema, also in those of later migrations. */
import { migrate } from '../migrate.ts'
import { MIGRATIONS, type Migration } from '../migrations.ts'
import { type Table, tablesToCopy } from '../move/schema.ts'
import { openPostgres } from '../postgres/postgres-sql.ts'
import type { SqlValue } from '../sql.ts'
import { openSqlite, type SqliteSql } from '../sqlite/sqlite-sql.ts'
import type { PostgresServer } from './postgres-server.ts'

/** The rows of each table; a few have one more. */
export const ROWS = 5

/** Writes rows to every table of the schema. Equal numbers refer to each other. */
export async function fillDatabase(
  file: string,
  server: PostgresServer,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const like = await server.freshDatabase()
  const schema = openPostgres(like, { poolSize: 1, statementTimeoutMs: 0, connectTimeoutMs: 5_000, onLost: () => {} })
  await migrate(schema, migrations)
  const source = openSqlite(file)
  try {
    await migrate(source, migrations)
    for (const table of await tablesToCopy(source, schema)) {
      if (table.name === 'journal_chapters') continue
      for (let number = 1; number <= ROWS; number++) await insert(source, table, number)
    }
    // A history that continues in a segment, and a number that was assigned and is not used any more.
    await source.run(`INSERT INTO journal (chapter, first, count, events) VALUES (-1, 99, 1, 'in a segment')`, [])
    await source.run('INSERT INTO journal_chapters (num, chapter) VALUES (2, -1)', [])
    await source.run(`INSERT INTO vector_collections VALUES (999, 'gone', 1, 1, 1, 'gone')`, [])
    await source.run('DELETE FROM vector_collections WHERE num = 999', [])
  } finally {
    await source.close()
    await schema.close()
  }
}

async function insert(source: SqliteSql, table: Table, number: number): Promise<void> {
  const facts = await source.all<{ name: string; type: string; notnull: number; pk: number }>(
    'SELECT name, type, "notnull", pk FROM pragma_table_info($1)',
    [table.name],
  )
  const values = table.columns.map(({ name, kind }): SqlValue => {
    const fact = facts.find((each) => each.name === name)
    if (number === 3 && fact?.notnull === 0 && fact.pk === 0) return null
    if (kind === 'number') return number
    if (kind === 'bytes') return Buffer.from([number, 0, 255, 92])
    const text = `text é "\\ ${number}`
    // SQLite stores long texts as bytes.
    return fact?.type === 'ANY' && number % 2 === 0 ? Buffer.from(text) : text
  })
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ')
  const places = values.map((_, at) => `$${at + 1}`).join(', ')
  await source.run(`INSERT INTO "${table.name}" (${names}) VALUES (${places})`, values)
}
