import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { loadBuiltInNodes, loadNodes } from './load-nodes.ts'
import { runExample } from './testing/run-example.ts'
import { nodeFile, plainDefinition, writeFolder } from './testing/write-folder.ts'

function load(folder: string) {
  return loadNodes(pathToFileURL(`${folder}/`))
}

async function messageOf(loading: Promise<unknown>): Promise<string> {
  return loading.then(
    () => 'nothing was thrown',
    (error: Error) => error.message,
  )
}

test('every file of the folder is a node type, in the order of the names', async () => {
  const folder = await writeFolder({
    'b-greeting.mjs': nodeFile('b_greeting'),
    'a.greeting.mjs': nodeFile('a.greeting'),
    'with-hyphens.mjs': nodeFile('with-hyphens'),
    'typed.ts': `const id: string = 'typed'\n${nodeFile('typed')}`,
    'a.greeting.test.ts': 'throw new Error("a test is no node")',
    'typed.d.ts': 'declare const x: string',
    'readme.md': '# Not a node',
    'inner/other.mjs': nodeFile('other'),
  })
  const definitions = await load(folder)
  expect(definitions.map(({ id }) => id)).toEqual(['a.greeting', 'b_greeting', 'typed', 'with-hyphens'])
  expect(definitions.every((definition) => Object.isFrozen(definition))).toBe(true)
})

test('a file that throws is named with its reason, and the error is kept', async () => {
  const folder = await writeFolder({ 'greeting.mjs': 'throw new Error("no luck")' })
  const error: unknown = await load(folder).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    message: `${join(folder, 'greeting.mjs')}: cannot be imported: no luck`,
    cause: { message: 'no luck' },
  })
})

test('a file that is no program is named', async () => {
  const folder = await writeFolder({ 'greeting.mjs': 'export default {' })
  expect(await messageOf(load(folder))).toContain(`${join(folder, 'greeting.mjs')}: cannot be imported: `)
})

test('a file without a default export is named', async () => {
  const folder = await writeFolder({ 'greeting.mjs': 'export const greeting = 1' })
  expect(await messageOf(load(folder))).toBe(
    `${join(folder, 'greeting.mjs')}: has no default export; it must export a node definition by default`,
  )
})

test('a bad field is named with its file, all of them in one message', async () => {
  const folder = await writeFolder({ 'greeting.mjs': nodeFile('greeting', { icon: 'wave', version: 'one' }) })
  expect(await messageOf(load(folder))).toBe(
    `${join(folder, 'greeting.mjs')}: is no node definition: ` +
      'version must be a version such as 1.0.0; icon must have the form <set>:<name>, such as mdi:web',
  )
})

test('an id that is not the name of the file is refused', async () => {
  const folder = await writeFolder({ 'good-day.mjs': nodeFile('greeting') })
  expect(await messageOf(load(folder))).toBe(
    `${join(folder, 'good-day.mjs')}: has the id "greeting", but the name of the file asks for "good_day"`,
  )
})

test('two files with one id are both named', async () => {
  const folder = await writeFolder({
    'good-day.mjs': nodeFile('good_day'),
    'good_day.mjs': nodeFile('good_day'),
  })
  expect(await messageOf(load(folder))).toBe(
    `${join(folder, 'good_day.mjs')}: has the id "good_day", which is already that of ${join(folder, 'good-day.mjs')}`,
  )
})

test('several broken files are all named', async () => {
  const folder = await writeFolder({
    'a.mjs': 'throw new Error("first")',
    'b.mjs': nodeFile('b'),
    'c.mjs': nodeFile('d'),
  })
  expect((await messageOf(load(folder))).split('\n')).toEqual([
    `${join(folder, 'a.mjs')}: cannot be imported: first`,
    `${join(folder, 'c.mjs')}: has the id "d", but the name of the file asks for "c"`,
  ])
})

test('what a definition does is kept as it is', async () => {
  const folder = await writeFolder({
    'greeting.mjs': `export default {
      ...${JSON.stringify(plainDefinition('greeting'))},
      quick: true,
      afterCrash: () => 'fail',
      run({ inputs }) { return { text: 'Hello ' + inputs.who } },
      examples: [{ title: 'greets', inputs: { who: 'Ada' }, outputs: { text: 'Hello Ada' } }],
    }`,
  })
  const [greeting] = await load(folder)
  expect(greeting!.examples!.map((example) => runExample(greeting!, example))).toEqual([{ text: 'Hello Ada' }])
  expect([greeting!.quick, greeting!.afterCrash?.({})]).toEqual([true, 'fail'])
})

const BUILT_IN = new URL('./types/', import.meta.url)

test('the built-in types load and are frozen', async () => {
  const definitions = await loadBuiltInNodes()
  const files = readdirSync(BUILT_IN).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(definitions.length).toBe(files.length)
  expect(definitions.every((definition) => Object.isFrozen(definition))).toBe(true)
})

test('the built-in types keep every rule that custom ones are held to', async () => {
  const checked = await loadNodes(BUILT_IN)
  const trusted = await loadBuiltInNodes()
  expect(trusted.map((one) => one.id)).toEqual(checked.map((one) => one.id))
})
