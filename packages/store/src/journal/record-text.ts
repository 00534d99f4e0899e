/** The parts of an execution's record that are stored as one JSON text. */
import type { ExecutionRecord } from '@millrace/engine'
import { executionFacts, fits, Type } from '@millrace/model'

export type RecordParts = Pick<ExecutionRecord, 'parent' | 'depth' | 'about'>

const Stored = Type.Object({
  parent: Type.Optional(
    Type.Object({ execution: Type.String(), node: Type.Integer({ minimum: 0 }), scope: Type.String() }),
  ),
  depth: Type.Integer({ minimum: 0 }),
  about: Type.Any(),
})

export function printRecord({ parent, depth, about }: ExecutionRecord): string {
  const parts: RecordParts = { ...(parent && { parent }), depth, about }
  return JSON.stringify(parts)
}

export function parseRecord(text: string): RecordParts {
  const stored: unknown = JSON.parse(text)
  if (!fits(Stored, stored)) throw new Error('The stored record of an execution is malformed.')
  const { parent, depth } = stored
  return { ...(parent && { parent }), depth, about: executionFacts(stored.about) }
}
