/** Pages of lists. The service ends a page early when its items are very large; the rest is read with further calls. */
import type { Client, RequestOptions } from './client.ts'

export interface ListPage<T> {
  readonly items: readonly T[]
  readonly total: number
}

/** As many items as `query.limit` says, if the list has them. */
export async function wholePage<T>(client: Client, path: string, options: RequestOptions): Promise<ListPage<T>> {
  const { limit, offset = 0 } = options.query ?? {}
  const items: T[] = []
  for (;;) {
    const left =
      limit === undefined ? {} : { limit: Number(limit) - items.length, offset: Number(offset) + items.length }
    const response = await client.fetch(path, { ...options, query: { ...options.query, ...left } })
    const { data } = (await response.json()) as { data: T[] }
    items.push(...data)
    const size = Number(response.headers.get('X-Page-Size') ?? Number.NaN)
    const endedEarly = left.limit !== undefined && data.length > 0 && size < left.limit
    if (!endedEarly) return { items, total: Number(response.headers.get('X-Total-Count') ?? items.length) }
  }
}
