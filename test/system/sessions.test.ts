/** The sessions in the README and the pages are run against the started program, and get the answers that they show. */
import { afterEach, expect, test } from 'vitest'
import { fencesIn } from '../fences.ts'
import { readPage } from '../markdown.ts'
import { filesBelow } from '../source-files.ts'
import { killAll } from './program.ts'
import { linesOf, runSessions } from './support/console-session.ts'
import { hasCurl } from './support/has-curl.ts'

afterEach(killAll)

// docs/how-to/triggers.md and docs/how-to/models.md have documents that are saved before their sessions.
const pages = [
  { path: 'README.md', text: readPage('README.md') },
  ...filesBelow('docs', (path) => path.endsWith('.md')),
]
  .filter(({ path, text }) => fencesIn(text, path).some(({ language }) => language === 'console'))
  .map(({ path, text }) => [path, text] as const)

test('there are sessions, each with answers', () => {
  expect(pages.length).toBeGreaterThan(8)
  for (const [path, text] of pages) {
    expect(linesOf(text).filter(({ answer }) => answer !== '').length, path).toBeGreaterThan(0)
  }
})

test.skipIf(!hasCurl).each(pages)('the session in %s gets the answers that it shows', async (_, text) => {
  const answers = linesOf(text).filter(({ answer }) => answer !== '')
  expect(await runSessions(text)).toBe(answers.length)
})
