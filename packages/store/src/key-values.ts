import type { KeyValueStore } from './key-value-store.ts'
import { isStorable, type Sql } from './sql.ts'
import { textOf } from './workflow-rows.ts'

interface Row {
  readonly key: string
  readonly value: string | Uint8Array
}

/** JSON values by namespace and key. */
export function keyValueStore(sql: Sql): KeyValueStore {
  return {
    async get(namespace, key) {
      if (!isStorable(namespace) || !isStorable(key)) return undefined
      const row = await sql.get<Row>('SELECT key, value FROM key_values WHERE namespace = $1 AND key = $2', [
        namespace,
        key,
      ])
      return row && JSON.parse(textOf(row.value))
    },

    async set(namespace, key, value, writtenAt) {
      const text: string | undefined = JSON.stringify(value)
      if (text === undefined)
        throw new Error(`The value of ${key} must be representable as JSON (got ${typeof value}).`)
      await sql.run(
        `INSERT INTO key_values (namespace, key, value, written_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, written_at = excluded.written_at`,
        [namespace, key, sql.dialect.longText(text), writtenAt ?? null],
      )
    },

    async delete(namespace, key) {
      if (!isStorable(namespace) || !isStorable(key)) return false
      return (await sql.run('DELETE FROM key_values WHERE namespace = $1 AND key = $2', [namespace, key])) > 0
    },

    async list(namespace) {
      if (!isStorable(namespace)) return []
      const rows = await sql.all<Row>('SELECT key, value FROM key_values WHERE namespace = $1 ORDER BY key', [
        namespace,
      ])
      return rows.map(({ key, value }) => ({ key, value: JSON.parse(textOf(value)) as unknown }))
    },

    async prune({ writtenBefore, batch }) {
      // The condition is repeated: a value that is written again meanwhile stays.
      return sql.run(
        `DELETE FROM key_values WHERE written_at < $1 AND (namespace, key) IN (
          SELECT k.namespace, k.key FROM key_values k WHERE k.written_at < $1 ORDER BY k.written_at LIMIT $2)`,
        [writtenBefore, batch],
      )
    },
  }
}
