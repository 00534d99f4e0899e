/** The search index of the site: one entry for each section of a page, so that a result leads to its heading. */
import MiniSearch from 'minisearch'
import { type IndexedSection, SEARCH_OPTIONS } from './browser/search-options.ts'
import { plainText, shortened } from './html.ts'
import type { RenderedPage } from './render.ts'

const EXCERPT = 130
/** Longer blocks are complete documents; their words would hide the pages that explain them. */
const MAX_CODE = 1500

export function searchIndex(pages: readonly RenderedPage[]): string {
  const search = new MiniSearch<IndexedSection>(SEARCH_OPTIONS)
  search.addAll(pages.flatMap(sectionsOf).map((section, id) => ({ ...section, id })))
  return JSON.stringify(search)
}

function sectionsOf({ page, title, html }: RenderedPage): Omit<IndexedSection, 'id'>[] {
  return html.split(/(?=<h[1-3] id=)/).flatMap((part) => {
    const [, depth, anchor, inner = ''] = /^<h([1-3]) id="([^"]*)">([\s\S]*?)<\/h\1>/.exec(part) ?? []
    if (anchor === undefined) return []
    const heading = plainText(inner.replace(/<a class="anchor"[\s\S]*?<\/a>/, ''))
    const body = part.slice(part.indexOf('</h') + 5)
    const prose = plainText(body.replace(/<pre[\s\S]*?<\/pre>/g, ' '))
    return {
      heading,
      page: title,
      text: plainText(body.replace(/<pre[\s\S]*?<\/pre>/g, shortCode)),
      href: depth === '1' ? page.output : `${page.output}#${anchor}`,
      excerpt: shortened(prose, EXCERPT),
    }
  })
}

function shortCode(block: string): string {
  return plainText(block).length > MAX_CODE ? ' ' : block
}
