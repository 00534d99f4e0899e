/** Lists that are longer than one page. */
import type { Page, RequestOptions } from './types.ts'

/** An operation that returns pages, such as `client.listWorkflows`. */
export type ListOperation<Args extends PageArgs, T> = (args: Args, options?: RequestOptions) => Promise<Page<T>>

export interface PageArgs {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** The pages of a list from `offset` on; `limit` is the size of a page. `pages(client.listWorkflows, { limit: 100 })` */
export async function* pages<Args extends PageArgs, T>(
  list: ListOperation<Args, T>,
  args: Args,
  options?: RequestOptions,
): AsyncGenerator<Page<T>, void, undefined> {
  let offset = args.offset ?? 0
  while (true) {
    const page = await list({ ...args, offset }, options)
    yield page
    offset += page.items.length
    const isLast = page.total === undefined ? page.items.length < (page.limit ?? args.limit ?? 0) : offset >= page.total
    if (page.items.length === 0 || isLast) return
  }
}

/** The items of a list, page by page. */
export async function* items<Args extends PageArgs, T>(
  list: ListOperation<Args, T>,
  args: Args,
  options?: RequestOptions,
): AsyncGenerator<T, void, undefined> {
  for await (const page of pages(list, args, options)) yield* page.items
}
