/**
 * A question to people as the table `interrupts` has it: columns for what is asked for, JSON for the rest. Both writers
 * of the journal take it from here, and `interrupts.ts` reads it.
 */
import type { QuestionRow } from '@millrace/engine'
import { isStorable } from '../sql.ts'

/** The columns that are written, in the order of the table. */
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

/** What follows VALUES or SELECT in a statement that writes questions: each takes the place of the one with its id. */
export const REPLACE_QUESTION = `ON CONFLICT (id) DO UPDATE SET ${QUESTION_COLUMNS.slice(1)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}`

/** The rows to write; of several with one id the last. */
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
    // Nobody on the list means that there is none, as for whoever answers.
    approvers: listText(approvers ?? []),
    answered_by: listText(responses.map(({ by }) => by.id)),
    details: JSON.stringify(details),
  }
}

/** What `listText` has of a name. No JSON has a new line in it, so it is found where it is an entry and nowhere else. */
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
    // JSON has no undefined.
    value: details.value ?? null,
  }
}
