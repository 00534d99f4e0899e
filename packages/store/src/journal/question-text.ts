/**
 * A question to people as a row of the table `interrupts`: columns for the fields that queries use, JSON for the rest.
 * Both journal writers use this, and `interrupts.ts` reads it.
 */
import type { QuestionRow } from '@millrace/engine'
import { isStorable } from '../sql.ts'

/** The written columns, in the order of the table. */
export const QUESTION_COLUMNS = [
  'id',
  'execution_id',
  'root_id',
  'workflow_id',
  'session_id',
  'type',
  'status',
  'approvers',
  'answered_by',
  'details',
] as const

export type QuestionText = Readonly<Record<Exclude<(typeof QUESTION_COLUMNS)[number], Nullable>, string>> &
  Readonly<Record<Nullable, string | null>>

type Nullable = 'session_id' | 'approvers' | 'answered_by'

/** Follows VALUES or SELECT in a statement that writes questions: replaces the question with the same id. */
export const REPLACE_QUESTION = `ON CONFLICT (id) DO UPDATE SET ${QUESTION_COLUMNS.slice(1)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}`

/** The rows to write; if several have the same id, the last one. */
export function questionTexts(rows: readonly QuestionRow[]): readonly QuestionText[] {
  return [...new Map(rows.map((row) => [row.id, questionText(row)])).values()]
}

function questionText(row: QuestionRow): QuestionText {
  const { id, executionId, rootId, workflowId, sessionId, status, ...details } = row
  if (![id, executionId, rootId, workflowId, sessionId ?? ''].every(isStorable)) {
    throw new Error('An id with a NUL character cannot be stored.')
  }
  const { question, responses } = row
  const approvers = 'approvers' in question.config ? question.config.approvers : undefined
  return {
    id,
    execution_id: executionId,
    root_id: rootId,
    workflow_id: workflowId,
    session_id: sessionId,
    type: question.type,
    status,
    // An empty list means that there is no list.
    approvers: listText(approvers ?? []),
    answered_by: listText(responses.map(({ by }) => by.id)),
    details: JSON.stringify(details),
  }
}

/** The entry of a name in a `listText`. JSON contains no line breaks, so it matches whole entries only. */
export function entryText(name: string): string {
  return `\n${JSON.stringify(name)}\n`
}

function listText(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.map(entryText).join('')
}

export interface StoredQuestion
  extends Omit<QuestionText, 'type' | 'status' | 'approvers' | 'answered_by' | 'details'> {
  readonly status: QuestionRow['status']
  readonly details: string
}

export function questionOf(row: StoredQuestion): QuestionRow {
  const details = JSON.parse(row.details) as Omit<QuestionRow, 'id' | 'status' | `${string}Id`> & { nodeId: string }
  return {
    ...details,
    id: row.id,
    executionId: row.execution_id,
    rootId: row.root_id,
    workflowId: row.workflow_id,
    sessionId: row.session_id,
    status: row.status,
    // JSON cannot represent undefined.
    value: details.value ?? null,
  }
}
