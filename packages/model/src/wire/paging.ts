/** Query parameters of lists that are read page by page. */
import { type Static, Type } from '../schema.ts'

interface PageSize {
  readonly maximum: number
  readonly default: number
}

/** `limit` and `offset`, to be spread into the query of a list. */
export function pageParameters(size: PageSize = { maximum: 100, default: 50 }) {
  return {
    limit: Type.Integer({ minimum: 1, ...size }),
    offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  }
}

/** The page size of lists with many small entries. */
export const LARGE_PAGE: PageSize = { maximum: 1000, default: 100 }

export const PageQuery = Type.Object(pageParameters())
export type PageQuery = Static<typeof PageQuery>
