import { execFile } from 'node:child_process'
import { mkdir, realpath, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { loadCustomNodes } from './load-custom-nodes.ts'
import { nodeFile, plainDefinition, writeFolder } from './testing/write-folder.ts'

const CATEGORY = { name: 'manners', label: 'Manners', icon: 'mdi:hand-wave', color: '#123456', weight: 20 }

async function idsAt(location: string, from: URL | string): Promise<string[]> {
  return (await loadCustomNodes(location, from)).nodes.map(({ definition }) => definition.id)
}

async function messageAt(location: string, from: string): Promise<string> {
  return loadCustomNodes(location, from).then(
    ({ broken }) => broken.map(({ path, reason }) => `${path}: ${reason}`).join('\n'),
    (error: Error) => error.message,
  )
}

describe('a folder of custom nodes', () => {
  test('is found by its absolute path, or relative to a folder or a file', async () => {
    const base = await writeFolder({ 'mine/greeting.mjs': nodeFile('greeting'), 'settings.json': '{}' })
    expect(await idsAt(join(base, 'mine'), '/')).toEqual(['greeting'])
    expect(await idsAt('./mine', base)).toEqual(['greeting'])
    expect(await idsAt('mine', pathToFileURL(join(base, 'settings.json')))).toEqual(['greeting'])
    expect(await idsAt('mine', pathToFileURL(join(base, 'settings.json')).href)).toEqual(['greeting'])
  })

  test('may add categories', async () => {
    const base = await writeFolder({
      'greeting.mjs': nodeFile('greeting', { category: 'manners' }),
      'categories.json': JSON.stringify([CATEGORY]),
    })
    const { nodes, categories } = await loadCustomNodes('.', base)
    expect(nodes.map(({ definition: { id, category } }) => [id, category])).toEqual([['greeting', 'manners']])
    expect(categories).toEqual([CATEGORY])
  })

  test('uses the nodes folder from package.json, else "nodes", else the folder itself', async () => {
    const named = await writeFolder({
      'package.json': '{ "millrace": { "nodes": "./lib/kinds" } }',
      'lib/kinds/greeting.mjs': nodeFile('greeting'),
      'index.mjs': 'throw new Error("not a node")',
    })
    const usual = await writeFolder({ 'package.json': '{}', 'nodes/greeting.mjs': nodeFile('greeting') })
    const flat = await writeFolder({ 'package.json': '{}', 'greeting.mjs': nodeFile('greeting') })
    for (const folder of [named, usual, flat]) expect(await idsAt(folder, '/')).toEqual(['greeting'])
  })
})

describe('an npm package of custom nodes', () => {
  test('is resolved from the folder of the settings, with and without a scope', async () => {
    const base = await writeFolder({
      'node_modules/polite-nodes/package.json': '{ "name": "polite-nodes" }',
      'node_modules/polite-nodes/nodes/greeting.mjs': nodeFile('greeting'),
      'node_modules/@acme/nodes/package.json': '{ "millrace": { "nodes": "dist" }, "exports": {} }',
      'node_modules/@acme/nodes/dist/farewell.mjs': nodeFile('farewell'),
      'node_modules/@acme/nodes/dist/categories.json': JSON.stringify([CATEGORY]),
      'deep/down/settings.json': '{}',
    })
    expect(await idsAt('polite-nodes', join(base, 'deep/down'))).toEqual(['greeting'])
    expect(await loadCustomNodes('@acme/nodes', base)).toMatchObject({
      nodes: [{ definition: { id: 'farewell' } }],
      categories: [CATEGORY],
    })
  })

  test('is rejected without a nodes folder', async () => {
    const base = await writeFolder({ 'node_modules/plain/package.json': '{}' })
    expect(await messageAt('plain', base)).toBe(
      `"plain": ${join(base, 'node_modules/plain')} has no folder "nodes", and its package.json does not set millrace.nodes`,
    )
  })
})

const INDEX = new URL('./index.ts', import.meta.url).href

/** The JSON output of a program that imports everything from this package. */
async function printedBy(program: string): Promise<unknown> {
  const source = `import { createRequire } from 'node:module'\nimport * as nodes from ${JSON.stringify(INDEX)}\n${program}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source])
  return JSON.parse(stdout)
}

test('an invalid file is listed with the line, and the others are loaded', async () => {
  const base = await writeFolder({
    'a.mjs': `export default {\n  id: (\n}\n`,
    'b.ts': `const ready: boolean = true\nthrow new Error('not ready')\n`,
    'c.ts': `import './parts/c.ts'\n`,
    'd.mjs': nodeFile('d'),
    'e.ts': 'export default 1\nenum Two { three }\n',
    'parts/c.ts': "// One\n// Two\nthrow new Error('no parts')\n",
  })
  // As the service imports them: the test runner has its own parser.
  const printed = await printedBy(`
    const { nodes: found, broken } = await nodes.loadCustomNodes('.', ${JSON.stringify(base)})
    console.log(JSON.stringify([
      found.map(({ definition }) => definition.id),
      broken.map(({ path, typeId, reason }) => [path.split('/').at(-1), typeId, reason]),
    ]))`)
  const [ids, broken] = printed as [string[], string[][]]
  expect(ids).toEqual(['d'])
  expect(broken).toEqual([
    ['a.mjs', 'a', `cannot be imported: Unexpected token '}' (a.mjs:3)`],
    ['b.ts', 'b', 'cannot be imported: not ready (b.ts:2)'],
    ['c.ts', 'c', 'cannot be imported: no parts (parts/c.ts:3)'],
    ['e.ts', 'e', expect.stringMatching(/^cannot be imported: .*enum.* \(e\.ts:2\)$/)],
  ])
})

describe('loading custom nodes rejects', () => {
  test('a location that is neither a folder nor a package', async () => {
    const base = await writeFolder({})
    for (const location of ['nowhere', '../../nowhere', './x y']) {
      expect(await messageAt(location, base)).toBe(
        `"${location}": not found as the folder ${join(base, location)} or as a package installed for ${base}`,
      )
    }
  })

  test('an id of a built-in type, naming both files', async () => {
    const base = await writeFolder({ 'calculator.mjs': nodeFile('calculator') })
    expect(await messageAt('.', base)).toBe(
      `${join(base, 'calculator.mjs')}: has the id "calculator", which is already used by the built-in type calculator.ts`,
    )
  })

  test.each([
    ['{ "millrace": { "nodes": 7 } }', () => 'millrace.nodes must be a string'],
    ['{ "millrace": { "nodes": "../other" } }', () => 'millrace.nodes must be inside the package'],
    ['{ "millrace": { "nodes": "gone" } }', (base: string) => `millrace.nodes is ${base}/gone, which is not a folder`],
  ])('a package.json with %s', async (text, reason) => {
    const base = await writeFolder({ 'package.json': text })
    expect(await messageAt('.', base)).toBe(`${join(base, 'package.json')}: ${reason(base)}`)
  })

  test.each([
    ['{', /: is not JSON: /],
    ['{}', /: it must be a list, is an object$/],
    [
      '[{ "name": "a" }]',
      /: \/0\/label is required; \/0\/icon is required; \/0\/color is required; \/0\/weight is req/,
    ],
  ])('categories.json with %s', async (text, reason) => {
    const base = await writeFolder({ 'categories.json': text })
    const message = await messageAt('.', base)
    expect(message.startsWith(join(base, 'categories.json'))).toBe(true)
    expect(message).toMatch(reason)
  })
})

const MODEL = fileURLToPath(new URL('../../model', import.meta.url))
const IMPORTS_MODEL = `import { defineNode } from '@millrace/model'
  export default defineNode(${JSON.stringify(plainDefinition('greeting'))})`

describe('the model package for custom node types', () => {
  const USES_MODEL = `
    const config = Type.Object({ loud: Type.Optional(Type.Boolean({ default: true })) })
    const definition = defineNode({ ...${JSON.stringify(plainDefinition('greeting'))}, config })`

  test('files outside the repository can import the model without installing it', async () => {
    const folder = await writeFolder({
      'greeting.ts': `import { defineNode, Type } from '@millrace/model'${USES_MODEL}
        export default definition satisfies { id: string }`,
      'required.cjs': `const { defineNode, Type } = require('@millrace/model')${USES_MODEL}
        module.exports = { ...definition, id: 'farewell' }`,
      'farewell.mjs': `export { default } from './required.cjs'`,
    })
    const printed = await printedBy(`
      const { nodes: found } = await nodes.loadCustomNodes(${JSON.stringify(folder)}, '/')
      console.log(JSON.stringify(found.map(({ definition: { id, config } }) => [id, config])))`)
    const config = { type: 'object', properties: { loud: { type: 'boolean', default: true } } }
    expect(printed).toEqual([
      ['farewell', config],
      ['greeting', config],
    ])
  })

  test('a stale link to a moved program is replaced', async () => {
    const folder = await writeFolder({ 'greeting.mjs': IMPORTS_MODEL })
    const link = join(folder, 'node_modules/@millrace/model')
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(folder, 'gone'), link)
    expect(await idsAt(folder, '/')).toEqual(['greeting'])
    expect(await realpath(link)).toBe(MODEL)
  })

  test('a read-only folder fails with the command that creates the link', async () => {
    const folder = await writeFolder({ 'greeting.mjs': IMPORTS_MODEL, node_modules: 'a file, so that nothing goes in' })
    const plain = await writeFolder({ 'greeting.mjs': nodeFile('greeting'), node_modules: '' })
    const printed = await printedBy(`
      const missing = (await nodes.loadCustomNodes(${JSON.stringify(folder)}, '/')).broken[0].reason
      const { nodes: found } = await nodes.loadCustomNodes(${JSON.stringify(plain)}, '/')
      console.log(JSON.stringify([missing, found[0].definition.id]))`)
    expect(printed).toEqual([
      expect.stringContaining(`; run "npm link ${MODEL}" in the folder of the node types`),
      'greeting',
    ])
  })

  test('a package keeps its own model, and other packages are not linked', async () => {
    const folder = await writeFolder({
      'node_modules/@millrace/model/package.json': '{ "name": "@millrace/model", "main": "index.cjs" }',
      'node_modules/@millrace/model/index.cjs': `exports.defineNode = (d) => ({ ...d, name: 'Its own' })`,
      'greeting.mjs': `import { defineNode } from '@millrace/model'
        export default defineNode(${JSON.stringify(plainDefinition('greeting'))})`,
      'other/farewell.mjs': `import '@millrace/nothing'`,
    })
    const printed = await printedBy(`
      const { nodes: found } = await nodes.loadCustomNodes(${JSON.stringify(folder)}, '/')
      const wrong = (await nodes.loadCustomNodes(${JSON.stringify(join(folder, 'other'))}, '/')).broken[0].reason
      console.log(JSON.stringify([found[0].definition.name, wrong]))`)
    expect(printed).toEqual([
      'Its own',
      expect.stringContaining(`cannot be imported: Cannot find package '@millrace/nothing'`),
    ])
  })

  test('the parsers are loaded only on first use', async () => {
    const printed = await printedBy(`
      const { cache } = createRequire(import.meta.url)
      const loaded = () => ['jsonata', 'liquidjs'].filter((name) => Object.keys(cache).some((key) => key.includes(name)))
      const steps = []
      await nodes.loadBuiltInNodes()
      steps.push(loaded())
      nodes.expressionProblem('a')
      steps.push(loaded())
      nodes.templateProblem('a')
      steps.push(loaded())
      console.log(JSON.stringify(steps))`)
    expect(printed).toEqual([[], ['jsonata'], ['jsonata', 'liquidjs']])
  })
})
