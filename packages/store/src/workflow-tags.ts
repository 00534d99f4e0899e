/** The tags of workflows. */
import { foldCase } from './fold-case.ts'
import type { Page } from './page.ts'
import { binder, isStorable, likeAnywhere, type Sql } from './sql.ts'
import type { TagQuery, WorkflowTag } from './store.ts'
import { tagsOf } from './workflow-rows.ts'

interface TagRow {
  readonly key: string
  readonly count: number
  /** The tags of the oldest workflow that has this tag. */
  readonly tags: string
}

/** A page of the tags, the most used first, in the spelling of the oldest workflow that has them. */
export async function listTags(sql: Sql, query: TagQuery): Promise<Page<WorkflowTag>> {
  const { search = '', projects, limit, offset } = query
  if (!isStorable(search) || projects?.length === 0) return { items: [], total: 0 }
  const { bind, params } = binder()
  const isLike = `tag_key LIKE ${bind(likeAnywhere(foldCase(search)))} ESCAPE '\\'`
  const isFound =
    projects === undefined
      ? isLike
      : `${isLike} AND workflow_seq IN (SELECT seq FROM workflows WHERE project IN (${projects.map(bind).join(', ')}))`
  const [counted] = await sql.all<{ total: number }>(
    `SELECT count(*) AS total FROM (SELECT 1 FROM workflow_tags WHERE ${isFound} GROUP BY tag_key) AS found`,
    [...params],
  )
  const total = counted?.total ?? 0
  if (offset >= total) return { items: [], total }
  const rows = await sql.all<TagRow>(
    `SELECT page.tag_key AS "key", page.uses AS "count", w.tags
    FROM (
      SELECT tag_key, count(*) AS uses, min(workflow_seq) AS first FROM workflow_tags WHERE ${isFound}
      GROUP BY tag_key ORDER BY uses DESC, tag_key LIMIT ${bind(limit)} OFFSET ${bind(offset)}
    ) AS page
    JOIN workflows w ON w.seq = page.first ORDER BY page.uses DESC, page.tag_key`,
    params,
  )
  return { items: rows.map(tagOf), total }
}

function tagOf({ key, count, tags }: TagRow): WorkflowTag {
  return { tag: tagsOf(tags).find((tag) => foldCase(tag) === key) ?? key, count }
}
