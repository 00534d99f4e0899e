/** Connections to model providers. There are few, so a list reads all of them. */
import type { ConnectionRecord, ConnectionStore } from './ai-store.ts'
import { auditedTransaction } from './audit-scope.ts'
import { foldCase } from './fold-case.ts'
import { hashedKey } from './hashed-key.ts'
import { isStorable, type Sql, type SqlValue } from './sql.ts'
import { bytesOf, textOf } from './workflow-rows.ts'

const COLUMNS = 'id, secret, details'

interface Row {
  readonly id: string
  readonly secret: Uint8Array | null
  readonly details: string | Uint8Array
}

export function connectionStore(sql: Sql): ConnectionStore {
  /** Whether another connection has the name. */
  const isTaken = async ({ id, name }: ConnectionRecord) =>
    (await sql.get('SELECT 1 AS found FROM connections WHERE name_hash = $1 AND id <> $2', [hashOf(name), id])) !==
    undefined

  return {
    async create(connection) {
      return auditedTransaction(sql, 'connection.', connection, [
        {
          text: `INSERT INTO connections (id, name_hash, name_key, secret, details) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING`,
          params: valuesOf(sql, connection),
          mustChange: true,
        },
      ])
    },

    // By id first: a name may look like the id of another connection.
    async get(idOrName) {
      const row = await sql.get<Row>(
        `SELECT ${COLUMNS} FROM connections WHERE id = coalesce(
          (SELECT id FROM connections WHERE id = $1), (SELECT id FROM connections WHERE name_hash = $2))`,
        [isStorable(idOrName) ? idOrName : null, hashOf(idOrName)],
      )
      return row && connectionOf(row)
    },

    async list({ limit, offset }) {
      const count = await sql.get<{ total: number }>('SELECT count(*) AS total FROM connections', [])
      const rows = await sql.all<Row>(`SELECT ${COLUMNS} FROM connections ORDER BY name_key, id LIMIT $1 OFFSET $2`, [
        limit,
        offset,
      ])
      return { items: rows.map(connectionOf), total: count?.total ?? 0 }
    },

    async update(connection) {
      if (!isStorable(connection.id)) return 'missing'
      const isChanged = await auditedTransaction(sql, 'connection.', connection, [
        {
          text: `UPDATE connections SET name_hash = $2, name_key = $3, secret = $4, details = $5 WHERE id = $1
            AND NOT EXISTS (SELECT 1 FROM connections o WHERE o.name_hash = $2 AND o.id <> $1)`,
          params: valuesOf(sql, connection),
          mustChange: true,
        },
      ])
        // Postgres: if two updates take a name at once, the second fails.
        .catch(async (error: unknown) => {
          if (await isTaken(connection)) return false
          throw error
        })
      if (isChanged) return 'done'
      return (await isTaken(connection)) ? 'taken' : 'missing'
    },

    async remove(id) {
      if (!isStorable(id)) return false
      return auditedTransaction(sql, 'connection.', async () => ({ id, name: (await this.get(id))?.name ?? '' }), [
        { text: 'DELETE FROM connections WHERE id = $1', params: [id], mustChange: true },
      ])
    },
  }
}

function valuesOf({ dialect }: Sql, { id, secret, ...details }: ConnectionRecord): SqlValue[] {
  const { name, provider, baseUrl, hint, createdAt, updatedAt, createdBy } = details
  const text = JSON.stringify({ name, provider, baseUrl, hint, createdAt, updatedAt, createdBy })
  return [id, hashOf(name), orderOf(name), secret, dialect.longText(text)]
}

function hashOf(name: string): string {
  return hashedKey(foldCase(name))
}

/** The sort key of a name. Neither database can store NUL. */
function orderOf(name: string): string {
  return foldCase(name).replaceAll('\0', '\ufffd')
}

function connectionOf({ id, secret, details }: Row): ConnectionRecord {
  return { id, secret: bytesOf(secret), ...(JSON.parse(textOf(details)) as Omit<ConnectionRecord, 'id' | 'secret'>) }
}
