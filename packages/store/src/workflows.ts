import { auditedTransaction } from './audit-scope.ts'
import { replaceUses } from './credentials.ts'
import { foldCase } from './fold-case.ts'
import { type Dialect, isStorable, type Sql, type SqlValue, type Statement } from './sql.ts'
import type { WorkflowSave, WorkflowStore, WorkflowSummary, WorkflowVersion } from './store.ts'
import { replaceTriggers, type TriggerChange, writeTriggers } from './triggers.ts'
import { afterAll, listSummaries, listWorkflows, suggestWorkflows, tagKeysOf } from './workflow-list.ts'
import {
  bytesOf,
  NEWEST_VERSION,
  STATE_COLUMNS,
  type StateRow,
  stateOf,
  textOf,
  WORKFLOW_COLUMNS,
  type WorkflowRow,
  workflowOf,
} from './workflow-rows.ts'
import { listTags } from './workflow-tags.ts'

/** The `seq` of the workflow with the id `$1`. */
const SEQ = '(SELECT seq FROM workflows WHERE id = $1)'

const VERSION_COLUMNS = `w.id AS "workflowId", v.revision, v.version_id AS "versionId",
  v.saved_at AS "savedAt", v.saved_by AS "savedBy"`

// By id first: a machine name may look like the id of another workflow.
const GET = `SELECT ${WORKFLOW_COLUMNS} FROM workflows w ${NEWEST_VERSION}
  WHERE w.seq = coalesce(${SEQ}, (SELECT seq FROM workflows WHERE machine_name = $1))`

const CURRENT = `SELECT ${STATE_COLUMNS} FROM workflows w
  WHERE w.seq = coalesce(${SEQ}, (SELECT seq FROM workflows WHERE machine_name = $1))`

/** Workflows with their versions. */
export function workflowStore(sql: Sql): WorkflowStore {
  return {
    async create(save) {
      return auditedTransaction(sql, 'workflow.', subjectOf(save), [
        insertSummary(save.summary),
        ...insertContent(save, sql.dialect),
        ...writeTriggers(triggersOf(save)),
      ])
    },

    async update(save, expected, keepVersions) {
      return auditedTransaction(sql, 'workflow.', subjectOf(save), [
        updateSummary(save, expected),
        { text: `DELETE FROM workflow_tags WHERE workflow_seq = ${SEQ}`, params: [save.summary.id] },
        ...insertContent(save, sql.dialect),
        dropOldVersions(save.summary.id, keepVersions),
        ...(save.triggers === 'unchanged' ? [] : replaceTriggers(triggersOf(save))),
      ])
    },

    async publish({ id, revision, expected, at, triggers, credentials = [] }) {
      if (!isStorable(id)) return false
      const subject = async () => ({ ...(await nameOf(sql, id)), details: { revision } })
      return auditedTransaction(sql, 'workflow.', subject, [
        {
          text: `UPDATE workflows SET published_revision = $2 WHERE id = $1 AND revision = $3 AND is_manual = 1
            AND EXISTS (SELECT 1 FROM workflow_versions v WHERE v.workflow_seq = workflows.seq AND v.revision = $2)`,
          params: [id, revision, expected],
          mustChange: true,
        },
        ...replaceTriggers({ id, triggers, at }),
        ...replaceUses(id, credentials),
      ])
    },

    async get(idOrName) {
      if (!isStorable(idOrName)) return undefined
      const row = await sql.get<WorkflowRow>(GET, [idOrName])
      return row && workflowOf(row)
    },

    async current(idOrName) {
      if (!isStorable(idOrName)) return undefined
      const row = await sql.get<StateRow>(CURRENT, [idOrName])
      return row && stateOf(row)
    },

    async remove(id) {
      if (!isStorable(id)) return false
      return auditedTransaction(sql, 'workflow.', () => nameOf(sql, id), [
        { text: 'DELETE FROM workflows WHERE id = $1', params: [id], mustChange: true },
      ])
    },

    list: (query) => listWorkflows(sql, query),

    summaries: (query) => listSummaries(sql, query),

    tags: (query) => listTags(sql, query),

    suggest: (text, limit, projects) => suggestWorkflows(sql, text, limit, projects),

    async machineNamesLike(prefix) {
      if (!isStorable(prefix)) return []
      // A range instead of LIKE: nothing to escape, and LIKE in SQLite ignores case.
      const rows = await sql.all<{ name: string }>(
        `SELECT machine_name AS name FROM workflows
        WHERE machine_name >= $1 AND machine_name < $2 ORDER BY machine_name`,
        [prefix, afterAll(prefix)],
      )
      return rows.map((row) => row.name)
    },

    async versions(id, { limit, offset }) {
      if (!isStorable(id)) return { items: [], total: 0 }
      const count = await sql.get<{ total: number }>(
        `SELECT count(*) AS total FROM workflow_versions WHERE workflow_seq = ${SEQ}`,
        [id],
      )
      const items = await sql.all<Omit<WorkflowVersion, 'document' | 'secrets'>>(
        `SELECT ${VERSION_COLUMNS} FROM workflow_versions v JOIN workflows w ON w.seq = v.workflow_seq
        WHERE w.id = $1 ORDER BY v.revision DESC LIMIT $2 OFFSET $3`,
        [id, limit, offset],
      )
      return { items: items.map((item) => ({ ...item })), total: count?.total ?? 0 }
    },

    async version(id, which) {
      if (!isStorable(id) || !isStorable(String(which))) return undefined
      const column = typeof which === 'number' ? 'revision' : 'version_id'
      const row = await sql.get<Omit<WorkflowVersion, 'document'> & { readonly document: string | Uint8Array }>(
        `SELECT ${VERSION_COLUMNS}, v.secrets, v.document
        FROM workflow_versions v JOIN workflows w ON w.seq = v.workflow_seq WHERE w.id = $1 AND v.${column} = $2`,
        [id, which],
      )
      return row && { ...row, document: textOf(row.document), secrets: bytesOf(row.secrets) }
    },
  }
}

/** The tags, the document and the credentials that it refers to. */
function insertContent(save: WorkflowSave, dialect: Dialect): Statement[] {
  const uses = replaceUses(save.summary.id, save.credentials ?? [])
  return [...insertTags(save.summary), insertVersion(save, dialect), ...uses]
}

/** A save in the audit log. */
function subjectOf({ summary: { id, name, revision, isActive } }: WorkflowSave) {
  return { id, name, details: { revision, active: isActive } }
}

async function nameOf(sql: Sql, id: string): Promise<{ readonly id: string; readonly name: string }> {
  const row = await sql.get<{ name: string }>('SELECT name FROM workflows WHERE id = $1', [id])
  return { id, name: row?.name ?? '' }
}

function triggersOf({ summary, version, triggers = [] }: WorkflowSave): TriggerChange {
  return { id: summary.id, triggers: triggers === 'unchanged' ? [] : triggers, at: version.savedAt }
}

function insertSummary(summary: WorkflowSummary): Statement {
  return {
    text: `INSERT INTO workflows
      (id, machine_name, revision, created_at, updated_at, tags, name, name_key, description, description_key,
        is_manual, published_revision, is_active, has_triggers, project)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING`,
    params: [...summaryValues(summary), summary.project],
    mustChange: true,
  }
}

function updateSummary({ summary, publishedBefore }: WorkflowSave, expected: number): Statement {
  return {
    text: `UPDATE workflows SET machine_name = $2, revision = $3, created_at = $4, updated_at = $5, tags = $6,
      name = $7, name_key = $8, description = $9, description_key = $10, is_manual = $11, published_revision = $12,
      is_active = $13, has_triggers = $14 WHERE id = $1 AND revision = $15
      AND ($16 = -1 OR coalesce(published_revision, 0) = $16)`,
    params: [...summaryValues(summary), expected, publishedBefore === undefined ? -1 : (publishedBefore ?? 0)],
    mustChange: true,
  }
}

function summaryValues(summary: WorkflowSummary): SqlValue[] {
  return [
    summary.id,
    summary.machineName,
    summary.revision,
    summary.createdAt,
    summary.updatedAt,
    JSON.stringify(summary.tags),
    summary.name,
    foldCase(summary.name),
    summary.description,
    foldCase(summary.description),
    summary.isManual ? 1 : 0,
    summary.publishedRevision,
    summary.isActive ? 1 : 0,
    summary.hasTriggers ? 1 : 0,
  ]
}

function insertTags(summary: WorkflowSummary): Statement[] {
  const keys = tagKeysOf(summary.tags)
  if (keys.length === 0) return []
  const rows = keys.map((_, at) => `($${at + 2}, ${SEQ})`)
  return [
    {
      text: `INSERT INTO workflow_tags (tag_key, workflow_seq) VALUES ${rows.join(', ')}`,
      params: [summary.id, ...keys],
    },
  ]
}

function insertVersion({ summary, version }: WorkflowSave, dialect: Dialect): Statement {
  return {
    text: `INSERT INTO workflow_versions
      (workflow_seq, revision, version_id, saved_at, saved_by, secrets, document)
      VALUES (${SEQ}, $2, $3, $4, $5, $6, $7)`,
    params: [
      summary.id,
      summary.revision,
      version.versionId,
      version.savedAt,
      version.savedBy,
      version.secrets,
      dialect.longText(version.document),
    ],
  }
}

/** Keeps at least the newest version, which is the document, and the published one, which triggers run. */
function dropOldVersions(id: string, keep: number): Statement {
  return {
    text: `DELETE FROM workflow_versions WHERE workflow_seq = ${SEQ} AND revision <= (
        SELECT revision FROM workflow_versions WHERE workflow_seq = ${SEQ} ORDER BY revision DESC LIMIT 1 OFFSET $2
      ) AND revision <> coalesce((SELECT published_revision FROM workflows WHERE id = $1), 0)`,
    params: [id, Math.max(1, keep)],
  }
}
