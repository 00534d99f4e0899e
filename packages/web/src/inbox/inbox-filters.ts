/** The filters of the inbox. Pure. */
import type { Caller, Interrupt, ListInterruptsArgs } from '@millrace/client'
import { INTERRUPT_STATUSES, QUESTION_TYPES, type QuestionType } from '@millrace/model'
import { waitsFor } from '../questions/interrupt.ts'

export interface InboxFilters {
  readonly status: Interrupt['status']
  readonly type: QuestionType | undefined
  readonly workflowId: string | undefined
  /** Only questions that the caller can answer. */
  readonly mine: boolean
}

export const NO_FILTERS: InboxFilters = { status: 'pending', type: undefined, workflowId: undefined, mine: true }

/** Reads the filters from a URL query; invalid values are ignored. */
export function filtersIn(query: URLSearchParams): InboxFilters {
  return {
    status: INTERRUPT_STATUSES.find((status) => status === query.get('status')) ?? NO_FILTERS.status,
    type: QUESTION_TYPES.find((type) => type === query.get('type')),
    workflowId: query.get('workflow') || undefined,
    mine: query.get('mine') !== 'false',
  }
}

/** The path of the inbox with these filters; defaults are omitted. */
export function inboxPath({ status, type, workflowId, mine }: InboxFilters): string {
  const query = new URLSearchParams([
    ...(status === NO_FILTERS.status ? [] : [['status', status]]),
    ...(type === undefined ? [] : [['type', type]]),
    ...(workflowId === undefined ? [] : [['workflow', workflowId]]),
    ...(mine ? [] : [['mine', 'false']]),
  ])
  return query.size === 0 ? '/inbox' : `/inbox?${query}`
}

export function queryOf({ status, type, workflowId, mine }: InboxFilters): ListInterruptsArgs {
  return { status, type, workflow_id: workflowId, mine: mine ? undefined : false }
}

export function areUsual(filters: InboxFilters): boolean {
  return inboxPath(filters) === '/inbox'
}

/** True if an updated question matches the filters. */
export function fitsFilters(interrupt: Interrupt, filters: InboxFilters, caller: Caller, now: number): boolean {
  const { status, type, workflowId, mine } = filters
  if (interrupt.status !== status) return false
  if (type !== undefined && interrupt.type !== type) return false
  if (workflowId !== undefined && interrupt.workflowId !== workflowId) return false
  return !mine || status !== 'pending' || waitsFor(interrupt, caller, now)
}
