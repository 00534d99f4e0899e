import { expect, test } from 'vitest'
import { cyclesIn, fileCycles, filesImportedBy, wrongInside } from './import-graph.ts'

const file = (path: string, ...imports: string[]) => ({
  path: `packages/web/src/${path}`,
  text: imports.map((name) => `import { x } from '${name}'\n`).join(''),
})

test('finds the files of static, type, side-effect and dynamic imports', () => {
  const text =
    "import type { A } from './a.ts'\nimport '../b.css'\nexport * from './c.ts'\nconst d = await import('./d.ts')"
  expect(filesImportedBy({ path: 'packages/web/src/ui/x.ts', text })).toEqual([
    'packages/web/src/ui/a.ts',
    'packages/web/src/b.css',
    'packages/web/src/ui/c.ts',
    'packages/web/src/ui/d.ts',
  ])
})

test('reports an import between folders that the table does not list', () => {
  const folderOf = (path: string) => path.split('/')[3]!
  const files = [file('graph/a.ts', '../canvas/b.ts'), file('canvas/b.ts', '../graph/a.ts')]
  expect(wrongInside(files, { graph: [], canvas: ['graph'] }, folderOf)).toEqual([
    'packages/web/src/graph/a.ts: graph may not import canvas',
  ])
})

test('finds circles of any length and none where there is none', () => {
  expect(cyclesIn({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([])
  expect(cyclesIn({ a: ['a'] })).toEqual(['a → a'])
  expect(cyclesIn({ a: ['b'], b: ['c'], c: ['b', 'd'], d: [] })).toEqual(['b → c → b'])
  expect(fileCycles([file('a.ts', './b.ts'), file('b.ts', './c.ts'), file('c.ts', './a.ts')])).toHaveLength(1)
})
