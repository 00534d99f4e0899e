/** The statements of a page: its paragraphs, the items of its lists and the rows of its tables, as plain text. */
import { basename } from 'node:path'
import { cells, testFiles } from './markdown.ts'

/**
 * What holds each statement of a page. The key is the beginning of the statement; a key that starts with `table ` stands
 * for the other rows of the tables below that heading. The value names the tests that execute it, as `file: title`, or is
 * `prose` if there is nothing to execute: an introduction, advice, or a pointer to another page.
 */
export type Statements = Readonly<Record<string, readonly string[] | typeof prose>>
export const prose = 'prose'

export interface Statement {
  /** The heading above it. */
  readonly heading: string
  readonly text: string
  readonly isRow: boolean
}

const plain = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

export function statementsOf(markdown: string): Statement[] {
  const blocks = markdown.replace(/^```[\s\S]*?^```$/gm, '').split(/\n\s*\n/)
  let heading = ''
  return blocks.flatMap((block): Statement[] => {
    const title = /^#{1,6} (.+)$/m.exec(block)?.[1]
    if (title !== undefined) heading = plain(title)
    const lines = block.split('\n').filter((line) => !line.startsWith('#'))
    const text = lines.join('\n').trim()
    // Pictures and quoted input are not statements.
    if (text === '' || /^[<>!]/.test(text)) return []
    if (text.startsWith('|')) {
      const rows = lines.slice(2).map((line) => plain(cells(line).join(' | ')))
      return rows.map((row) => ({ heading, text: row, isRow: true }))
    }
    const items = text.split(/\n(?=(?:[-*]|\d+\.) )/)
    return items.map((item) => ({ heading, text: plain(item.replace(/^(?:[-*]|\d+\.) /, '')), isRow: false }))
  })
}

/** The key that covers a statement; undefined for none. */
export function keyOf(statement: Statement, keys: readonly string[]): string | undefined {
  const table = `table ${statement.heading}`
  const own = keys.find((key) => statement.text.startsWith(key))
  return own ?? (statement.isRow && keys.includes(table) ? table : undefined)
}

const TITLE = /\b(?:test|it)(?:\.(?:each|skipIf|runIf)(?:<[^(]*>)?\([\s\S]*?\))*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

/** The titles of the tests in a file, in order; `…` stands for what a template fills in. */
export const titlesIn = (source: string): string[] =>
  [...source.matchAll(TITLE)].map((match) =>
    (match[2] ?? '').replaceAll("\\'", "'").replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '…'),
  )

const TITLES = new Map<string, Set<string>>()
for (const { path, text } of testFiles())
  for (const title of titlesIn(text))
    TITLES.set(title, (TITLES.get(title) ?? new Set()).add(basename(path).replace(/\..*$/, '')))

/** Shorter titles, such as `%s`, are meaningful only together with their file. */
const SHORT = 12

/** Whether a file has such a test: `file: title`, with the title or a part of it, and `…` for what a template fills in. */
export function isTestReference(reference: string): boolean {
  const [file = '', ...rest] = reference.split(': ')
  const title = rest.join(': ')
  return [...TITLES].some(
    ([one, files]) => files.has(file) && (title.length < SHORT ? one === title : one.includes(title)),
  )
}

const wordsOf = (text: string) => new Set(text.toLowerCase().split(/\W+/))

/** The title that has most words of a reference: that of the test which was renamed, as a rule. */
export function nearestTitle(reference: string): string {
  const words = wordsOf(reference)
  const shared = (title: string) => wordsOf(title).intersection(words).size
  return [...TITLES.keys()].sort((a, b) => shared(b) - shared(a))[0] ?? ''
}
