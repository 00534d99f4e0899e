/**
 * The questions on the screen. What is told of one that is shown changes it where it stands, even when it no longer fits
 * the filters: it was just answered, and a list that jumps away under the hand is no help. A new look at the service
 * puts it right. Pure.
 */
import type { Caller, Interrupt } from '@millrace/client'
import { newerOf } from '../questions/interrupt.ts'
import { fitsFilters, type InboxFilters } from './inbox-filters.ts'

export interface Looking {
  readonly filters: InboxFilters
  readonly caller: Caller
  readonly now: number
}

/** With a question that is new or has changed. New ones stand first. */
export function withInterrupt(list: readonly Interrupt[], told: Interrupt, looking: Looking): readonly Interrupt[] {
  const at = list.findIndex(({ id }) => id === told.id)
  const known = list[at]
  if (known !== undefined) return list.with(at, newerOf(known, told))
  return fitsFilters(told, looking.filters, looking.caller, looking.now) ? byAge([told, ...list]) : list
}

/** With another page; what is known already is not doubled. */
export function withPage(list: readonly Interrupt[], page: readonly Interrupt[]): readonly Interrupt[] {
  const known = new Set(list.map(({ id }) => id))
  return byAge([...list, ...page.filter(({ id }) => !known.has(id))])
}

function byAge(list: readonly Interrupt[]): readonly Interrupt[] {
  return list.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}
