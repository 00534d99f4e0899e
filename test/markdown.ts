/** Reading the documentation, for tests that hold it against the code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, isTest, ROOT, type SourceFile } from './source-files.ts'

export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The pages of docs that are written by hand, generated node pages and decision notes left out. */
export const DOCS_PAGES = filesBelow(
  'docs',
  (path) => path.endsWith('.md') && !/^docs\/(?:reference\/nodes|contributing\/decisions)\//.test(path),
).map(({ path }) => path)

/** The path of a page of docs by its file name, with its folder where several have this name. */
export function docsPage(name: string): string {
  const found = DOCS_PAGES.filter((path) => path.endsWith(`/${name}`))
  if (found.length !== 1) throw new Error(`docs has ${found.length} pages with the name ${name}`)
  return found[0]!
}

/** The rows of the first table below a heading, cells trimmed. */
export function tableBelow(markdown: string, heading: string): string[][] {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) => line.startsWith('#') && line.includes(heading))
  if (start < 0) throw new Error(`no heading "${heading}"`)
  const table = lines.slice(lines.findIndex((line, at) => at > start && line.startsWith('|')))
  const end = table.findIndex((line) => !line.startsWith('|'))
  return table.slice(2, end < 0 ? undefined : end).map(cells)
}

/** The anchors of the headings of a page, as GitHub makes them. */
export function anchorsOf(markdown: string): string[] {
  const headings = markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)
  return [...headings].map(([, title = '']) =>
    title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

export function cells(line: string): string[] {
  return line
    .replaceAll('\\|', '\u0001')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('\u0001', '|').trim())
}

export const unquoted = (cell: string) => cell.replaceAll('`', '')

/** Tests as their sources name them, what is filled in left open. */
export function isTestTitle(title: string): boolean {
  return TITLES.some((pattern) => pattern.test(title))
}

const TEST_FILES = ['packages', 'test', 'scripts'].flatMap((folder) => filesBelow(folder, isTest))

/** All files with tests. */
export function testFiles(): readonly SourceFile[] {
  return TEST_FILES
}

const TITLES = TEST_FILES.flatMap((file) => [
  ...file.text.matchAll(/\b(?:test|it)(?:\.(?:each|skipIf|runIf)\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g),
])
  .map((match) => match[2]!.replaceAll("\\'", "'"))
  .map(
    (title) =>
      new RegExp(
        `^${title
          .split(/\$\{[^}]*\}/)
          .map(RegExp.escape)
          .join('.+')}$`,
      ),
  )
