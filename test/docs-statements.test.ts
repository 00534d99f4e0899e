/** Every statement of the documentation that can be executed names the test that executes it (test/statements). */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DOCS_PAGES, docsPage, readPage } from './markdown.ts'
import { ROOT } from './source-files.ts'
import { isTestReference, keyOf, nearestTitle, type Statements, statementsOf } from './statements.ts'

/** The index, a generated page whose examples are run, a list of words, and one whose rows quote their tests. */
const ELSEWHERE = ['README.md', 'dsl.md', 'glossary.md', 'open-points.md']

/**
 * `tutorials.deploy.ts` is for `tutorials/deploy.md`; the folder is left out where the name of the page is unique. A long
 * page has a second file, `NAME-part-2.ts`.
 */
const pageOf = (file: string) => `${file.replace(/(-part-2)?\.ts$/, '').replaceAll('.', '/')}.md`

const folder = join(ROOT, 'test/statements')
const files = await Promise.all(
  readdirSync(folder).map(async (file) => {
    const page = file === 'readme.ts' ? 'README.md' : docsPage(pageOf(file))
    const { STATEMENTS: statements }: { STATEMENTS: Statements } = await import(join(folder, file))
    return { page, statements }
  }),
)
const covered = [...Map.groupBy(files, ({ page }) => page)].map(([page, parts]) => ({
  page,
  statements: Object.assign({}, ...parts.map(({ statements }) => statements)) as Statements,
}))

test('every page is covered', () => {
  const pages = DOCS_PAGES.filter((path) => !ELSEWHERE.includes(basename(path)))
  expect(covered.map(({ page }) => page).sort()).toEqual(['README.md', ...pages].sort())
})

describe.each(covered)('$page', ({ page, statements }) => {
  const all = statementsOf(readPage(page))
  const keys = Object.keys(statements)

  test('has no statement without a test', () => {
    const open = all.filter((one) => keyOf(one, keys) === undefined)
    const shown = open.map(({ heading, text }) => `${heading}: ${text.slice(0, 100)}`)
    expect(shown, 'name the test that executes it in test/statements').toEqual([])
  })

  test('has every statement that is listed', () => {
    const used = new Set(all.map((one) => keyOf(one, keys)))
    expect(keys.filter((key) => !used.has(key))).toEqual([])
  })

  test('names tests that exist', () => {
    const named = Object.values(statements).flatMap((value) => (value === 'prose' ? [] : value))
    const gone = named.filter((reference) => !isTestReference(reference))
    const shown = gone.map((reference) => `${reference} (nearest: ${nearestTitle(reference)})`)
    expect(shown, 'if the tests were renamed, run node scripts/follow-renamed-tests.ts').toEqual([])
  })
})
