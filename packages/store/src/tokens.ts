import { auditedTransaction } from './audit-scope.ts'
import type { Sql } from './sql.ts'
import type { TokenRecord, TokenStore } from './token-store.ts'

const COLUMNS = `id, name, role, hash, created_at AS "createdAt", created_by AS "createdBy",
  expires_at AS "expiresAt", last_used_at AS "lastUsedAt", project`

/** API tokens, by the hash of their secret. */
export function tokenStore(sql: Sql): TokenStore {
  return {
    async create(token) {
      const { id, hash, name, role, createdAt, createdBy, expiresAt, lastUsedAt, project } = token
      await auditedTransaction(sql, 'token.', { id, name, details: { role, ...(project !== null && { project }) } }, [
        {
          text: `INSERT INTO tokens (id, hash, name, role, created_at, created_by, expires_at, last_used_at, project)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          params: [id, hash, name, role, createdAt, createdBy, expiresAt, lastUsedAt, project],
        },
      ])
    },

    async byHash(hash) {
      const row = await sql.get<TokenRecord>(`SELECT ${COLUMNS} FROM tokens WHERE hash = $1`, [hash])
      return row && { ...row }
    },

    async get(id) {
      const row = await sql.get<TokenRecord>(`SELECT ${COLUMNS} FROM tokens WHERE id = $1`, [id])
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
      const subject = async () => {
        const row = await sql.get<{ name: string }>('SELECT name FROM tokens WHERE id = $1', [id])
        return { id, name: row?.name ?? '' }
      }
      return auditedTransaction(sql, 'token.', subject, [
        { text: 'DELETE FROM tokens WHERE id = $1', params: [id], mustChange: true },
      ])
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
