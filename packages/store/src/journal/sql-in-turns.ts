import type { Sql } from '../sql.ts'
import type { Turns } from './turns.ts'

const WRITES = /^\s*(INSERT|UPDATE|DELETE)\b/i

/**
 * The same database, with every write taking its turn and made by `writer`: the thread of a file, so that no flush keeps
 * the main thread waiting. Reads go past, because in WAL mode no writer is in their way.
 */
export function sqlInTurns(sql: Sql, turns: Turns, writer: Pick<Sql, 'all' | 'run' | 'transaction'>): Sql {
  return {
    dialect: sql.dialect,
    all<Row>(text: string, params: Parameters<Sql['all']>[1]) {
      return WRITES.test(text) ? turns.take(() => writer.all<Row>(text, params)) : sql.all<Row>(text, params)
    },
    get: (text, params) => sql.get(text, params),
    getLarge: (text, params) => sql.getLarge(text, params),
    run: (text, params) => turns.take(() => writer.run(text, params)),
    transaction: (statements) => turns.take(() => writer.transaction(statements)),
    close: () => sql.close(),
  }
}
