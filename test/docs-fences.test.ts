/** Every fenced block of the documentation is run by a test or gives a reason why not. */
import { describe, expect, test } from 'vitest'
import { fencesIn } from './fences.ts'
import { isTestTitle, readPage, testFiles } from './markdown.ts'
import { filesBelow } from './source-files.ts'

/** Blocks in these languages need no mark: their pages are found by the tests that run them. */
const RUN_EVERYWHERE: Readonly<Record<string, RegExp>> = {
  // test/system/sessions.test.ts and test/system/examples.test.ts
  console: /^(?:README\.md|docs\/.+\.md|examples\/.+\.md)$/,
  // packages/service/src/assistant/docs.test.ts and test/docs-dsl.test.ts
  millrace: /^docs\/(?:how-to\/assistant|reference\/dsl)\.md$/,
  // test/system/docs-commands.test.ts
  sh: /^docs\/explanation\/engine\.md$/,
}
/** Matches lines that a reader could type or send; a diagram has none. */
const COMMAND = /^\s*(?:\$ |#!|(?:curl|npm|npx|node|millrace|sqlite3|docker|sudo) |(?:GET|POST|PUT|DELETE) +\/)/m

const isPage = (path: string) =>
  path.endsWith('.md') && !/^docs\/(?:reference\/nodes|contributing\/decisions)\//.test(path)
const fences = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'packages/client/README.md'].map((path) => ({
    path,
    text: readPage(path),
  })),
  ...filesBelow('docs', isPage),
  ...filesBelow('examples', isPage),
  ...filesBelow('packages/web/examples', isPage),
].flatMap(({ path, text }) => fencesIn(text, path))

const place = ({ page, line }: { page: string; line: number }) => `${page}:${line}`

describe('every fenced block of the documentation', () => {
  test('is run by a test, is a diagram, or gives a reason why it is not run', () => {
    expect(fences.length).toBeGreaterThan(60)
    const unknown = fences.filter(({ page, language, run, noRun, text }) => {
      if (run !== undefined || noRun !== undefined) return false
      if (language === 'text') return COMMAND.test(text)
      return RUN_EVERYWHERE[language]?.test(page) !== true
    })
    expect(unknown.map(place), 'add run="title of a test" or no-run="reason" to the info string').toEqual([])
  })

  test('names a test that exists and that reads the page', () => {
    const wrong = fences.filter(({ page, run }) => {
      if (run === undefined) return false
      const readers = testFiles().filter(
        ({ text }) =>
          (text.includes(page) || text.includes("filesBelow('docs'")) && text.includes(run.replaceAll("'", "\\'")),
      )
      return !isTestTitle(run) || readers.length === 0
    })
    expect(wrong.map(place)).toEqual([])
  })

  test('has a reason of some words where it is not run', () => {
    const reasons = fences.flatMap(({ noRun }) => noRun ?? [])
    expect(reasons.filter((reason) => reason.split(' ').length < 4)).toEqual([])
  })
})
