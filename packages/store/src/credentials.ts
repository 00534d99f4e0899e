import { DEFAULT_PROJECT } from '@millrace/model'
import { auditedTransaction } from './audit-scope.ts'
import type {
  CredentialAuthorization,
  CredentialRecord,
  CredentialStore,
  CredentialUse,
  CredentialUser,
} from './credential-store.ts'
import { nameInProject, nameWithoutProject } from './project-names.ts'
import { binder, isStorable, type Sql, type SqlValue, type Statement } from './sql.ts'
import { bytesOf, textOf } from './workflow-rows.ts'

const COLUMNS = 'id, project, name, type, revision, secret, details, used_at AS "usedAt", failure'

interface Row
  extends Pick<CredentialRecord, 'id' | 'project' | 'name' | 'type' | 'revision' | 'secret'>,
    CredentialUse {
  readonly details: string | Uint8Array
}

/** Named credentials, and which workflows refer to them. */
export function credentialStore(sql: Sql): CredentialStore {
  const isTaken = async ({ id, name, project }: CredentialRecord) =>
    (await sql.get('SELECT 1 AS found FROM credentials WHERE name = $1 AND id <> $2', [
      nameInProject(project, name),
      id,
    ])) !== undefined

  return {
    async create(credential) {
      return auditedTransaction(sql, 'credential.', credential, [
        {
          text: `INSERT INTO credentials (id, name, type, revision, secret, details, project)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
          params: [...valuesOf(sql, credential), credential.project],
          mustChange: true,
        },
      ])
    },

    // By id first: a name may look like the id of another credential.
    async get(idOrName, project = DEFAULT_PROJECT) {
      if (!isStorable(idOrName)) return undefined
      const row = await sql.get<Row>(
        `SELECT ${COLUMNS} FROM credentials WHERE id = coalesce(
          (SELECT id FROM credentials WHERE id = $1), (SELECT id FROM credentials WHERE name = $2))`,
        [idOrName, nameInProject(project, idOrName)],
      )
      return row && credentialOf(row)
    },

    async list({ limit, offset, types, projects }) {
      if (types?.length === 0 || projects?.length === 0) return { items: [], total: 0 }
      const { bind, params } = binder()
      const conditions = [
        ...(types === undefined ? [] : [`type IN (${types.map(bind).join(', ')})`]),
        ...(projects === undefined ? [] : [`project IN (${projects.map(bind).join(', ')})`]),
      ]
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
      const [count] = await sql.all<{ total: number }>(`SELECT count(*) AS total FROM credentials ${where}`, [
        ...params,
      ])
      const page = `LIMIT ${bind(limit)} OFFSET ${bind(offset)}`
      // The default project first: names of others start with a character before all letters, so they are put last.
      const order = `CASE project WHEN '${DEFAULT_PROJECT}' THEN 0 ELSE 1 END, name`
      const rows = await sql.all<Row>(`SELECT ${COLUMNS} FROM credentials ${where} ORDER BY ${order} ${page}`, params)
      return { items: rows.map(credentialOf), total: count?.total ?? 0 }
    },

    async update(credential) {
      const isChanged = await auditedTransaction(sql, 'credential.', credential, [
        {
          text: `UPDATE credentials SET name = $2, type = $3, revision = $4, secret = $5, details = $6
            WHERE id = $1 AND revision = $4 - 1
            AND NOT EXISTS (SELECT 1 FROM credentials o WHERE o.name = $2 AND o.id <> $1)`,
          params: valuesOf(sql, credential),
          mustChange: true,
        },
      ])
        // Postgres: if two updates take a name at once, the second fails.
        .catch(async (error: unknown) => {
          if (await isTaken(credential)) return false
          throw error
        })
      if (isChanged) return 'done'
      return (await isTaken(credential)) ? 'taken' : 'stale'
    },

    async remove(id) {
      if (!isStorable(id)) return false
      return auditedTransaction(sql, 'credential.', async () => ({ id, name: (await this.get(id))?.name ?? '' }), [
        { text: 'DELETE FROM credentials WHERE id = $1', params: [id], mustChange: true },
      ])
    },

    async used(id, { usedAt, failure }) {
      await sql.run('UPDATE credentials SET used_at = $2, failure = $3 WHERE id = $1', [id, usedAt, failure])
    },

    async lease(id, now, until) {
      const text = 'UPDATE credentials SET lease_until = $3 WHERE id = $1 AND lease_until <= $2'
      return (await sql.run(text, [id, now, until])) > 0
    },

    async release(id) {
      await sql.run('UPDATE credentials SET lease_until = 0 WHERE id = $1', [id])
    },

    ...authorizationsIn(sql),
    ...referencesIn(sql),
  }
}

/** Connections that were started. */
function authorizationsIn(
  sql: Sql,
): Pick<CredentialStore, 'beginAuthorization' | 'findAuthorization' | 'takeAuthorization'> {
  return {
    async beginAuthorization({ stateHash, credentialId, callerId, sessionHash, secret, expiresAt }, now) {
      await sql.transaction([
        { text: 'DELETE FROM credential_authorizations WHERE expires_at <= $1', params: [now] },
        {
          text: `INSERT INTO credential_authorizations (state_hash, credential_id, caller_id, session_hash, secret, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6)`,
          params: [stateHash, credentialId, callerId, sessionHash, secret, expiresAt],
        },
      ])
    },

    async findAuthorization(stateHash) {
      const row = await sql.get<CredentialAuthorization>(
        `SELECT state_hash AS "stateHash", credential_id AS "credentialId", caller_id AS "callerId",
          session_hash AS "sessionHash", secret, expires_at AS "expiresAt"
        FROM credential_authorizations WHERE state_hash = $1`,
        [stateHash],
      )
      return row && { ...row, secret: bytesOf(row.secret) ?? new Uint8Array() }
    },

    async takeAuthorization(stateHash) {
      return (await sql.run('DELETE FROM credential_authorizations WHERE state_hash = $1', [stateHash])) > 0
    },
  }
}

/** What workflows refer to by a name or an id, and which workflows do. */
function referencesIn(sql: Sql): Pick<CredentialStore, 'typesOf' | 'usesOf' | 'usersOf'> {
  return {
    async typesOf(idsOrNames, project) {
      const wanted = idsOrNames.filter(isStorable)
      if (wanted.length === 0) return new Map()
      const { bind, params } = binder()
      const names = wanted.map((one) => bind(nameInProject(project, one)))
      const rows = await sql.all<{ id: string; name: string; type: string }>(
        `SELECT id, name, type FROM credentials WHERE name IN (${names.join(', ')})
          OR (id IN (${wanted.map(bind).join(', ')}) AND project = ${bind(project)})`,
        params,
      )
      const byName = rows.map(({ name, type }) => [nameWithoutProject(project, name), type] as const)
      const byId = rows.map(({ id, type }) => [id, type] as const)
      const given = new Set(wanted)
      // By id first, as in `get`.
      return new Map([...byName, ...byId].filter(([one]) => given.has(one)))
    },

    async usesOf(credentials) {
      if (credentials.length === 0) return new Map()
      const { bind, params } = binder()
      const wanted = credentials.flatMap(({ id, name, project }) =>
        [id, name].map((named) => `(${bind(id)}, ${bind(named)}, ${bind(project)})`),
      )
      const rows = await sql.all<{ id: string; count: number }>(
        `WITH wanted (id, named, project) AS (VALUES ${wanted.join(', ')})
        SELECT t.id, count(DISTINCT w.seq) AS count FROM wanted t JOIN credential_uses u ON u.name = t.named
        JOIN workflows w ON w.seq = u.workflow_seq AND w.project = t.project GROUP BY t.id`,
        params,
      )
      const counts = new Map(rows.map(({ id, count }) => [id, count]))
      return new Map(credentials.map(({ id }) => [id, counts.get(id) ?? 0]))
    },

    async usersOf({ id, name, project }, { limit, offset }) {
      const users = `FROM workflows w WHERE w.project = $3
        AND w.seq IN (SELECT workflow_seq FROM credential_uses WHERE name IN ($1, $2))`
      const named = [id, name, project]
      const count = await sql.get<{ total: number }>(`SELECT count(*) AS total ${users}`, named)
      const rows = await sql.all<CredentialUser>(
        `SELECT w.id, w.machine_name AS "machineName", w.name ${users} ORDER BY w.machine_name LIMIT $4 OFFSET $5`,
        [...named, limit, offset],
      )
      return { items: rows.map((row) => ({ ...row })), total: count?.total ?? 0 }
    },
  }
}

/** Replaces the names that a workflow refers to. */
export function replaceUses(workflowId: string, names: readonly string[]): Statement[] {
  const seq = '(SELECT seq FROM workflows WHERE id = $1)'
  const kept = [...new Set(names.filter(isStorable))]
  return [
    { text: `DELETE FROM credential_uses WHERE workflow_seq = ${seq}`, params: [workflowId] },
    ...(kept.length === 0
      ? []
      : [
          {
            text: `INSERT INTO credential_uses (name, workflow_seq) VALUES ${kept.map((_, at) => `($${at + 2}, ${seq})`)}`,
            params: [workflowId, ...kept],
          },
        ]),
  ]
}

function valuesOf(
  { dialect }: Sql,
  { id, project, name, type, revision, secret, ...details }: CredentialRecord,
): SqlValue[] {
  const { description, hosts, values, createdAt, updatedAt, createdBy, connection } = details
  const text = JSON.stringify({ description, hosts, values, createdAt, updatedAt, createdBy, connection })
  return [id, nameInProject(project, name), type, revision, secret, dialect.longText(text)]
}

type Details = Omit<CredentialRecord, 'id' | 'project' | 'name' | 'type' | 'revision' | 'secret' | 'connection'> &
  Partial<Pick<CredentialRecord, 'connection'>>

function credentialOf({ secret, details, ...row }: Row): CredentialRecord & CredentialUse {
  // Rows that were written before there were connections have none.
  const { connection = null, ...known } = JSON.parse(textOf(details)) as Details
  const name = nameWithoutProject(row.project, row.name)
  return { ...row, name, secret: bytesOf(secret), ...known, connection }
}
