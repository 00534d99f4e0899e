/** The filters of the execution list and their URL query. Pure. */
import { EXECUTION_STATUSES } from '@millrace/model'

export interface ListFilter {
  readonly workflow: string | undefined
  readonly status: (typeof EXECUTION_STATUSES)[number] | undefined
  /** Starts at 1. */
  readonly page: number
}

export const PAGE_SIZE = 25

export function listFilterOf(query: URLSearchParams): ListFilter {
  const page = Number(query.get('page') ?? 1)
  return {
    workflow: query.get('workflow') || undefined,
    status: EXECUTION_STATUSES.find((status) => status === query.get('status')),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

export function addressOf({ workflow, status, page }: ListFilter): string {
  const entries = Object.entries({ workflow, status, page: page === 1 ? undefined : String(page) })
  const given = entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return given.length === 0 ? '/executions' : `/executions?${new URLSearchParams(given)}`
}
