/** The filters of the execution list, their URL query and their request. Pure. */
import { EXECUTION_STATUSES, EXECUTION_TRIGGERS, type ExecutionItem, STARTER_KINDS } from '@millrace/model'

export interface ListFilter {
  /** Undefined for all projects. */
  readonly project: string | undefined
  readonly workflow: string | undefined
  readonly status: (typeof EXECUTION_STATUSES)[number] | undefined
  readonly trigger: (typeof EXECUTION_TRIGGERS)[number] | undefined
  readonly range: TimeRange
  /** Local days such as `2026-01-31`, of a custom range; `to` is included. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** Part of the name of the caller. */
  readonly by: string | undefined
  readonly kind: (typeof STARTER_KINDS)[number] | undefined
  /** The whole id of the starter. */
  readonly starter: string | undefined
  readonly revision: number | undefined
  /** Part of the error. */
  readonly error: string | undefined
  /** Starts at 1. */
  readonly page: number
}

const HOUR = 3_600_000
const RANGES = { hour: HOUR, day: 24 * HOUR, week: 168 * HOUR, month: 720 * HOUR } as const
export const TIME_RANGES = ['any', 'hour', 'day', 'week', 'month', 'custom'] as const
export type TimeRange = (typeof TIME_RANGES)[number]

export const PAGE_SIZE = 25

export const NO_FILTER: ListFilter = {
  project: undefined,
  workflow: undefined,
  status: undefined,
  trigger: undefined,
  range: 'any',
  from: undefined,
  to: undefined,
  by: undefined,
  kind: undefined,
  starter: undefined,
  revision: undefined,
  error: undefined,
  page: 1,
}

export function listFilterOf(query: URLSearchParams): ListFilter {
  return {
    project: query.get('project') || undefined,
    workflow: query.get('workflow') || undefined,
    status: EXECUTION_STATUSES.find((status) => status === query.get('status')),
    trigger: EXECUTION_TRIGGERS.find((trigger) => trigger === query.get('trigger')),
    range: TIME_RANGES.find((range) => range === query.get('time')) ?? 'any',
    from: dayIn(query.get('from')),
    to: dayIn(query.get('to')),
    by: query.get('by') || undefined,
    kind: STARTER_KINDS.find((kind) => kind === query.get('kind')),
    starter: query.get('starter') || undefined,
    revision: countIn(query.get('revision')),
    error: query.get('error') || undefined,
    page: countIn(query.get('page')) ?? 1,
  }
}

/** A whole number from 1 on. */
export function countIn(text: string | null): number | undefined {
  const count = Number(text ?? Number.NaN)
  return Number.isSafeInteger(count) && count > 0 ? count : undefined
}

function dayIn(text: string | null): string | undefined {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

export function addressOf({ range, from, to, page, ...rest }: ListFilter): string {
  const entries = Object.entries({
    ...rest,
    time: range === 'any' ? undefined : range,
    ...(range === 'custom' ? { from, to } : {}),
    page: page === 1 ? undefined : String(page),
  })
  const given = entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return given.length === 0 ? '/executions' : `/executions?${new URLSearchParams(given)}`
}

export function isFiltered(filter: ListFilter): boolean {
  return addressOf({ ...filter, page: 1 }) !== '/executions'
}

/** Start and end of the time range in milliseconds; the end is excluded. */
export function timesOf({ range, from, to }: ListFilter, now: number): { from?: number; to?: number } {
  if (range === 'any') return {}
  if (range !== 'custom') return { from: now - RANGES[range] }
  const dayAfter = (day: string) => new Date(`${day}T00:00:00`).setDate(Number(day.slice(8)) + 1)
  return {
    ...(from === undefined ? {} : { from: new Date(`${from}T00:00:00`).getTime() }),
    ...(to === undefined ? {} : { to: dayAfter(to) }),
  }
}

/** The request of a page of the list. */
export function requestOf(filter: ListFilter, now: number) {
  const { project, workflow, status, trigger, by, kind, starter, revision, error, page } = filter
  const { from, to } = timesOf(filter, now)
  return {
    project,
    workflow_id: workflow,
    status,
    trigger,
    started_by: by,
    started_by_kind: kind,
    started_by_id: starter,
    revision,
    error,
    from: from === undefined ? undefined : new Date(from).toISOString(),
    to: to === undefined ? undefined : new Date(to).toISOString(),
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  }
}

/**
 * True if an execution belongs in the list. Its project is not known here: the service decides when the list is loaded.
 * Its error is searched as it is stored and as the page shows it.
 */
export function fitsFilter(item: ExecutionItem, filter: ListFilter, now: number, shown = (error: string) => error) {
  const { workflow, status, trigger, by, kind, starter, revision, error } = filter
  const { from, to } = timesOf(filter, now)
  const created = Date.parse(item.created)
  return (
    (workflow === undefined || item.workflow_id === workflow) &&
    (status === undefined || item.status === status) &&
    (trigger === undefined || item.trigger === trigger) &&
    (by === undefined || has(item.started_by, by)) &&
    (kind === undefined || item.started_by_kind === kind) &&
    (starter === undefined || item.started_by_id === starter) &&
    (revision === undefined || item.revision === revision) &&
    (error === undefined || has(item.error, error) || has(item.error && shown(item.error), error)) &&
    (from === undefined || created >= from) &&
    (to === undefined || created < to)
  )
}

function has(text: string | undefined, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) === true
}
