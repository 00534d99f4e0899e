/** A page of executions and what is told of them afterwards. Pure. */
import type { ExecutionItem, Page } from '@millrace/client'
import type { ListFilter } from './list-filter.ts'

export type ExecutionPage = Pick<Page<ExecutionItem>, 'items' | 'total'>

/** The page with what is new in its place; whether the list has to be read again for the rest. */
export function withNews(
  page: ExecutionPage,
  item: ExecutionItem,
  { workflow, status }: Pick<ListFilter, 'workflow' | 'status'>,
): { readonly page: ExecutionPage; readonly isStale: boolean } {
  const at = page.items.findIndex(({ id }) => id === item.id)
  const isOfWorkflow = workflow === undefined || item.workflow_id === workflow
  const fits = isOfWorkflow && (status === undefined || item.status === status)
  // Where it stood or should stand among others is the service's to say.
  if (at < 0) return { page, isStale: fits }
  // News may overtake a page that was read after them.
  if (Date.parse(item.updated) < Date.parse(page.items[at]?.updated ?? '')) return { page, isStale: false }
  return { page: { ...page, items: page.items.with(at, item) }, isStale: !fits }
}
