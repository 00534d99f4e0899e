import type { QuestionRow } from '@millrace/engine'
import { iso } from '../platform/iso.ts'

/** A question to a person as an MCP tool result. */
export function questionRecord(row: QuestionRow) {
  const { type, config, expiresAt } = row.question
  return {
    ...config,
    question_id: row.id,
    type,
    status: row.status,
    asked_by: row.nodeLabel,
    execution_id: row.executionId,
    workflow_id: row.workflowId,
    asked_at: iso(row.createdAt),
    ...(expiresAt === undefined ? {} : { expires_at: iso(expiresAt) }),
  }
}
