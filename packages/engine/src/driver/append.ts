/** Writes the next events of a driven execution, with the row in the lists and the questions that they change. */

import type { ExecutionEvent } from '../core/events.ts'
import { takeQuestions } from '../core/questions.ts'
import type { Clock, Journal } from '../ports.ts'
import type { Drive } from './active-run.ts'
import { outcomeOf, untilWritten } from './patience.ts'
import { headOf, sameHead } from './summary.ts'

/** Callers outside wait this long for a journal that fails; then they are refused. */
const CALLER_PATIENCE_MS = 3000

export interface AppendNeeds {
  readonly journal: Journal
  readonly clock: Clock
  /** Ends every wait for the journal. */
  readonly signal: AbortSignal
  /** The journal has been failing for a while; callers from outside are not to wait for it. */
  readonly onStalled: (error: unknown) => void
}

/** A result is kept until it is written: to run a step again because a disk was full would repeat its effects. */
export async function append(drive: Drive, events: readonly ExecutionEvent[], needs: AppendNeeds): Promise<void> {
  const { record, state, length } = drive
  const { journal, clock, signal } = needs
  const head = headOf(record, state)
  const isNews = !sameHead(head, drive.head)
  drive.head = head
  const questions = takeQuestions(record, state)
  const written = questions === undefined ? head : { ...head, ...questions }
  const change = isNews || questions ? written : undefined
  const began = clock.now()
  await untilWritten(() => journal.append(record.id, length, events, change), {
    clock,
    signal,
    outcome: () => outcomeOf(journal, { id: record.id, length, events }),
    onFailure: (error) => {
      if (clock.now() - began < CALLER_PATIENCE_MS) return
      drive.stalled = error
      needs.onStalled(error)
    },
  })
  drive.stalled = undefined
}
