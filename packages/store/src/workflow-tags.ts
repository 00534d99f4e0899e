/** The tags of workflows. */
import { foldCase } from './fold-case.ts'
import type { Page } from './page.ts'
import { isStorable, likeAnywhere, type Sql } from './sql.ts'
import type { TagQuery, WorkflowTag } from './store.ts'
import { tagsOf } from './workflow-rows.ts'

interface TagRow {
  readonly key: string
  readonly count: number
  /** The tags of the oldest workflow that has this tag. */
  readonly tags: string
}

const IS_LIKE = `tag_key LIKE $1 ESCAPE '\\'`

/** A page of the tags, the most used first, in the spelling of the oldest workflow that has them. */
export async function listTags(sql: Sql, { search = '', limit, offset }: TagQuery): Promise<Page<WorkflowTag>> {
  if (!isStorable(search)) return { items: [], total: 0 }
  const pattern = likeAnywhere(foldCase(search))
  const counted = await sql.get<{ total: number }>(
    `SELECT count(*) AS total FROM (SELECT 1 FROM workflow_tags WHERE ${IS_LIKE} GROUP BY tag_key) AS found`,
    [pattern],
  )
  const total = counted?.total ?? 0
  if (offset >= total) return { items: [], total }
  const rows = await sql.all<TagRow>(
    `SELECT page.tag_key AS "key", page.uses AS "count", w.tags
    FROM (
      SELECT tag_key, count(*) AS uses, min(workflow_seq) AS first FROM workflow_tags WHERE ${IS_LIKE}
      GROUP BY tag_key ORDER BY uses DESC, tag_key LIMIT $2 OFFSET $3
    ) AS page
    JOIN workflows w ON w.seq = page.first ORDER BY page.uses DESC, page.tag_key`,
    [pattern, limit, offset],
  )
  return { items: rows.map(tagOf), total }
}

function tagOf({ key, count, tags }: TagRow): WorkflowTag {
  return { tag: tagsOf(tags).find((tag) => foldCase(tag) === key) ?? key, count }
}
