/** The sessions in the README and the pages are run against the started program, and get the answers that they show. */
import { afterEach, expect, test } from 'vitest'
import { readPage } from '../markdown.ts'
import { killAll } from './program.ts'
import { runSessions } from './support/console-session.ts'
import { hasCurl } from './support/has-curl.ts'

afterEach(killAll)

test.skipIf(!hasCurl).each([
  ['README.md', 6],
  ['docs/people.md', 6],
  ['docs/playground.md', 5],
  ['docs/triggers.md', 3],
  ['docs/agentspec.md', 3],
  ['docs/operating.md', 5],
])('the session in %s gets the answers that it shows', async (page, atLeast) => {
  expect(await runSessions(readPage(page))).toBeGreaterThanOrEqual(atLeast)
})
