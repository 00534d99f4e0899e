/** Which room may import which, and which words belong to one room. A wrong arrow is reported with its file. */
import { describe, expect, test } from 'vitest'
import { cyclesIn, fileCycles, filesImportedBy, importsOf, wrongInside } from './import-graph.ts'
import { INSIDE_SERVICE, INSIDE_WEB, MAY_IMPORT, SIDE_DOORS } from './rooms.ts'
import { filesBelow, productFiles, type SourceFile } from './source-files.ts'

/** Inside `model`: which folder may import which. The package's own files (`''`) are the common ground. */
const INSIDE_MODEL: Record<string, readonly string[]> = {
  graph: [],
  messages: [''],
  ports: [''],
  workflow: ['', 'graph', 'messages', 'ports'],
  expressions: ['', 'workflow'],
  validate: ['', 'expressions', 'graph', 'messages', 'ports', 'workflow'],
  execution: ['', 'wire'],
  credentials: ['', 'ai'],
  wire: ['', 'ai', 'credentials', 'expressions', 'people', 'workflow'],
  ai: ['', 'expressions'],
  people: [''],
  edit: ['', 'expressions', 'graph', 'ports', 'workflow', 'validate', 'plan'],
  plan: ['', 'ai', 'expressions', 'graph', 'ports', 'validate', 'workflow'],
  '': ['ports', 'graph', 'people', 'ai'],
}

/** Inside `engine`: which layer may import which. `ports` and `index` are the files beside the folders. */
const INSIDE_ENGINE: Record<string, readonly string[]> = {
  core: [],
  ports: ['core'],
  driver: ['core', 'ports'],
  scheduler: ['core', 'ports', 'driver'],
  index: ['core', 'ports', 'driver', 'scheduler'],
  testing: ['core', 'ports', 'driver', 'scheduler'],
}

/** A clock, randomness, or a value that depends on the identity of an object: the core uses none of these. */
const IMPURE =
  /\bDate\b|Math\.random|\bcrypto\b|\bperformance\b|\bprocess\b|\bset(?:Timeout|Immediate|Interval)\b|\bTimeSlice\b|\bWeak(?:Map|Set|Ref)\b|\bawait\b/

/** What only a browser has. */
const DOM = /\b(?:document|window|navigator|localStorage)\.|\bHTML\w*Element\b|\bReact\b/

const PACKAGES_WITHOUT_CYCLES = Object.keys(MAY_IMPORT)

const ONE_ROOM: readonly { word: RegExp; what: string; at: RegExp }[] = [
  { word: /from 'node:sqlite'|from 'pg'|import\('pg'\)/, what: 'a database', at: /^packages\/store\// },
  {
    word: /\b(SELECT|INSERT INTO|DELETE FROM|UPDATE \w+ SET|CREATE TABLE)\b/,
    what: 'SQL',
    at: /^packages\/(store|web)\//,
  },
  {
    word: /\bServerResponse\b|from 'ws'|import\('ws'\)/,
    what: 'responses and WebSockets',
    at: /^packages\/service\/src\/http\//,
  },
  {
    word: /process\.(env|argv)/,
    what: 'environment and arguments',
    at: /^packages\/service\/src\/(platform\/config|cli)\.ts$/,
  },
  {
    word: /\bDate\.now\(|new Date\(\)|randomUUID\(|randomBytes\(|Math\.random\(|performance\.now\(/,
    what: 'clock, ids and randomness',
    // A page in a browser has no composition root that could hand them in.
    // Slices of work are measured where the work is done; no result depends on it.
    at: /^packages\/(service\/src\/(compose|cli)\.ts$|model\/src\/time-slice\.ts$|web\/)/,
  },
  {
    word: /(?<![.\w])fetch\(|from 'node:https?'|createRemoteJWKSet/,
    what: 'outgoing requests',
    at: /^packages\/(service\/src\/(effects|http)|store|cluster|client|web\/src\/api)\/|-page\.ts$/,
  },
  { word: /from '@xyflow\//, what: 'the canvas library', at: /^packages\/web\/src\/canvas\// },
  { word: /from '@ariakit\//, what: 'the library of menus and dialogs', at: /^packages\/web\/src\/ui\// },
]

function wrongArrows(file: SourceFile): string[] {
  const room = file.path.split('/')[1]!
  return importsOf(file)
    .filter((name) => name.startsWith('@millrace/'))
    .flatMap((name) => {
      const [, to, ...deep] = name.split('/')
      const wrong = to !== room && !MAY_IMPORT[room]?.includes(to!)
      return [
        ...(wrong ? [`${file.path}: ${room} may not import ${to}`] : []),
        ...(deep.length > 0 && !SIDE_DOORS.has(name)
          ? [`${file.path}: imports ${name}, but a room is entered by its front door`]
          : []),
      ]
    })
}

function escapes(file: SourceFile): string[] {
  const room = file.path.split('/').slice(0, 2).join('/')
  return filesImportedBy(file)
    .filter((target) => !target.startsWith(`${room}/`))
    .map((target) => `${file.path}: reaches into ${target} by a relative path`)
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
}

/**
 * True for the index of a package that has nothing but `export … from`. It grows with the number of exports, has no logic
 * to read, and splitting it would give the package two entrances.
 */
function isExportList({ path, text }: SourceFile): boolean {
  if (!path.endsWith('/src/index.ts')) return false
  return (
    withoutComments(text)
      .replace(/export (?:type )?(?:\*|\{[^}]*\}) from '[^']+'/g, '')
      .trim() === ''
  )
}

describe('arrows', () => {
  const files = productFiles()

  test('the walk sees the rooms', () => {
    expect(new Set(files.map((file) => file.path.split('/')[1]))).toEqual(new Set(Object.keys(MAY_IMPORT)))
  })

  test('every import between rooms is in the table', () => {
    expect(files.flatMap(wrongArrows)).toEqual([])
  })

  test('no file reaches into another room by a relative path', () => {
    expect(files.flatMap(escapes)).toEqual([])
  })

  test('inside model, shapes do not know the rules that use them', () => {
    const inside = files.filter(({ path }) => path.startsWith('packages/model/src/') && !path.endsWith('/index.ts'))
    const folderOf = (path: string) => path.split('/').slice(3, -1)[0] ?? ''
    expect(wrongInside(inside, INSIDE_MODEL, folderOf)).toEqual([])
  })

  test('inside engine, core knows nothing, driver knows core, scheduler knows both', () => {
    const inside = filesBelow('packages/engine/src', (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    const layerOf = (path: string) => path.split('/')[3]!.replace(/\.ts$/, '')
    expect(new Set(inside.map(({ path }) => layerOf(path)))).toEqual(new Set(Object.keys(INSIDE_ENGINE)))
    expect(wrongInside(inside, INSIDE_ENGINE, layerOf)).toEqual([])
  })

  test('the core of the engine imports only the model, and is pure', () => {
    const core = files.filter(({ path }) => path.startsWith('packages/engine/src/core/'))
    expect(core.length).toBeGreaterThan(10)
    const foreign = core.flatMap((file) =>
      importsOf(file)
        .filter((name) => !name.startsWith('.') && name !== '@millrace/model')
        .map((name) => `${file.path}: imports ${name}`),
    )
    expect(foreign).toEqual([])
    const impure = core.flatMap(({ path, text }) => {
      const found = IMPURE.exec(withoutComments(text))
      return found === null ? [] : [`${path}: uses ${found[0]}`]
    })
    expect(impure).toEqual([])
  })

  describe('inside service', () => {
    const inside = files.filter(({ path }) => path.startsWith('packages/service/src/'))
    const folderOf = (path: string) => path.split('/').slice(3, -1)[0] ?? ''

    test('every capability is in the table, and the table has no circle', () => {
      expect(new Set(inside.map(({ path }) => folderOf(path)))).toEqual(new Set(Object.keys(INSIDE_SERVICE)))
      expect(cyclesIn(INSIDE_SERVICE)).toEqual([])
    })

    test('capabilities import only the capabilities that the table allows', () => {
      expect(wrongInside(inside, INSIDE_SERVICE, folderOf)).toEqual([])
    })
  })

  describe('inside web', () => {
    const inside = files.filter(({ path }) => path.startsWith('packages/web/src/'))
    const folderOf = (path: string) => path.split('/').slice(3, -1)[0] ?? ''

    test('every folder is in the table, and the table has no circle', () => {
      expect(new Set(inside.map(({ path }) => folderOf(path)))).toEqual(new Set(Object.keys(INSIDE_WEB)))
      expect(cyclesIn(INSIDE_WEB)).toEqual([])
    })

    test('folders import only the folders that the table allows', () => {
      expect(wrongInside(inside, INSIDE_WEB, folderOf)).toEqual([])
    })

    test('the graph core imports only the model and uses no React and no DOM', () => {
      const graph = inside.filter(({ path }) => folderOf(path) === 'graph')
      expect(graph.length).toBeGreaterThan(10)
      const foreign = graph.flatMap((file) =>
        importsOf(file)
          .filter((name) => !name.startsWith('./') && name !== '@millrace/model')
          .map((name) => `${file.path}: imports ${name}`),
      )
      expect(foreign).toEqual([])
      const dom = graph.flatMap(({ path, text }) => {
        const found = DOM.exec(withoutComments(text))
        return found === null ? [] : [`${path}: uses ${found[0]}`]
      })
      expect(dom).toEqual([])
    })
  })

  test.each(PACKAGES_WITHOUT_CYCLES)('no files of %s import each other in a circle', (name) => {
    const own = files.filter(({ path }) => path.startsWith(`packages/${name}/`))
    expect(own.length).toBeGreaterThan(0)
    expect(fileCycles(own)).toEqual([])
  })

  test.each(ONE_ROOM)('$what stays in its room', ({ word, at }) => {
    expect(files.filter((file) => word.test(file.text) && !at.test(file.path)).map((file) => file.path)).toEqual([])
  })

  test('web calls operations of the typed client, except for downloads and addresses that the service names', () => {
    const raw = files.filter(({ path, text }) => path.startsWith('packages/web/') && /\bclient\.fetch\(/.test(text))
    expect(raw.map(({ path }) => path).sort()).toEqual([
      'packages/web/src/data/cut-value.ts',
      'packages/web/src/forms/autocomplete-field.tsx',
      'packages/web/src/home/home-actions.ts',
    ])
  })

  test('pure rooms import nothing from the platform', () => {
    const platform = files
      .filter((file) => file.path.startsWith('packages/model/'))
      .filter((file) => importsOf(file).some((name) => name.startsWith('node:')))
    expect(platform.map((file) => file.path)).toEqual([])
  })
})

describe('size', () => {
  test('no hand-written file has more than 400 lines', () => {
    const all = [
      ...productFiles(),
      ...filesBelow('test', (path) => path.endsWith('.ts')),
      ...filesBelow('bench', (path) => path.endsWith('.ts')),
    ].filter((file) => !file.path.endsWith('.gen.ts') && !isExportList(file))
    const long = all.filter((file) => file.text.split('\n').length > 400).map((file) => file.path)
    expect(long).toEqual([])
  })
})
