import type { Sql } from '../sql.ts'
import { textOf } from '../workflow-rows.ts'

/** Reads the JSON of values that are stored outside the journal, by hash. */
export function largeValues(sql: Sql): (hashes: readonly string[]) => Promise<ReadonlyMap<string, string>> {
  return async (hashes) => {
    const values = new Map<string, string>()
    // One at a time: each is large, so batching gains nothing.
    for (const hash of hashes) {
      const row = await sql.get<{ value: string | Uint8Array }>('SELECT value FROM large_values WHERE hash = $1', [
        hash,
      ])
      if (row !== undefined) values.set(hash, textOf(row.value))
    }
    return values
  }
}
