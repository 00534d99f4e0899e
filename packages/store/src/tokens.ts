import { auditedTransaction } from './audit-scope.ts'
import type { Sql } from './sql.ts'
import type { ListedToken, TokenRecord, TokenStore } from './token-store.ts'

const COLUMNS = `t.id, t.name, t.role, t.hash, t.created_at AS "createdAt", t.created_by AS "createdBy",
  t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.project, t.owner`

/** API tokens, by the hash of their secret. */
export function tokenStore(sql: Sql): TokenStore {
  return {
    async create(token) {
      const { id, hash, name, role, createdAt, createdBy, expiresAt, lastUsedAt, project, owner } = token
      const details = { role, ...(project !== null && { project }), ...(owner !== null && { owner }) }
      await auditedTransaction(sql, 'token.', { id, name, details }, [
        {
          text: `INSERT INTO tokens (id, hash, name, role, created_at, created_by, expires_at, last_used_at, project,
              owner)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          params: [id, hash, name, role, createdAt, createdBy, expiresAt, lastUsedAt, project, owner],
        },
      ])
    },

    async byHash(hash) {
      const row = await sql.get<TokenRecord>(`SELECT ${COLUMNS} FROM tokens t WHERE t.hash = $1`, [hash])
      return row && { ...row }
    },

    async get(id) {
      const row = await sql.get<TokenRecord>(`SELECT ${COLUMNS} FROM tokens t WHERE t.id = $1`, [id])
      return row && { ...row }
    },

    async list({ limit, offset }) {
      const count = await sql.get<{ total: number }>('SELECT count(*) AS total FROM tokens', [])
      const rows = await sql.all<ListedToken>(
        `SELECT ${COLUMNS}, p.name AS "ownerName", p.disabled_at AS "ownerDisabledAt"
        FROM tokens t LEFT JOIN people p ON p.id = t.owner ORDER BY t.created_at DESC, t.id DESC LIMIT $1 OFFSET $2`,
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
