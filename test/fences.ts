/**
 * The fenced blocks of the documentation. The info string of a block names the test that runs it (`run="title"`) or the
 * reason why none does (`no-run="reason"`). A test finds its blocks by its own title.
 */
import { readPage } from './markdown.ts'

export interface Fence {
  readonly page: string
  readonly line: number
  readonly language: string
  /** Title of the test that runs the block. */
  readonly run: string | undefined
  /** Why no test can run it. */
  readonly noRun: string | undefined
  readonly text: string
}

const FENCE = /^```([^\n]*)\n([\s\S]*?)^```$/gm

export function fencesIn(markdown: string, page = ''): Fence[] {
  return [...markdown.matchAll(FENCE)].map((match) => {
    const [, info = '', text = ''] = match
    return {
      page,
      line: markdown.slice(0, match.index).split('\n').length,
      language: info.split(' ')[0]!,
      run: / run="([^"]+)"/.exec(info)?.[1],
      noRun: / no-run="([^"]+)"/.exec(info)?.[1],
      text,
    }
  })
}

/** The blocks of a page that name a test; fails where there are none, so that a renamed test is noticed. */
export function fencesRunBy(page: string, title: string): string[] {
  const found = fencesIn(readPage(page), page).filter(({ run }) => run === title)
  if (found.length === 0) throw new Error(`${page} has no block with run="${title}"`)
  return found.map(({ text }) => text)
}
