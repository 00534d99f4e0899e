/** What the build indexes and the page searches; both need the same options. */
import type { Options } from 'minisearch'

export interface IndexedSection {
  readonly id: number
  readonly heading: string
  readonly page: string
  readonly text: string
  /** Address of the heading, relative to the root of the site. */
  readonly href: string
  /** The beginning of the text. */
  readonly excerpt: string
}

export const SEARCH_OPTIONS: Options<IndexedSection> = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['heading', 'page', 'href', 'excerpt'],
  searchOptions: {
    boost: { heading: 4, page: 2 },
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
}
