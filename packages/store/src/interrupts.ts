/** Reads questions to people for lists and inboxes. The journal writes them, together with their events. */
import type { QuestionRow } from '@millrace/engine'
import type { Person } from '@millrace/model'
import { askingDescendants } from './descendants.ts'
import { entryText, questionOf, type StoredQuestion } from './journal/question-text.ts'
import type { InterruptQuery, InterruptStore } from './playground-store.ts'
import { ofProjects } from './project-names.ts'
import { type Bind, binder, type Dialect, isStorable, type Sql } from './sql.ts'
import { textOf } from './workflow-rows.ts'

const COLUMNS = 'i.id, i.execution_id, i.root_id, i.workflow_id, i.session_id, i.status, i.details'

type Row = Omit<StoredQuestion, 'details'> & { readonly details: string | Uint8Array }

export function interruptStore(sql: Sql): InterruptStore {
  return {
    async get(id) {
      if (!isStorable(id)) return undefined
      const row = await sql.get<Row>(`SELECT ${COLUMNS} FROM interrupts i WHERE i.id = $1`, [id])
      return row && rowOf(row)
    },

    async list(query) {
      const { executionId = '', sessionId = '', workflowId = '', type = '', limit, offset, order } = query
      const isPossible = [executionId, sessionId, workflowId, type].every(isStorable) && query.projects?.length !== 0
      if (!isPossible) return { items: [], total: 0 }
      const { bind, params } = binder()
      const descendants = executionId === '' ? [] : await askingDescendants(sql, executionId)
      const where = conditionsOf(query, { bind, has: sql.dialect.has, descendants })
      const counted = params.slice()
      // Find the numbers first, from an index: the rows before the page need not be read.
      const rows = await sql.all<Row>(
        `SELECT ${COLUMNS} FROM interrupts i WHERE i.num IN (
          SELECT i.num FROM interrupts i WHERE ${where} ORDER BY i.num ${DIRECTIONS[order]} LIMIT ${bind(limit)} OFFSET ${bind(offset)}
        ) ORDER BY i.num ${DIRECTIONS[order]}`,
        params,
      )
      const items = rows.map(rowOf)
      // A page that is not full is the last one.
      if (items.length < limit && (items.length > 0 || offset === 0)) return { items, total: offset + items.length }
      const [count] = await sql.all<{ total: number }>(
        `SELECT count(*) AS total FROM interrupts i WHERE ${where}`,
        counted,
      )
      return { items, total: count?.total ?? 0 }
    },
  }
}

const DIRECTIONS = { asc: 'ASC', desc: 'DESC' } as const

interface QueryParts {
  readonly bind: Bind
  readonly has: Dialect['has']
  /** Descendants of the requested execution, which no index finds. */
  readonly descendants: readonly string[]
}

function conditionsOf(query: InterruptQuery, parts: QueryParts): string {
  const { bind, descendants } = parts
  const { executionId, sessionId, workflowId, type, status, waitsFor } = query
  const isOfFew = executionId !== undefined || sessionId !== undefined
  // If an execution or session is given, disguise the other columns: SQLite, which has no statistics, might otherwise
  // use the index of pending questions of all executions.
  const is = (column: string, value: string) => `${isOfFew ? `coalesce(${column}, '')` : column} = ${bind(value)}`
  const conditions: string[] = []
  if (executionId !== undefined) {
    const id = bind(executionId)
    const called =
      descendants.length === 0 ? '' : ` OR i.execution_id IN (${descendants.map((one) => bind(one)).join(', ')})`
    conditions.push(`(i.root_id = ${id} OR i.execution_id = ${id}${called})`)
  }
  if (sessionId !== undefined) {
    conditions.push(executionId === undefined ? `i.session_id = ${bind(sessionId)}` : is('i.session_id', sessionId))
  }
  if (workflowId !== undefined) conditions.push(is('i.workflow_id', workflowId))
  if (status !== undefined) conditions.push(is('i.status', status))
  if (type !== undefined) conditions.push(is('i.type', type))
  if (waitsFor !== undefined) conditions.push(...waitingFor(waitsFor, parts))
  if (query.projects !== undefined) conditions.push(ofProjects('i.workflow_id', query.projects, bind))
  return conditions.join(' AND ') || 'true'
}

/** The same rule as `approverOf`. */
function waitingFor({ id, name, email }: Person, { bind, has }: QueryParts): string[] {
  const own = bind(entryText(id))
  const isNamed =
    email === undefined
      ? has('i.approvers', bind(entryText(name)))
      : has('lower(i.approvers)', bind(entryText(email.toLowerCase())))
  return [
    `(i.approvers IS NULL OR ${has('i.approvers', own)} OR ${isNamed})`,
    `(i.answered_by IS NULL OR NOT ${has('i.answered_by', own)})`,
  ]
}

function rowOf(row: Row): QuestionRow {
  return questionOf({ ...row, details: textOf(row.details) })
}
