import { auditedTransaction } from './audit-scope.ts'
import { foldCase } from './fold-case.ts'
import type { ListedPerson, PersonRow, PersonStore } from './people-store.ts'
import { binder, isStorable, type Sql, type Statement } from './sql.ts'

const COLUMNS = `id, source, issuer, subject, email, name, role, password, created_at AS "createdAt",
  last_seen_at AS "lastSeenAt", disabled_at AS "disabledAt", member_groups AS "memberGroups"`

const UPDATED = { name: 'name', role: 'role', password: 'password', disabledAt: 'disabled_at' } as const

// Accounts first. The alphabetical order of the roles is that of their rights, so `min` is the strongest of several; a
// caller who is only a member of projects never has another role.
const LISTED = `SELECT 0 AS part, p.id AS id, p.source AS source, p.email AS email, p.name AS name, p.role AS role,
    p.created_at AS "createdAt", p.last_seen_at AS "lastSeenAt", p.disabled_at AS "disabledAt",
    CASE WHEN p.password IS NULL THEN 0 ELSE 1 END AS "hasPassword", p.name_key AS sorted,
    (SELECT count(*) FROM grants g WHERE g.caller_id = p.id AND g.kind = 'session' AND g.expires_at > $1) AS sessions
  FROM people p
  UNION ALL
  SELECT 1, caller_id, 'token', NULL, max(caller_name), min(role), NULL, max(created_at), NULL, 0, max(caller_name),
    count(*)
  FROM grants WHERE kind = 'session' AND person_id IS NULL AND expires_at > $1 GROUP BY caller_id`

interface ListedRow extends Omit<ListedPerson, 'hasPassword'> {
  readonly hasPassword: number
  readonly part: number
  readonly sorted: string
}

type StoredPerson = Omit<PersonRow, 'groups'> & { readonly memberGroups: string }

function personOf({ memberGroups, ...row }: StoredPerson): PersonRow {
  return { ...row, groups: JSON.parse(memberGroups) as string[] }
}

/** People with an account, by their issuer and subject. */
export function personStore(sql: Sql): PersonStore {
  async function bySubject(issuer: string, subject: string): Promise<PersonRow | undefined> {
    if (!isStorable(subject)) return undefined
    const row = await sql.get<StoredPerson>(`SELECT ${COLUMNS} FROM people WHERE issuer = $1 AND subject = $2`, [
      issuer,
      subject,
    ])
    return row && personOf(row)
  }

  return {
    bySubject,

    async byEmail(email) {
      const folded = email.trim().toLowerCase()
      if (!isStorable(folded)) return []
      const rows = await sql.all<{ id: string }>('SELECT id FROM people WHERE lower(email) = $1 ORDER BY id LIMIT 2', [
        folded,
      ])
      return rows.map(({ id }) => id)
    },

    create(person) {
      const { id, name, email, role } = person
      const subject = { id, name, details: { role, ...(email !== null && { email }) } }
      return auditedTransaction(sql, 'person.', subject, [insert(person)])
    },

    async get(id) {
      if (!isStorable(id)) return undefined
      const row = await sql.get<StoredPerson>(`SELECT ${COLUMNS} FROM people WHERE id = $1`, [id])
      return row && personOf(row)
    },

    async signedIn(person) {
      const { issuer, subject, email, name, role } = person
      await sql.run(
        `INSERT INTO people (id, source, issuer, subject, email, name, name_key, role, created_at,
          member_groups)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (issuer, subject) DO UPDATE SET email = excluded.email, name = excluded.name,
          name_key = excluded.name_key, role = excluded.role, member_groups = excluded.member_groups`,
        [
          ...[person.id, person.source, issuer, subject, email, name, foldCase(name), role, person.createdAt],
          JSON.stringify(person.groups),
        ],
      )
      const row = await bySubject(issuer, subject)
      if (row === undefined) throw new Error('the person was deleted meanwhile')
      return row
    },

    async update(id, change) {
      const { bind, params } = binder()
      const given = Object.entries(UPDATED).flatMap(([key, column]) => {
        const value = change[key as keyof typeof UPDATED]
        return value === undefined ? [] : [`${column} = ${bind(value)}`]
      })
      if (change.name !== undefined) given.push(`name_key = ${bind(foldCase(change.name))}`)
      if (given.length === 0) return true
      const subject = async () => {
        const row = await sql.get<{ name: string }>('SELECT name FROM people WHERE id = $1', [id])
        return { id, name: row?.name ?? '' }
      }
      const text = `UPDATE people SET ${given.join(', ')} WHERE id = ${bind(id)}`
      return auditedTransaction(sql, 'person.', subject, [{ text, params, mustChange: true }])
    },

    async list({ now, limit, offset }) {
      const count = await sql.all<{ total: number }>(`SELECT count(*) AS total FROM (${LISTED}) AS listed`, [now])
      const rows = await sql.all<ListedRow>(
        `SELECT * FROM (${LISTED}) AS listed ORDER BY part, sorted, id LIMIT $2 OFFSET $3`,
        [now, limit, offset],
      )
      return { items: rows.map(listed), total: count[0]?.total ?? 0 }
    },

    async hasPasswords() {
      const text = 'SELECT 1 AS one FROM people WHERE password IS NOT NULL AND disabled_at IS NULL LIMIT 1'
      return (await sql.get<{ one: number }>(text, [])) !== undefined
    },

    // Never moves back: two requests may arrive in one order and be recorded in the other.
    async touch(id, at) {
      await sql.run(
        'UPDATE people SET last_seen_at = $2 WHERE id = $1 AND (last_seen_at IS NULL OR last_seen_at < $2)',
        [id, at],
      )
    },
  }
}

function insert(person: PersonRow): Statement {
  const { id, source, issuer, subject, email, name, role, password, createdAt, lastSeenAt, disabledAt } = person
  return {
    text: `INSERT INTO people (id, source, issuer, subject, email, name, name_key, role, password, created_at,
        last_seen_at, disabled_at, member_groups)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
    params: [
      ...[id, source, issuer, subject, email, name, foldCase(name), role, password],
      ...[createdAt, lastSeenAt, disabledAt, JSON.stringify(person.groups)],
    ],
    mustChange: true,
  }
}

function listed({ part: _, sorted: __, hasPassword, ...row }: ListedRow): ListedPerson {
  return { ...row, hasPassword: hasPassword === 1 }
}
