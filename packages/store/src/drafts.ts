/**
 * Drafts, one row per person and workflow. A deleted draft keeps its row without the document: its revision continues,
 * so a client that saw the deleted draft cannot overwrite a later one.
 */
import type { DraftResult, DraftSave, DraftStore, StoredDraft } from './draft-store.ts'
import { hashedKey } from './hashed-key.ts'
import { isStorable, type Sql } from './sql.ts'
import { bytesOf, textOf } from './workflow-rows.ts'

/** The row of the draft of the owner `$2` for the workflow with the id `$1`. */
const OWN_ROW = 'workflow_seq = (SELECT seq FROM workflows WHERE id = $1) AND owner = $2'

/** A write that loses a race reads the row again and then reports it as stale, unless the row was only deleted. */
const TRIES = 5

interface Row {
  readonly revision: number | null
  readonly isKept: number
}

type DraftRow = Pick<StoredDraft, 'revision' | 'baseRevision' | 'updatedAt' | 'secrets'> & {
  readonly document: string | Uint8Array
}

export function draftStore(sql: Sql): DraftStore {
  async function rowOf(workflowId: string, key: string): Promise<Row | undefined> {
    return sql.get<Row>(
      `SELECT d.revision, CASE WHEN d.document IS NULL THEN 0 ELSE 1 END AS "isKept"
      FROM workflows w LEFT JOIN drafts d ON d.workflow_seq = w.seq AND d.owner = $2 WHERE w.id = $1`,
      [workflowId, key],
    )
  }

  async function countOf(key: string): Promise<number> {
    const row = await sql.get<{ drafts: number }>(
      'SELECT count(*) AS drafts FROM drafts WHERE owner = $1 AND document IS NOT NULL',
      [key],
    )
    return row?.drafts ?? 0
  }

  /** The revision that was written; undefined if the row changed since it was read. */
  async function written(draft: DraftSave, key: string, before: number | null): Promise<number | undefined> {
    const { workflowId, baseRevision, updatedAt, secrets } = draft
    const document = sql.dialect.longText(draft.document)
    const changed =
      before === null
        ? await sql.run(
            `INSERT INTO drafts (workflow_seq, owner, revision, base_revision, updated_at, secrets, document)
            SELECT seq, $2, 1, $3, $4, $5, $6 FROM workflows WHERE id = $1 ON CONFLICT DO NOTHING`,
            [workflowId, key, baseRevision, updatedAt, secrets, document],
          )
        : await sql.run(
            `UPDATE drafts SET revision = revision + 1, base_revision = $3, updated_at = $4, secrets = $5, document = $6
            WHERE ${OWN_ROW} AND revision = $7`,
            [workflowId, key, baseRevision, updatedAt, secrets, document, before],
          )
    return changed > 0 ? (before ?? 0) + 1 : undefined
  }

  async function put(draft: DraftSave, guard: { seen: number | undefined; maxPerOwner: number }): Promise<DraftResult> {
    const key = hashedKey(draft.owner)
    let current: number | undefined
    for (let tries = 0; tries < TRIES; tries++) {
      const row = await rowOf(draft.workflowId, key)
      if (row === undefined) return { status: 'missing' }
      current = row.isKept === 1 && row.revision !== null ? row.revision : undefined
      if (current !== guard.seen) break
      if (current === undefined && (await countOf(key)) >= guard.maxPerOwner) return { status: 'full' }
      const revision = await written(draft, key, row.revision)
      if (revision !== undefined) return { status: 'saved', revision }
    }
    return { status: 'stale', revision: current }
  }

  return {
    async get(workflowId, owner) {
      if (!isStorable(workflowId)) return undefined
      const row = await sql.get<DraftRow>(
        `SELECT revision, base_revision AS "baseRevision", updated_at AS "updatedAt", secrets, document
        FROM drafts WHERE ${OWN_ROW} AND document IS NOT NULL`,
        [workflowId, hashedKey(owner)],
      )
      return row && { ...row, workflowId, owner, document: textOf(row.document), secrets: bytesOf(row.secrets) }
    },

    async secrets(workflowId, owner) {
      if (!isStorable(workflowId)) return undefined
      const row = await sql.get<{ secrets: Uint8Array | null }>(
        `SELECT secrets FROM drafts WHERE ${OWN_ROW} AND secrets IS NOT NULL`,
        [workflowId, hashedKey(owner)],
      )
      return bytesOf(row?.secrets ?? null) ?? undefined
    },

    put: async (draft, guard) => (isStorable(draft.workflowId) ? put(draft, guard) : { status: 'missing' }),

    async remove(workflowId, owner, seen) {
      if (!isStorable(workflowId)) return 'missing'
      const key = hashedKey(owner)
      const changed = await sql.run(
        `UPDATE drafts SET revision = revision + 1, secrets = NULL, document = NULL
        WHERE ${OWN_ROW} AND document IS NOT NULL${seen === undefined ? '' : ' AND revision = $3'}`,
        [workflowId, key, ...(seen === undefined ? [] : [seen])],
      )
      if (changed > 0) return 'removed'
      return (await rowOf(workflowId, key))?.isKept === 1 ? 'stale' : 'missing'
    },
  }
}
