import { auditedTransaction } from './audit-scope.ts'
import type { Sql, SqlValue, Statement } from './sql.ts'
import type { GrantRecord, GrantStore } from './token-store.ts'

const COLUMNS = `hash, kind, caller_id AS "callerId", caller_name AS "callerName", role,
  created_at AS "createdAt", expires_at AS "expiresAt", token_id AS "tokenId",
  credential_expires_at AS "credentialExpiresAt", session_hash AS "sessionHash",
  person_id AS "personId", provider_session AS "providerSession"`

/** Sessions, one-time links and tickets, by the hash of their secret. */
export function grantStore(sql: Sql): GrantStore {
  /** Removes sessions of one caller, or of all (`callerId` is empty), and returns their hashes. */
  async function removed(which: string, params: readonly SqlValue[], callerId: string): Promise<string[]> {
    const select = `SELECT hash, caller_name AS name FROM grants WHERE ${which}`
    const rows = await sql.all<{ hash: string; name: string }>(select, params)
    const name = callerId === '' ? '' : (rows[0]?.name ?? '')
    const subject = { id: callerId, name, details: { ended: rows.length } }
    await auditedTransaction(sql, 'session.', subject, [{ text: `DELETE FROM grants WHERE ${which}`, params }])
    return rows.map(({ hash }) => hash)
  }

  return {
    async create(grant) {
      const { kind, hash, callerId, callerName, role, createdAt, expiresAt, tokenId } = grant
      const insert = {
        text: `INSERT INTO grants (kind, hash, caller_id, caller_name, role, created_at, expires_at, token_id,
            credential_expires_at, session_hash, person_id, provider_session)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        params: [
          ...[kind, hash, callerId, callerName, role, createdAt, expiresAt, tokenId],
          ...[grant.credentialExpiresAt, grant.sessionHash, grant.personId, grant.providerSession],
        ],
      }
      if (kind === 'session')
        return void (await auditedTransaction(sql, 'session.', { id: hash, name: callerName }, [insert]))
      if (kind !== 'password' || grant.personId === null) return void (await sql.transaction([insert]))
      const subject = { id: grant.personId, name: callerName }
      await auditedTransaction(sql, 'person.', subject, [linksOf(grant.personId), insert])
    },

    async find(kind, hash) {
      const row = await sql.get<GrantRecord>(`SELECT ${COLUMNS} FROM grants WHERE kind = $1 AND hash = $2`, [
        kind,
        hash,
      ])
      return row && { ...row }
    },

    async take(kind, hash) {
      const [row] = await sql.all<GrantRecord>(
        `DELETE FROM grants WHERE kind = $1 AND hash = $2 RETURNING ${COLUMNS}`,
        [kind, hash],
      )
      return row && { ...row }
    },

    remove(kind, hash) {
      const subject = async () => ({ id: hash, name: (await this.find(kind, hash))?.callerName ?? '' })
      const text = 'DELETE FROM grants WHERE kind = $1 AND hash = $2'
      return auditedTransaction(sql, 'session.', subject, [{ text, params: [kind, hash], mustChange: true }])
    },

    async listSessions({ now, limit, offset }) {
      const live = "kind = 'session' AND expires_at > $1"
      const count = await sql.get<{ total: number }>(`SELECT count(*) AS total FROM grants WHERE ${live}`, [now])
      const rows = await sql.all<GrantRecord>(
        `SELECT ${COLUMNS} FROM grants WHERE ${live} ORDER BY created_at DESC, hash LIMIT $2 OFFSET $3`,
        [now, limit, offset],
      )
      return { items: rows.map((row) => ({ ...row })), total: count?.total ?? 0 }
    },

    async removeSessions(except) {
      return removed("kind = 'session' AND hash <> $1", [except ?? ''], '')
    },

    async removeSessionsOf(callerId, except) {
      return removed("kind = 'session' AND caller_id = $1 AND hash <> $2", [callerId, except ?? ''], callerId)
    },

    async removePasswordLinks(personId) {
      await sql.transaction([linksOf(personId)])
    },

    removeExpired: (now) => sql.run('DELETE FROM grants WHERE expires_at <= $1', [now]),
  }
}

/** The statement that removes the links of a person to choose a password. */
function linksOf(personId: string): Statement {
  return { text: "DELETE FROM grants WHERE kind = 'password' AND person_id = $1", params: [personId] }
}
