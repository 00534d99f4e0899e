/** A page of executions and the updates of its items. Pure. */
import type { ExecutionItem, Page } from '@millrace/client'
import { fitsFilter, type ListFilter } from './list-filter.ts'

export type ExecutionPage = Pick<Page<ExecutionItem>, 'items' | 'total' | 'isPartial'>

export interface ListView {
  readonly filter: ListFilter
  readonly now: number
  /** How the page shows an error. */
  readonly shown?: ((error: string) => string) | undefined
}

/** Updates an item of the page in place, and returns whether the list must be reloaded. */
export function withUpdate(
  page: ExecutionPage,
  item: ExecutionItem,
  { filter, now, shown }: ListView,
): { readonly page: ExecutionPage; readonly isStale: boolean } {
  const at = page.items.findIndex(({ id }) => id === item.id)
  const fits = fitsFilter(item, filter, now, shown)
  // Only the service knows its position in the list.
  if (at < 0) return { page, isStale: fits }
  // An update may be older than a page that was loaded after it.
  if (Date.parse(item.updated) < Date.parse(page.items[at]?.updated ?? '')) return { page, isStale: false }
  return { page: { ...page, items: page.items.with(at, item) }, isStale: !fits }
}
