/**
 * The list of questions on the screen. An update changes a visible question in place even if it no longer matches the
 * filters: it was just answered, and the list must not jump under the pointer. The next load corrects the list. Pure.
 */
import type { Caller, Interrupt } from '@millrace/client'
import { newerOf } from '../questions/interrupt.ts'
import { fitsFilters, type InboxFilters } from './inbox-filters.ts'

export interface InboxView {
  readonly filters: InboxFilters
  readonly caller: Caller
  readonly now: number
}

/** Adds or updates a question. New ones come first. */
export function withInterrupt(list: readonly Interrupt[], changed: Interrupt, view: InboxView): readonly Interrupt[] {
  const at = list.findIndex(({ id }) => id === changed.id)
  const known = list[at]
  if (known !== undefined) return list.with(at, newerOf(known, changed))
  return fitsFilters(changed, view.filters, view.caller, view.now) ? byAge([changed, ...list]) : list
}

/** Appends another page without duplicates. */
export function withPage(list: readonly Interrupt[], page: readonly Interrupt[]): readonly Interrupt[] {
  const known = new Set(list.map(({ id }) => id))
  return byAge([...list, ...page.filter(({ id }) => !known.has(id))])
}

function byAge(list: readonly Interrupt[]): readonly Interrupt[] {
  return list.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}
