import type { Sql } from '../sql.ts'
import type { Turns } from './turns.ts'

const WRITES = /^\s*(INSERT|UPDATE|DELETE)\b/i

/** The same database, with every write taking its turn; reads go past, because in WAL mode nobody is in their way. */
export function sqlInTurns(sql: Sql, turns: Turns): Sql {
  return {
    dialect: sql.dialect,
    all<Row>(text: string, params: Parameters<Sql['all']>[1]) {
      return WRITES.test(text) ? turns.take(() => sql.all<Row>(text, params)) : sql.all<Row>(text, params)
    },
    get: (text, params) => sql.get(text, params),
    run: (text, params) => turns.take(() => sql.run(text, params)),
    transaction: (statements) => turns.take(() => sql.transaction(statements)),
    close: () => sql.close(),
  }
}
