import type { Sql } from './sql.ts'
import type { TokenRecord, TokenStore } from './store.ts'

const COLUMNS = `id, name, role, hash, created_at AS "createdAt", created_by AS "createdBy",
  expires_at AS "expiresAt", last_used_at AS "lastUsedAt"`

/** API tokens, by the hash of their secret. */
export function tokenStore(sql: Sql): TokenStore {
  return {
    async create(token) {
      await sql.run(
        `INSERT INTO tokens (id, hash, name, role, created_at, created_by, expires_at, last_used_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          token.id,
          token.hash,
          token.name,
          token.role,
          token.createdAt,
          token.createdBy,
          token.expiresAt,
          token.lastUsedAt,
        ],
      )
    },

    async byHash(hash) {
      const row = await sql.get<TokenRecord>(`SELECT ${COLUMNS} FROM tokens WHERE hash = $1`, [hash])
      return row && { ...row }
    },

    async list({ limit, offset }) {
      const count = await sql.get<{ total: number }>('SELECT count(*) AS total FROM tokens', [])
      const rows = await sql.all<TokenRecord>(
        `SELECT ${COLUMNS} FROM tokens ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
        [limit, offset],
      )
      return { items: rows.map((row) => ({ ...row })), total: count?.total ?? 0 }
    },

    // Foreign keys also remove its sessions and tickets.
    async remove(id) {
      return (await sql.run('DELETE FROM tokens WHERE id = $1', [id])) > 0
    },

    // Never moves back: two requests may arrive in one order and be recorded in the other.
    async touch(id, at) {
      await sql.run(
        'UPDATE tokens SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)',
        [id, at],
      )
    },
  }
}
