/** What lists of pages have in common: the parameters of a page, its headers, and its answer. */
import { Type } from '@millrace/model'
import { answer } from './define-route.ts'
import type { Headers } from './reply.ts'

interface PageSize {
  readonly maximum: number
  readonly default: number
}

/** The query parameters of a list. */
export function pageQuery(size: PageSize = { maximum: 100, default: 50 }) {
  return {
    limit: Type.Integer({ minimum: 1, ...size }),
    offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  }
}

interface PageAsked {
  readonly limit: number
  readonly offset: number
}

/** The three headers of every list. */
export function pageHeaders(total: number, { limit, offset }: PageAsked): Headers {
  return { 'x-total-count': total, 'x-page-size': limit, 'x-page-offset': offset }
}

interface Page<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

/** A page as an answer, each item as its record. */
export function pageAnswer<Item, Record>(
  { items, total }: Page<Item>,
  asked: PageAsked,
  recordOf: (item: Item) => Record,
) {
  return answer(
    items.map((item) => recordOf(item)),
    { headers: pageHeaders(total, asked) },
  )
}
