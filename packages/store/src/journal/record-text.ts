/** The parts of an execution's record that are stored as one JSON text. */
import type { ExecutionRecord } from '@millrace/engine'
import { executionFacts, fits, Type } from '@millrace/model'

export type RecordParts = Pick<ExecutionRecord, 'parent' | 'depth' | 'about'> &
  Partial<Pick<ExecutionRecord, 'isUnlisted' | 'workflowId'>>

const Stored = Type.Object({
  parent: Type.Optional(
    Type.Object({ execution: Type.String(), node: Type.Integer({ minimum: 0 }), scope: Type.String() }),
  ),
  depth: Type.Integer({ minimum: 0 }),
  /** The workflow of an execution that is not listed under it. */
  workflowId: Type.Optional(Type.String()),
  about: Type.Any(),
})

export function printRecord({ parent, depth, about, isUnlisted, workflowId }: ExecutionRecord): string {
  // Values that are undefined are not printed.
  return JSON.stringify({ parent, depth, workflowId: isUnlisted ? workflowId : undefined, about })
}

export function parseRecord(text: string): RecordParts {
  const stored: unknown = JSON.parse(text)
  if (!fits(Stored, stored)) throw new Error('The stored record of an execution is malformed.')
  const { parent, depth, workflowId } = stored
  const unlisted = workflowId === undefined ? {} : { isUnlisted: true as const, workflowId }
  return { ...(parent && { parent }), depth, ...unlisted, about: executionFacts(stored.about) }
}
