import { type Dialect, likeAnywhere } from '../sql.ts'

/** Any number, as long as every version of this program uses the same one. */
const MIGRATION_LOCK = 7_345_120_001

/** The SQL dialect of Postgres. */
export const postgresDialect: Dialect = {
  name: 'postgres',

  oneAtATime: [{ text: `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})` }],

  longText: (text) => text,

  longTextOf: (expression) => expression,

  has: (text, part) => `strpos(${text}, ${part}) > 0`,

  // No `set`: the planner estimates how many rows a pattern matches and chooses between index and scan itself.
  contains(text) {
    const pattern = likeAnywhere(text)
    return {
      test: (bind) => {
        const place = bind(pattern)
        return `(w.name_key LIKE ${place} ESCAPE '\\' OR w.description_key LIKE ${place} ESCAPE '\\')`
      },
    }
  },

  auditContains: (column, text, bind) => `${column} LIKE ${bind(likeAnywhere(text))} ESCAPE '\\'`,

  namesContaining(text, limit, bind) {
    const pattern = bind(likeAnywhere(text))
    return `SELECT seq FROM workflows WHERE name_key LIKE ${pattern} ESCAPE '\\' ORDER BY seq LIMIT ${bind(limit)}`
  },
}
