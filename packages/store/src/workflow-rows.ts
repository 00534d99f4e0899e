/** Columns of workflows and their conversion. */
import type { StoredWorkflow, WorkflowState, WorkflowSummary } from './store.ts'

/** Columns of the state, read from `workflows w`. */
export const STATE_COLUMNS = `w.id, w.revision, w.is_manual AS "isManual", w.published_revision AS "publishedRevision",
  w.is_active AS "isActive", w.has_triggers AS "hasTriggers", w.project`

/** Columns of a summary, read from `workflows w`. */
export const SUMMARY_COLUMNS = `${STATE_COLUMNS}, w.machine_name AS "machineName", w.name, w.description, w.tags,
  w.created_at AS "createdAt", w.updated_at AS "updatedAt"`

/** Columns of a whole workflow, read from `workflows w` and its newest version `v`. */
export const WORKFLOW_COLUMNS = `${SUMMARY_COLUMNS}, v.version_id AS "versionId", v.secrets, v.document`

/** Joins `workflows w` with the newest version. */
export const NEWEST_VERSION = 'JOIN workflow_versions v ON v.workflow_seq = w.seq AND v.revision = w.revision'

export interface StateRow {
  readonly id: string
  readonly revision: number
  readonly isManual: number
  readonly publishedRevision: number | null
  readonly isActive: number
  readonly hasTriggers: number
  readonly project: string
}

export type SummaryRow = Omit<WorkflowSummary, 'tags' | keyof StateRow> & StateRow & { readonly tags: string }

export type WorkflowRow = SummaryRow & {
  readonly versionId: string
  readonly secrets: Uint8Array | null
  readonly document: string | Uint8Array
}

export function stateOf(row: StateRow): WorkflowState {
  const { id, revision, isManual, publishedRevision, isActive, hasTriggers, project } = row
  return {
    id,
    revision,
    project,
    isManual: isManual === 1,
    publishedRevision,
    isActive: isActive === 1,
    hasTriggers: hasTriggers === 1,
  }
}

export function summaryOf(row: SummaryRow): WorkflowSummary {
  return {
    ...stateOf(row),
    machineName: row.machineName,
    name: row.name,
    description: row.description,
    tags: tagsOf(row.tags),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

export function workflowOf(row: WorkflowRow): StoredWorkflow {
  return {
    ...summaryOf(row),
    versionId: row.versionId,
    document: textOf(row.document),
    secrets: bytesOf(row.secrets),
  }
}

/** The text of a column that was written with `Dialect.longText`. */
export function textOf(value: string | Uint8Array): string {
  if (typeof value === 'string') return value
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8')
}

/** Plain bytes: `pg` returns a Buffer, which prints and compares differently. */
export function bytesOf(value: Uint8Array | null): Uint8Array | null {
  return value && new Uint8Array(value)
}

// `workflows.tags` has the tags as entered, `workflow_tags` their case-folded form for search.
export function tagsOf(json: string): readonly string[] {
  return JSON.parse(json) as string[]
}
