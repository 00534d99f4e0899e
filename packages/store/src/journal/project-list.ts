/**
 * The executions of some projects, newest first. Few are found by the index of their workflows and sorted; many are found
 * by walking all executions, newest first, because then each page is soon full.
 */
import { binder, type Sql } from '../sql.ts'
import type { ExecutionPage, ExecutionQuery } from '../store.ts'
import { ANY, WIDEST } from './counts.ts'
import { COLUMNS, listItemOf, SOURCE, type SummaryRow } from './execution-rows.ts'
import { workflowsOf } from './project-workflows.ts'
import { isSearch, searchExecutions } from './search.ts'
import { STATUS_NUMBERS } from './statuses.ts'

/** The maximum number of executions that are sorted for a page: about 5 ms. */
const FEW = 20_000

export async function listOfProjects(
  sql: Sql,
  query: ExecutionQuery,
  projects: readonly string[],
  few = FEW,
): Promise<ExecutionPage> {
  if (projects.length === 0) return { items: [], total: 0 }
  const status = query.status ?? (query.error === undefined ? undefined : 'failed')
  const number = status === undefined ? ANY : STATUS_NUMBERS[status]
  if (isSearch(query)) return searchExecutions(sql, { workflow: ANY, status: number }, query)
  const { bind, params } = binder()
  const [counted] = await sql.all<{ total: number }>(
    `SELECT CAST(coalesce(sum(c.executions), 0) AS BIGINT) AS total FROM execution_counts c
    WHERE c.workflow IN (${workflowsOf(projects, bind)}) AND c.status = ${bind(number)} AND c.level = ${WIDEST}`,
    params,
  )
  const total = counted?.total ?? 0
  if (query.offset >= total) return { items: [], total }
  return { items: await pageOf(sql, query, { projects, number, isFew: total <= few }), total }
}

interface PageFilter {
  readonly projects: readonly string[]
  /** The number of the status, or `ANY`. */
  readonly number: number
  readonly isFew: boolean
}

async function pageOf(sql: Sql, { limit, offset }: ExecutionQuery, { projects, number, isFew }: PageFilter) {
  const { bind, params } = binder()
  // An expression instead of the bare column keeps SQLite from looking up rows by it, so it walks them in order.
  const column = isFew ? 'n.workflow' : '(n.workflow + 0)'
  const rows = await sql.all<SummaryRow>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE e.num IN (
      SELECT n.num FROM executions n WHERE ${column} IN (${workflowsOf(projects, bind)})
        ${number === ANY ? '' : `AND n.status = ${bind(number)}`}
      ORDER BY n.num DESC LIMIT ${bind(limit)} OFFSET ${bind(offset)}
    ) ORDER BY e.num DESC`,
    params,
  )
  return rows.map(listItemOf)
}
