import type { ListOperation, PageArgs, RequestOptions } from '@millrace/client'

export interface WholePage<T> {
  readonly items: readonly T[]
  readonly total: number
}

/** Loads up to `limit` items. The service returns shorter pages when items are very large. */
export async function wholePage<Args extends PageArgs, T>(
  list: ListOperation<Args, T>,
  args: Args,
  options?: RequestOptions,
): Promise<WholePage<T>> {
  const { limit, offset = 0 } = args
  const items: T[] = []
  while (true) {
    const left = limit === undefined ? {} : { limit: limit - items.length, offset: offset + items.length }
    const page = await list({ ...args, ...left }, options)
    items.push(...page.items)
    const endedEarly = left.limit !== undefined && page.items.length > 0 && (page.limit ?? left.limit) < left.limit
    if (!endedEarly) return { items, total: page.total ?? items.length }
  }
}
