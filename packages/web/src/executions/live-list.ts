/** A page of executions and the updates of its items. Pure. */
import type { ExecutionItem, Page } from '@millrace/client'
import type { ListFilter } from './list-filter.ts'

export type ExecutionPage = Pick<Page<ExecutionItem>, 'items' | 'total'>

/** Updates an item of the page in place, and returns whether the list must be reloaded. */
export function withUpdate(
  page: ExecutionPage,
  item: ExecutionItem,
  { workflow, status }: Pick<ListFilter, 'workflow' | 'status'>,
): { readonly page: ExecutionPage; readonly isStale: boolean } {
  const at = page.items.findIndex(({ id }) => id === item.id)
  const isOfWorkflow = workflow === undefined || item.workflow_id === workflow
  const fits = isOfWorkflow && (status === undefined || item.status === status)
  // Only the service knows its position in the list.
  if (at < 0) return { page, isStale: fits }
  // An update may be older than a page that was loaded after it.
  if (Date.parse(item.updated) < Date.parse(page.items[at]?.updated ?? '')) return { page, isStale: false }
  return { page: { ...page, items: page.items.with(at, item) }, isStale: !fits }
}
