/**
 * The list of questions on the screen. An update changes a visible question in place even if it no longer matches the
 * filters: it was just answered, and the list must not jump under the pointer. The next load corrects the list. Pure.
 */
import type { Caller, Interrupt } from '@millrace/client'
import { newerOf } from '../questions/interrupt.ts'
import { fitsFilters, type InboxFilters } from './inbox-filters.ts'

export interface Looking {
  readonly filters: InboxFilters
  readonly caller: Caller
  readonly now: number
}

/** Adds or updates a question. New ones come first. */
export function withInterrupt(list: readonly Interrupt[], told: Interrupt, looking: Looking): readonly Interrupt[] {
  const at = list.findIndex(({ id }) => id === told.id)
  const known = list[at]
  if (known !== undefined) return list.with(at, newerOf(known, told))
  return fitsFilters(told, looking.filters, looking.caller, looking.now) ? byAge([told, ...list]) : list
}

/** Appends another page without duplicates. */
export function withPage(list: readonly Interrupt[], page: readonly Interrupt[]): readonly Interrupt[] {
  const known = new Set(list.map(({ id }) => id))
  return byAge([...list, ...page.filter(({ id }) => !known.has(id))])
}

function byAge(list: readonly Interrupt[]): readonly Interrupt[] {
  return list.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}
