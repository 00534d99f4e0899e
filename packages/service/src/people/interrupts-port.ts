/** Questions to people, as used by the routes. Implemented in `interrupts.ts`. Unknown ids are NOT_FOUND. */
import type { QuestionRow } from '@millrace/engine'
import type { InterruptQuery, Page } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'

export interface Interrupts {
  get(id: string): Promise<QuestionRow>
  list(query: InterruptQuery): Promise<Page<QuestionRow>>
  /**
   * VALIDATION_ERROR for an invalid value (the question stays open), FORBIDDEN when the caller is not one of
   * the people who may answer, INTERRUPT_CLOSED when it is closed, ALREADY_ANSWERED when the caller has answered.
   */
  resolve(id: string, value: unknown, by: Caller): Promise<QuestionRow>
  /** NOT_CANCELLABLE where the node does not allow it; FORBIDDEN and INTERRUPT_CLOSED as for an answer. */
  cancel(id: string, by: Caller): Promise<QuestionRow>
}
