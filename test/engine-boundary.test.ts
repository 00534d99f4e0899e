/** The engine knows neither the wire nor node types: those are facts of the packages around it. */
import { loadBuiltInNodes } from '@millrace/nodes'
import { describe, expect, test } from 'vitest'
import { productFiles, type SourceFile } from './source-files.ts'

const engine = productFiles().filter(({ path }) => path.startsWith('packages/engine/src/'))

/** Edge kinds of the plan. */
const PLAN_WORDS = new Set(['loop_back'])
/** Properties of the plan whose values are also names of node types. */
const PLAN_PROPERTIES = new Set(['kind', 'trigger'])

function codeOf({ text }: SourceFile): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '')
}

function snakeCaseIn(file: SourceFile): string[] {
  const words = codeOf(file).match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g) ?? []
  return words.filter((word) => !PLAN_WORDS.has(word)).map((word) => `${file.path}: ${word}`)
}

/** Comparisons with the id of a node type, such as `node.type === 'start'` or `case 'start':`. */
function comparedTypes(file: SourceFile, ids: ReadonlySet<string>): string[] {
  const code = codeOf(file)
  const compared = [...code.matchAll(/(\w+)\s*[!=]==?\s*'([^']+)'/g)].filter(([, of = '']) => !PLAN_PROPERTIES.has(of))
  const cases = [...code.matchAll(/(case)\s+'([^']+)'/g)]
  return [...compared, ...cases].flatMap(([found, , id = '']) => (ids.has(id) ? [`${file.path}: ${found}`] : []))
}

/** Schemas of requests, replies and events; what they contain in camel case are constants. */
function wireShapes(): Set<string> {
  const files = productFiles().filter(({ path }) => /^packages\/model\/src\/(execution\/wire|wire\/.*)\.ts$/.test(path))
  const names = files.flatMap(({ text }) => [...text.matchAll(/^export (?:const|type|interface) (\w+)/gm)])
  return new Set(names.map(([, name = '']) => name).filter((name) => /[a-z]/.test(name)))
}

function importedFromModel(file: SourceFile): string[] {
  const lists = [...codeOf(file).matchAll(/import (?:type )?\{([^}]*)\} from '@millrace\/model'/g)]
  return lists.flatMap(([, list = '']) => list.split(',').map((name) => name.trim().replace(/^type /, '')))
}

describe('the engine', () => {
  test('uses no snake_case names, which belong to the wire and to node types', () => {
    expect(engine.length).toBeGreaterThan(20)
    expect(engine.flatMap(snakeCaseIn)).toEqual([])
  })

  test('asks for no node type by its id', async () => {
    const ids = new Set([...(await loadBuiltInNodes()).values()].map(({ id }) => id))
    expect(ids).toContain('start')
    expect(engine.flatMap((file) => comparedTypes(file, ids))).toEqual([])
  })

  test('imports no shape of the wire', () => {
    const shapes = wireShapes()
    expect(shapes).toContain('PipelineDetail')
    expect(engine.flatMap((file) => importedFromModel(file).filter((name) => shapes.has(name)))).toEqual([])
  })

  test.each([
    ["if (node?.type === 'start') run()", ["x.ts: type === 'start'"]],
    ["switch (type) { case 'while': }", ["x.ts: case 'while'"]],
    ["if (loop.kind === 'while' || node.trigger === 'start') run()", []],
  ])('the check finds the node types in %s', (text, found) => {
    expect(comparedTypes({ path: 'x.ts', text }, new Set(['start', 'while']))).toEqual(found)
  })

  test('the check finds snake_case keys and no comments', () => {
    const text = "/** some_word */\nconst a = { node_id: 1 } // other_word\nconst b = edge.kind === 'loop_back'"
    expect(snakeCaseIn({ path: 'x.ts', text })).toEqual(['x.ts: node_id'])
  })
})
