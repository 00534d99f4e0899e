/** Paged lists: their headers and their replies. */
import { TimeSlice } from '@millrace/model'
import { answer } from './define-route.ts'
import { type Headers, jsonList } from './reply.ts'

interface PageRequest {
  readonly limit: number
  readonly offset: number
}

/** The three headers of every list. */
export function pageHeaders(total: number, { limit, offset }: PageRequest): Headers {
  return { 'x-total-count': total, 'x-page-size': limit, 'x-page-offset': offset }
}

interface Page<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

/** A page ends early when its items have more bytes than this; it has at least one item. */
export const MAX_PAGE_BYTES = 16 * 2 ** 20

interface BoundedPage {
  readonly texts: readonly string[]
  readonly headers: Headers
}

/**
 * Serialises the items of a page up to the size limit, in slices so that other requests are not blocked. If the page
 * ends early, the size in its headers is the number of its items, so that clients find the next offset.
 */
export async function boundedPage<Item>(
  { items, total }: Page<Item>,
  { limit, offset }: PageRequest,
  print: (item: Item) => string | Promise<string>,
): Promise<BoundedPage> {
  const slice = new TimeSlice()
  const texts: string[] = []
  let bytes = 0
  for (const item of items) {
    const text = await print(item)
    bytes += text.length
    if (texts.length > 0 && bytes > MAX_PAGE_BYTES) break
    texts.push(text)
    if (slice.isOver) await slice.next()
  }
  const size = texts.length < items.length ? texts.length : limit
  return { texts, headers: pageHeaders(total, { limit: size, offset }) }
}

/** The reply of a page, with each item as its record. */
export async function pageAnswer<Item, Record>(
  page: Page<Item>,
  asked: PageRequest,
  recordOf: (item: Item) => Record,
  further: Headers = {},
) {
  const { texts, headers } = await boundedPage(page, asked, (item) => JSON.stringify(recordOf(item)))
  return answer(jsonList(texts), { headers: { ...headers, ...further } })
}
