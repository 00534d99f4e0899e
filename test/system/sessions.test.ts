/** The sessions in the README and the pages are run against the started program, and get the answers that they show. */
import { afterEach, expect, test } from 'vitest'
import { startModelServer } from '../../packages/service/src/effects/testing/model-server.ts'
import { fencesIn } from '../fences.ts'
import { readPage } from '../markdown.ts'
import { filesBelow } from '../source-files.ts'
import { killAll } from './program.ts'
import { linesOf, runSessions, SHOWN_PROVIDER } from './support/console-session.ts'
import { hasCurl } from './support/has-curl.ts'

afterEach(killAll)

// Tutorials, docs/how-to/triggers.md and docs/how-to/models.md have documents that are saved before their sessions.
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
  if (!text.includes(SHOWN_PROVIDER)) return expect(await runSessions(text)).toBe(answers.length)
  const provider = await startModelServer()
  // The test of the connection, then the two turns of the agent in docs/tutorials/chat-agent.md.
  provider.script(
    'Hello.',
    { toolCalls: [{ name: 'Calculator', args: { expression: '5 * 24.50' } }] },
    'Five lamps are 122.50 euros.',
  )
  expect(await runSessions(text, provider.baseUrl)).toBe(answers.length)
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('Three lamps are 73.50 euros.')
  await provider.close()
})
