/** The documentation is part of the product: what it claims is checked against the code. */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ERRORS } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { PROBLEM_CODES } from '../packages/model/src/messages/problem-codes.ts'
import { PROBLEM_MESSAGES } from '../packages/model/src/messages/problem-messages.ts'
import { anchorsOf, cells, DOCS_PAGES, isTestTitle, readPage, tableBelow, unquoted } from './markdown.ts'
import { INSIDE_SERVICE, INSIDE_WEB, MAY_IMPORT } from './rooms.ts'
import { filesBelow, ROOT } from './source-files.ts'

describe('docs/reference/errors.md', () => {
  test('lists every code of the registry with its status and sentence, and no other', () => {
    const rows = tableBelow(readPage('docs/reference/errors.md'), 'Codes').map(([code, status, sentence]) => [
      unquoted(code!),
      Number(status!.split(' ')[0]),
      sentence,
    ])
    const registry = Object.entries(ERRORS).map(([code, { status, sentence }]) => [code, status, sentence])
    expect(rows).toEqual(registry)
  })

  test('lists every code of a validation problem with its severity, meaning and what to do, and no other', () => {
    const rows = tableBelow(readPage('docs/reference/errors.md'), 'Problems of a workflow')
    expect(rows.map(([code, severity]) => [unquoted(code!), severity])).toEqual(Object.entries(PROBLEM_CODES))
    for (const [code, , meaning = '', remedy = ''] of rows) {
      expect([meaning, remedy], code).toEqual([
        expect.stringMatching(/^[A-Z].+\.$/),
        expect.stringMatching(/^[A-Z].+\.$/),
      ])
    }
    const used = new Set(Object.values(PROBLEM_MESSAGES).map(([code]) => code))
    expect([...used].sort()).toEqual(Object.keys(PROBLEM_CODES).sort())
  })
})

describe('docs/contributing/architecture.md', () => {
  test('draws the arrows that the code keeps', () => {
    const rows = tableBelow(readPage('docs/contributing/architecture.md'), 'Imports between packages')
    const drawn = Object.fromEntries(
      rows.map(([room, imports]) => [
        unquoted(room!),
        unquoted(imports!)
          .split(/,\s*/)
          .filter((name) => name !== '–'),
      ]),
    )
    expect(drawn).toEqual(MAY_IMPORT)
  })

  test.each([
    ['the capabilities of the service', 'Inside the service', INSIDE_SERVICE],
    ['the folders of the web', 'Inside the web', INSIDE_WEB],
  ])('has %s with the imports that the code keeps', (_, heading, table) => {
    const rows = tableBelow(readPage('docs/contributing/architecture.md'), heading)
    const drawn = rows.map(([folder, , imports]) => [
      unquoted(folder!),
      unquoted(imports!)
        .split(/,\s*/)
        .filter((name) => name !== '–')
        .sort(),
    ])
    const kept = Object.entries(table).filter(([folder]) => folder !== '')
    expect(drawn).toEqual(kept.map(([folder, imports]) => [folder, imports.filter((name) => name !== '').sort()]))
  })

  test('names files and operations that exist', () => {
    const page = readPage('docs/contributing/architecture.md')
    const files = ['packages', 'scripts', 'test']
      .flatMap((folder) => filesBelow(folder, (path) => /\.(?:ts|mjs)$/.test(path)))
      .map(({ path }) => path)
    const named = [...page.matchAll(/(?<![\w<>*/.-])[\w-]+(?:\/[\w-]+)*\/[\w.-]+\.(?:ts|mjs)\b|\b[\w-]+\.route\.ts/g)]
    expect(named.length).toBeGreaterThan(10)
    const inPackage = (name: string) =>
      name.replace(/^(model|agentspec|nodes|engine|store|web|service)\//, 'packages/$1/')
    const missing = named
      .map(([name]) => name)
      .filter((name) => !files.some((path) => `/${path}`.endsWith(`/${inPackage(name)}`)))
    expect(missing).toEqual([])
  })
})

describe('docs/contributing/open-points.md', () => {
  const rows = readPage('docs/contributing/open-points.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Topic') && !/^\|[\s|-]+$/.test(line))
    .map(cells)

  test('has a row for every open point and no empty cell', () => {
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows)
      expect(
        row.every((cell) => cell !== ''),
        row.join(' | '),
      ).toBe(true)
  })

  test('names tests that exist', () => {
    const named = rows.flatMap((row) => [...row.at(-1)!.matchAll(/“([^”]+)”/g)].map((match) => match[1]!))
    expect(named.length).toBeGreaterThanOrEqual(rows.length)
    expect(named.filter((title) => !isTestTitle(title))).toEqual([])
  })
})

describe('docs/contributing/decisions', () => {
  test('give a reason for every dependency', () => {
    const reasons = filesBelow('docs/contributing/decisions', (path) => path.endsWith('.md'))
      .map((file) => file.text)
      .join('\n')
    const packages = [
      'package.json',
      ...filesBelow('packages', (path) => /^packages\/\w+\/package\.json$/.test(path)).map((file) => file.path),
    ]
    const used = packages.flatMap((path) => {
      const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(readPage(path))
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    })
    const unexplained = used.filter((name) => !name.startsWith('@millrace/') && !reasons.includes(`\`${name}\``))
    expect(unexplained).toEqual([])
  })
})

describe('README.md', () => {
  const page = readPage('README.md')

  const results = tableBelow(readPage('bench/README.md'), '## Results')

  test('claims no result that the table of bench/README.md does not have', () => {
    const claim = /^- \*\*Fast\.\*\*[\s\S]*?\n(?=\n|- )/m.exec(page)?.[0] ?? ''
    const figures = claim.match(/\d[\d,.]*(?: ms| MB| frames| nodes)?/g) ?? []
    const rows = results.flat().join('\n')
    expect(figures.length).toBeGreaterThan(4)
    expect(figures.filter((figure) => !rows.includes(figure))).toEqual([])
  })

  test('the table of bench/README.md has ratios of both sides, and marks the targets that are met', () => {
    const number = (text = '') => Number(/\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', ''))
    expect(results.length).toBeGreaterThan(10)
    for (const [work, measured, beside, figure, goal, isMet] of results) {
      const [own, other] = [number(measured), number(beside?.split(': ').at(-1))]
      // All three are rounded for the table, and the ratio may be the median of those of neighbouring rounds.
      const isNear = (source: number, share: number) =>
        Math.abs(source - number(figure)) <= Math.max(share * source, 0.006)
      const sources = [isNear(own, 0.08), isNear(own / other, 0.2)].filter(Boolean)
      expect(sources.length, work).toBeGreaterThan(0)
      const [, bound, limit] = /^(at least|at most|under) (\S+)/.exec(goal!) ?? []
      const isReached =
        bound === 'at least' ? number(figure) >= number(limit) : number(figure) <= number(limit ?? figure)
      expect(isMet, work).toBe(isReached ? 'yes' : 'not yet')
    }
  })

  test('fits on two screens', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(100)
  })

  test('links to the index of the documentation', () => {
    expect(page).toContain('](docs/README.md)')
  })
})

describe('docs/README.md', () => {
  test('links to every page and every example', () => {
    const page = readPage('docs/README.md')
    const examples = readdirSync(join(ROOT, 'examples')).map((name) => `examples/${name}/README.md`)
    const targets = [...DOCS_PAGES.filter((path) => path !== 'docs/README.md'), ...examples]
    const missing = targets.filter((path) => !page.includes(`(${relative('docs', path)})`))
    expect(missing).toEqual([])
  })
})

describe('every page', () => {
  const isPage = (path: string) => path.endsWith('.md')
  const pages = ['README.md', 'bench/README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'packages/web/examples/README.md']
    .map((path) => ({ path, text: readPage(path) }))
    .concat(filesBelow('docs', isPage), filesBelow('examples', isPage))

  test('links to files that exist', () => {
    const broken = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:\]\(|\b(?:src|srcset)=")(?!https?:|mailto:|#)([^)"#\s]+)(?:#[^)"]*)?[)"]/g)]
        .map((match) => match[1]!)
        .filter((target) => !existsSync(join(ROOT, dirname(path), target)))
        .map((target) => `${path} → ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('links to headings that exist', () => {
    const links = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(([, file = '', anchor = '']) => ({
        path,
        target: file === '' ? path : join(dirname(path), file),
        anchor,
      })),
    )
    expect(links.length).toBeGreaterThan(30)
    const broken = links
      .filter(({ target, anchor }) => !anchorsOf(readPage(target)).includes(anchor))
      .map(({ path, target, anchor }) => `${path} → ${target}#${anchor}`)
    expect(broken).toEqual([])
  })

  test('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readPage('package.json'))
    const named = pages.flatMap(({ text }) => [...text.matchAll(/`npm run ([\w:]+)/g)].map((match) => match[1]!))
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('the lockfile names no registry', () => {
  expect(readPage('package-lock.json')).not.toMatch(/https?:\/\/[^"]*\/-\//)
})
