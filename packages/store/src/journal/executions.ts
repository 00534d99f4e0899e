/** Lists and removes executions. Newest first means by number, which is the order of creation. */

import { DEFAULT_PROJECT, EXECUTION_STATUSES } from '@millrace/model'
import type { Batch } from '../retention-queries.ts'
import { binder, isStorable, type Sql } from '../sql.ts'
import type { ExecutionListItem, ExecutionPage, ExecutionQuery, ExecutionStore } from '../store.ts'
import { ANY, placeOf, type Scope, totalOf } from './counts.ts'
import { COLUMNS, listItemOf, SOURCE, type SummaryRow, scopeConditions } from './execution-rows.ts'
import { listOfProjects } from './project-list.ts'
import { REMOVABLE, type Removable, removeExecutions } from './removal.ts'
import { compact, prune } from './retention.ts'
import { isSearch, searchExecutions } from './search.ts'
import { STATUS_NUMBERS } from './statuses.ts'
import { removeValues } from './value-removal.ts'

/** Executions that are selected for removal at a time. */
const MANY = 1000

/** On SQLite the journal thread runs the transactions; `tidy` is for those of retention (see `Store.historyStamp`). */
export function executionStore(
  sql: Sql,
  transaction: Sql['transaction'],
  tidy: Sql['transaction'] = transaction,
): ExecutionStore {
  return {
    list: (query) => list(sql, query),

    async get(id) {
      if (!isStorable(id)) return undefined
      const row = await sql.get<SummaryRow>(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE e.id = $1`, [id])
      return row && listItemOf(row)
    },

    async newest(workflowIds) {
      const ids = workflowIds.filter(isStorable)
      if (ids.length === 0) return []
      const { bind, params } = binder()
      // A subquery per workflow reads one entry of the index, no matter how many executions there are.
      const rows = await sql.all<SummaryRow>(
        `SELECT ${COLUMNS} FROM execution_workflows w JOIN executions e
        ON e.num = (SELECT n.num FROM executions n WHERE n.workflow = w.num ORDER BY n.num DESC LIMIT 1)
        WHERE w.id IN (${ids.map(bind).join(', ')})`,
        params,
      )
      return rows.map(listItemOf)
    },

    async counts(workflowId) {
      const workflow = workflowId === undefined ? ANY : await workflowNumber(sql, workflowId)
      const counts = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 }
      if (workflow === undefined) return counts
      for (const status of EXECUTION_STATUSES) {
        counts[status] = await totalOf(sql, { workflow, status: STATUS_NUMBERS[status] })
      }
      return counts
    },

    async remove(ids) {
      const found: Removable[] = []
      for (const id of new Set(ids)) {
        const row =
          isStorable(id) && (await sql.get<Removable>(`SELECT ${REMOVABLE} FROM executions WHERE id = $1`, [id]))
        if (row) found.push(row)
      }
      return removeExecutions(sql, transaction, found)
    },

    async removeOfWorkflow(workflowId) {
      const workflow = await workflowNumber(sql, workflowId)
      let removed = 0
      for (;;) {
        if (workflow === undefined) return removed
        const rows = await sql.all<Removable>(
          `SELECT ${REMOVABLE} FROM executions WHERE workflow = $1 ORDER BY num LIMIT ${MANY}`,
          [workflow],
        )
        if (rows.length === 0) return removed
        removed += await removeExecutions(sql, transaction, rows)
      }
    },

    prune: (query) => prune(sql, resting(tidy, query), query),

    compact: (query) => compact(sql, resting(tidy, query), query.batch),

    removeValues: (query) => removeValues(sql, resting(tidy, query), query),
  }
}

function resting(transaction: Sql['transaction'], { rest }: Batch): Sql['transaction'] {
  if (rest === undefined) return transaction
  return async (statements) => {
    const changes = await transaction(statements)
    await rest()
    return changes
  }
}

async function list(sql: Sql, query: ExecutionQuery): Promise<ExecutionPage> {
  const { projects, workflowId } = query
  if (projects !== undefined && workflowId === undefined) return listOfProjects(sql, query, projects)
  if (projects !== undefined && !(await isInProjects(sql, workflowId ?? '', projects))) return { items: [], total: 0 }
  const workflow = query.workflowId === undefined ? ANY : await workflowNumber(sql, query.workflowId)
  if (workflow === undefined) return { items: [], total: 0 }
  // Only failed executions have an error, so a search for one reads no others.
  const status = query.status ?? (query.error === undefined ? undefined : 'failed')
  const scope = { workflow, status: status === undefined ? ANY : STATUS_NUMBERS[status] }
  const { projects: _, ...searched } = query
  if (isSearch(query)) return searchExecutions(sql, scope, searched)
  const total = await totalOf(sql, scope)
  if (query.offset >= total) return { items: [], total }
  return { items: await pageOf(sql, scope, query), total }
}

async function pageOf(sql: Sql, scope: Scope, { limit, offset }: ExecutionQuery): Promise<ExecutionListItem[]> {
  const { below, skip } = await placeOf(sql, scope, offset)
  const { bind, params } = binder()
  const rows = await sql.all<SummaryRow>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${scopeConditions(scope, below, bind).join(' AND ')}
    ORDER BY e.num DESC LIMIT ${bind(limit)} OFFSET ${bind(skip)}`,
    params,
  )
  return rows.map(listItemOf)
}

async function isInProjects(sql: Sql, workflowId: string, projects: readonly string[]): Promise<boolean> {
  if (workflowId === '' || !isStorable(workflowId)) return projects.includes(DEFAULT_PROJECT)
  const row = await sql.get<{ project: string }>('SELECT project FROM workflows WHERE id = $1', [workflowId])
  return row !== undefined && projects.includes(row.project)
}

/** The number of a workflow; undefined if it has no executions. */
async function workflowNumber(sql: Sql, id: string): Promise<number | undefined> {
  if (!isStorable(id)) return undefined
  return (await sql.get<{ num: number }>('SELECT num FROM execution_workflows WHERE id = $1', [id]))?.num
}
