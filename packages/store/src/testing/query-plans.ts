import type { Sql, SqlValue } from '../sql.ts'
import type { SqliteSql } from '../sqlite/sqlite-sql.ts'

/** SQLite's query plans of all statements of `work`, one line each. */
export async function plansOf(sqlite: SqliteSql, work: (sql: Sql) => Promise<unknown>): Promise<string[]> {
  const lines: string[] = []
  const explain = async (text: string, params: readonly SqlValue[]) => {
    const rows = await sqlite.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
    lines.push(...rows.map(({ detail }) => detail))
  }
  await work({
    dialect: sqlite.dialect,
    getLarge: (text, params) => sqlite.getLarge(text, params),
    all: async (text, params) => {
      await explain(text, params)
      return sqlite.all(text, params)
    },
    rows: async (text, params) => {
      await explain(text, params)
      return sqlite.rows(text, params)
    },
    get: async (text, params) => {
      await explain(text, params)
      return sqlite.get(text, params)
    },
    run: async (text, params) => {
      await explain(text, params)
      return sqlite.run(text, params)
    },
    transaction: async (statements) => {
      for (const { text, params = [] } of statements) await explain(text, params)
      return sqlite.transaction(statements)
    },
    close: async () => {},
  })
  return lines
}
