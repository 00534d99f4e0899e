/** The public surface of a package is what its index.ts names; other code enters it by the package's name. */
import * as model from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { readPage } from './markdown.ts'
import { SIDE_DOORS } from './rooms.ts'
import { filesBelow, isTest, type SourceFile } from './source-files.ts'

/** Packages that others import; the service and the web page are programs. */
const LIBRARIES = ['model', 'agentspec', 'nodes', 'engine', 'store']

const sources = ['packages', 'bench', 'test', 'scripts', 'eval', 'examples'].flatMap((folder) =>
  filesBelow(folder, (path) => /\.(tsx?|mjs)$/.test(path) && !path.includes('/dist/')),
)
const indexes = sources.filter(({ path }) => /^packages\/\w+\/src\/index\.ts$/.test(path))

/** Documentation tests compare pages with constants, wherever in the library those are. */
const mayReadConstants = ({ path }: SourceFile, library: string) => /^test\/docs/.test(path) && library !== 'engine'

function importsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name)
}

/** Imports of another package that do not go by its name, or by `<name>/testing/<file>` in tests. */
function deepImports(file: SourceFile): string[] {
  const own = file.path.match(/^packages\/(\w+)\//)?.[1]
  const isTestCode = isTest(file.path) || file.path.startsWith('test/')
  return importsOf(file)
    .filter((name) => {
      if (SIDE_DOORS.has(name)) return false
      const byName = name.match(/^@millrace\/\w+\/(.+)$/)
      if (byName !== null) return !(isTestCode && /^testing\/[\w-]+$/.test(byName[1] ?? ''))
      if (!name.startsWith('.')) return false
      const target = new URL(name, `file:///${file.path}`).pathname.slice(1)
      const entered = target.match(/^packages\/(\w+)\//)?.[1]
      if (entered === undefined || entered === own) return false
      // Benches, scripts and tests of the whole drive the programs from inside.
      if (own === undefined && !LIBRARIES.includes(entered)) return false
      return !mayReadConstants(file, entered)
    })
    .map((name) => `${file.path}: ${name}`)
}

function namesIn(list: string): string[] {
  const names = list.split(',').map(
    (name) =>
      name
        .trim()
        .replace(/^type /, '')
        .split(' as ')[0] ?? '',
  )
  return names.filter((name) => name !== '')
}

/** Names that code and documentation outside of a library import from it. */
function namesUsed(library: string, files: readonly SourceFile[]): Set<string> {
  const lists = new RegExp(
    `(?:import|export)\\s+(?:type\\s+)?\\{([^}]*)\\}\\s+from\\s+'@millrace/${library}(?:/(?:statuses|listing))?'`,
    'g',
  )
  const outside = files.filter(({ path }) => !path.startsWith(`packages/${library}/`))
  return new Set(outside.flatMap(({ text }) => [...text.matchAll(lists)].flatMap(([, list = '']) => namesIn(list))))
}

describe('public surfaces', () => {
  test('every package that others import lists its exports by name', () => {
    expect(indexes.map(({ path }) => path.split('/')[1])).toEqual(expect.arrayContaining(LIBRARIES))
    // The types that are printed from the routes are all public.
    const star = /^export (?:type )?\*(?! from '\.\/[\w-]+\.gen\.ts')/m
    expect(indexes.filter(({ text }) => star.test(text)).map(({ path }) => path)).toEqual([])
  })

  test.each(LIBRARIES)('every export of %s is used outside of it', (library) => {
    const text = indexes.find(({ path }) => path.startsWith(`packages/${library}/`))?.text ?? ''
    const exported = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => namesIn(list))
    const used = namesUsed(library, [...sources, ...filesBelow('docs', (path) => path.endsWith('.md'))])
    expect(exported).not.toEqual([])
    expect(exported.filter((name) => !used.has(name))).toEqual([])
  })

  test('model exports what the page on writing nodes uses', () => {
    const page = readPage('docs/how-to/write-a-node.md')
    const used = [...namesUsed('model', [{ path: 'docs/how-to/write-a-node.md', text: page }])]
    const thrownOrReturned = [...page.matchAll(/\b(?:throw|return) `(\w+)\(/g)].map(([, name = '']) => name)
    expect(thrownOrReturned).toEqual(expect.arrayContaining(['takeBranches', 'ask', 'Retryable']))
    const names = new Set([...used, ...thrownOrReturned, 'secret'])
    expect([...names].filter((name) => !Object.hasOwn(model, name))).toEqual([])
  })

  test('nothing reaches into a library except through its name', () => {
    expect(sources.length).toBeGreaterThan(1000)
    expect(sources.flatMap(deepImports)).toEqual([])
  })

  test.each([
    ['packages/service/src/a.ts', '../../engine/src/core/state.ts', true],
    ['packages/service/src/a.ts', '@millrace/engine/src/core/state.ts', true],
    ['packages/service/src/a.ts', '@millrace/engine/testing/random', true],
    ['packages/service/src/a.test.ts', '@millrace/engine/testing/random', false],
    ['test/docs-models.test.ts', '../packages/nodes/src/models.ts', false],
    ['test/docs-engine.test.ts', '../packages/engine/src/core/state.ts', true],
    ['packages/engine/src/driver/a.ts', '../core/state.ts', false],
  ])('the check judges imports: %s of %s', (path, name, isDeep) => {
    expect(deepImports({ path, text: `import { x } from '${name}'` }).length > 0).toBe(isDeep)
  })
})
