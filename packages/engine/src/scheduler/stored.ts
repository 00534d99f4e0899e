/** Executions in the journal: created without running, and read with their folded state. */
import { fold } from '../core/apply.ts'
import { newChange } from '../core/change.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { foldInSlices, indexed } from '../driver/history.ts'
import type { QuickEnd } from '../driver/quick-ends.ts'
import { summaryOf } from '../driver/summary.ts'
import type { DriverNeeds, ExecutionRecord, Journal } from '../ports.ts'
import type { Known } from './execution-engine.ts'

/** Creates an execution that nothing drives yet. */
export async function createStored(
  record: ExecutionRecord,
  events: readonly ExecutionEvent[],
  needs: Pick<DriverNeeds, 'journal' | 'onEvents'>,
): Promise<void> {
  const state = fold(indexed(record.plan), events)
  await createEnded(record, { events, change: newChange(), state }, needs)
}

/** Creates an execution with its whole history. */
export async function createEnded(
  record: ExecutionRecord,
  { events, change, state }: QuickEnd,
  { journal, onEvents }: Pick<DriverNeeds, 'journal' | 'onEvents'>,
): Promise<void> {
  await journal.create(record, events, summaryOf(record, state))
  onEvents?.({ record, events, length: events.length, change, state })
}

export async function viewStored(id: string, journal: Pick<Journal, 'load'>): Promise<Known | undefined> {
  const stored = await journal.load(id)
  return stored && { ...stored, state: await foldInSlices(indexed(stored.record.plan), stored.events) }
}
