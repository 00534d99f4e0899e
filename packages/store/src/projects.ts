import { DEFAULT_PROJECT, ROLES, type Role } from '@millrace/model'
import { auditedTransaction } from './audit-scope.ts'
import { foldCase } from './fold-case.ts'
import { UNLISTED } from './journal/counts.ts'
import { parseRecord } from './journal/record-text.ts'
import { namesOfProject } from './project-names.ts'
import type { ListedMember, ListedProject, Owned, ProjectStore } from './project-store.ts'
import { binder, isStorable, type Sql, type Statement } from './sql.ts'

// The default project has no row.
const ALL = `(SELECT id, name, name_key, created_at, 1 AS part FROM projects
  UNION ALL SELECT '${DEFAULT_PROJECT}', 'Default', '', 0, 0)`
const COLUMNS = `p.id, p.name, p.created_at AS "createdAt",
  (SELECT count(*) FROM workflows w WHERE w.project = p.id) AS workflows,
  (SELECT count(*) FROM credentials c WHERE c.project = p.id) AS credentials,
  (SELECT count(*) FROM project_members m WHERE m.project = p.id) AS members`

export function projectStore(sql: Sql): ProjectStore {
  const exists = async (id: string) =>
    id === DEFAULT_PROJECT || (await sql.get('SELECT 1 AS one FROM projects WHERE id = $1', [id])) !== undefined

  return {
    create({ id, name, createdAt }) {
      return auditedTransaction(sql, 'project.', { id, name }, [
        {
          text: `INSERT INTO projects (id, name, name_key, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
          params: [id, name, foldCase(name), createdAt],
          mustChange: true,
        },
      ])
    },

    async list({ ids, limit, offset }) {
      if (ids?.length === 0) return { items: [], total: 0 }
      const { bind, params } = binder()
      const where = ids === undefined ? '' : `WHERE p.id IN (${ids.map(bind).join(', ')})`
      const counted = await sql.all<{ total: number }>(`SELECT count(*) AS total FROM ${ALL} AS p ${where}`, [
        ...params,
      ])
      const items = await sql.all<ListedProject>(
        `SELECT ${COLUMNS} FROM ${ALL} AS p ${where} ORDER BY p.part, p.name_key, p.id
        LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
        params,
      )
      return { items: items.map((item) => ({ ...item })), total: counted[0]?.total ?? 0 }
    },

    async get(id) {
      if (!isStorable(id)) return undefined
      const row = await sql.get<ListedProject>(`SELECT ${COLUMNS} FROM ${ALL} AS p WHERE p.id = $1`, [id])
      return row && { ...row }
    },

    async rename(id, name) {
      return auditedTransaction(sql, 'project.', { id, name }, [
        {
          text: 'UPDATE projects SET name = $2, name_key = $3 WHERE id = $1',
          params: [id, name, foldCase(name)],
          mustChange: true,
        },
      ])
    },

    async remove(id) {
      const name = (await this.get(id))?.name ?? ''
      const isRemoved = await auditedTransaction(sql, 'project.', { id, name }, removal(id))
      if (isRemoved) return 'done'
      return (await exists(id)) ? 'full' : 'missing'
    },

    ...memberWrites(sql, exists),

    async rolesOf({ person, groups }) {
      const { bind, params } = binder()
      const known = groups.filter(isStorable)
      const conditions = [
        ...(person === undefined ? [] : [`(kind = 'person' AND subject = ${bind(person)})`]),
        ...(known.length === 0 ? [] : [`(kind = 'group' AND subject IN (${known.map(bind).join(', ')}))`]),
      ]
      if (conditions.length === 0) return new Map()
      const rows = await sql.all<{ project: string; role: Role }>(
        `SELECT project, role FROM project_members WHERE ${conditions.join(' OR ')}`,
        params,
      )
      return strongest(rows)
    },

    projectOf: (owned) => projectOf(sql, owned),

    async moveWorkflow(id, project) {
      const row = await sql.get<{ name: string }>('SELECT name FROM workflows WHERE id = $1', [id])
      return auditedTransaction(sql, 'workflow.', { id, name: row?.name ?? '', details: { project } }, [
        { text: 'UPDATE workflows SET project = $2 WHERE id = $1', params: [id, project], mustChange: true },
      ])
    },
  }
}

type MemberWrites = Pick<ProjectStore, 'members' | 'setMember' | 'removeMember'>

function memberWrites(sql: Sql, exists: (project: string) => Promise<boolean>): MemberWrites {
  return {
    async members(project, { limit, offset }) {
      const count = await sql.get<{ total: number }>(
        'SELECT count(*) AS total FROM project_members WHERE project = $1',
        [project],
      )
      const items = await sql.all<ListedMember>(
        `SELECT m.project, m.kind, m.subject, m.role, m.added_at AS "addedAt", p.name, p.email
        FROM project_members m LEFT JOIN people p ON m.kind = 'person' AND p.id = m.subject
        WHERE m.project = $1 ORDER BY m.kind DESC, coalesce(p.name_key, ''), m.subject LIMIT $2 OFFSET $3`,
        [project, limit, offset],
      )
      return { items: items.map((item) => ({ ...item })), total: count?.total ?? 0 }
    },

    async setMember({ project, kind, subject, role, addedAt }) {
      if (!(await exists(project))) return false
      return auditedTransaction(sql, 'project.', { id: project, name: project, details: { kind, subject, role } }, [
        {
          text: `INSERT INTO project_members (project, kind, subject, role, added_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (project, kind, subject) DO UPDATE SET role = excluded.role`,
          params: [project, kind, subject, role, addedAt],
          mustChange: true,
        },
      ])
    },

    async removeMember({ project, kind, subject }) {
      if (!isStorable(subject)) return false
      return auditedTransaction(sql, 'project.', { id: project, name: project, details: { kind, subject } }, [
        {
          text: 'DELETE FROM project_members WHERE project = $1 AND kind = $2 AND subject = $3',
          params: [project, kind, subject],
          mustChange: true,
        },
      ])
    },
  }
}

/** Nothing is removed if the project has a workflow or a credential. */
function removal(id: string): Statement[] {
  return [
    {
      text: `DELETE FROM projects WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM workflows w WHERE w.project = $1)
        AND NOT EXISTS (SELECT 1 FROM credentials c WHERE c.project = $1)`,
      params: [id],
      mustChange: true,
    },
    { text: 'DELETE FROM project_members WHERE project = $1', params: [id] },
    { text: 'DELETE FROM tokens WHERE project = $1', params: [id] },
    { text: `DELETE FROM model_budgets WHERE scope = 'project' AND subject = $1`, params: [id] },
    // A new project with the same id starts from zero.
    { text: `DELETE FROM model_totals WHERE scope = 'project' AND subject = $1`, params: [id] },
    { text: 'DELETE FROM key_values WHERE namespace >= $1 AND namespace < $2', params: [...namesOfProject(id)] },
    {
      // Names of collections are JSON texts.
      text: 'DELETE FROM vector_collections WHERE name >= $1 AND name < $2',
      params: namesOfProject(id).map((name) => JSON.stringify(name).slice(0, -1)),
    },
  ]
}

function strongest(rows: readonly { readonly project: string; readonly role: Role }[]): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>()
  for (const { project, role } of rows) {
    const known = roles.get(project)
    if (known === undefined || ROLES.indexOf(role) > ROLES.indexOf(known)) roles.set(project, role)
  }
  return roles
}

const OF_WORKFLOW = `SELECT project FROM workflows WHERE seq = coalesce((SELECT seq FROM workflows WHERE id = $1),
  (SELECT seq FROM workflows WHERE machine_name = $1))`
const OF_SESSION = `SELECT w.project FROM sessions s JOIN workflows w ON w.seq = s.workflow_seq WHERE s.id = $1`
const OF_CREDENTIAL = `SELECT project FROM credentials WHERE id = coalesce((SELECT id FROM credentials WHERE id = $1),
  (SELECT id FROM credentials WHERE name = $1))`
// What ran without a stored workflow belongs to the default project.
const ownProject = (id: string) => `CASE WHEN ${id} = '' THEN '${DEFAULT_PROJECT}' ELSE w.project END AS project`
const OF_INTERRUPT = `SELECT ${ownProject('i.workflow_id')} FROM interrupts i
  LEFT JOIN workflows w ON w.id = i.workflow_id WHERE i.id = $1`
const OF_EXECUTION = `SELECT CASE WHEN x.id = '${UNLISTED}' THEN e.record END AS record,
    ${ownProject('x.id')}
  FROM executions e JOIN execution_workflows x ON x.num = e.workflow LEFT JOIN workflows w ON w.id = x.id WHERE e.id = $1`

interface ExecutionOwner {
  readonly project: string | null
  readonly record: string | null
}

async function projectOf(sql: Sql, { kind, id }: Owned): Promise<string | undefined> {
  if (!isStorable(id)) return undefined
  if (kind === 'execution') return projectOfExecution(sql, id)
  const text = { workflow: OF_WORKFLOW, session: OF_SESSION, interrupt: OF_INTERRUPT, credential: OF_CREDENTIAL }[kind]
  return (await sql.get<{ project: string | null }>(text, [id]))?.project ?? undefined
}

/** An execution that is a part of another one names its workflow in its record. */
async function projectOfExecution(sql: Sql, id: string): Promise<string | undefined> {
  const row = await sql.get<ExecutionOwner>(OF_EXECUTION, [id])
  if (row === undefined || row.record === null) return row?.project ?? undefined
  const { workflowId = '' } = parseRecord(row.record)
  if (workflowId === '') return DEFAULT_PROJECT
  return (await sql.get<{ project: string }>('SELECT project FROM workflows WHERE id = $1', [workflowId]))?.project
}
