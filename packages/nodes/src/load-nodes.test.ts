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

test('loads every file of the folder in the order of the names', async () => {
  const folder = await writeFolder({
    'b-greeting.mjs': nodeFile('b_greeting'),
    'a.greeting.mjs': nodeFile('a.greeting'),
    'with-hyphens.mjs': nodeFile('with-hyphens'),
    'typed.ts': `const id: string = 'typed'\n${nodeFile('typed')}`,
    'a.greeting.test.ts': 'throw new Error("a test is not a node")',
    'typed.d.ts': 'declare const x: string',
    'readme.md': '# Not a node',
    'inner/other.mjs': nodeFile('other'),
  })
  const definitions = await load(folder)
  expect(definitions.map(({ id }) => id)).toEqual(['a.greeting', 'b_greeting', 'typed', 'with-hyphens'])
  expect(definitions.every((definition) => Object.isFrozen(definition))).toBe(true)
})

test('reports a file that throws with its reason and cause', async () => {
  const folder = await writeFolder({ 'greeting.mjs': 'throw new Error("no luck")' })
  const error: unknown = await load(folder).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    message: `${join(folder, 'greeting.mjs')}: cannot be imported: no luck (greeting.mjs:1)`,
    cause: { message: 'no luck' },
  })
})

test('reports a file with a syntax error', async () => {
  const folder = await writeFolder({ 'greeting.mjs': 'export default {' })
  expect(await messageOf(load(folder))).toContain(`${join(folder, 'greeting.mjs')}: cannot be imported: `)
})

test('reports a file without a default export', async () => {
  const folder = await writeFolder({ 'greeting.mjs': 'export const greeting = 1' })
  expect(await messageOf(load(folder))).toBe(
    `${join(folder, 'greeting.mjs')}: has no default export; it must export a node definition by default`,
  )
})

test('reports all invalid fields of a file in one message', async () => {
  const folder = await writeFolder({ 'greeting.mjs': nodeFile('greeting', { icon: 'wave', version: 'one' }) })
  expect(await messageOf(load(folder))).toBe(
    `${join(folder, 'greeting.mjs')}: is not a valid node definition: ` +
      'version must be a version such as 1.0.0; icon must have the form <set>:<name>, such as mdi:web',
  )
})

test('rejects an id that differs from the file name', async () => {
  const folder = await writeFolder({ 'good-day.mjs': nodeFile('greeting') })
  expect(await messageOf(load(folder))).toBe(
    `${join(folder, 'good-day.mjs')}: has the id "greeting", but its file name requires "good_day"`,
  )
})

test('reports both files of a duplicate id', async () => {
  const folder = await writeFolder({
    'good-day.mjs': nodeFile('good_day'),
    'good_day.mjs': nodeFile('good_day'),
  })
  expect(await messageOf(load(folder))).toBe(
    `${join(folder, 'good_day.mjs')}: has the id "good_day", which is already used by ${join(folder, 'good-day.mjs')}`,
  )
})

test('reports all invalid files', async () => {
  const folder = await writeFolder({
    'a.mjs': 'throw new Error("first")',
    'b.mjs': nodeFile('b'),
    'c.mjs': nodeFile('d'),
  })
  expect((await messageOf(load(folder))).split('\n')).toEqual([
    `${join(folder, 'a.mjs')}: cannot be imported: first (a.mjs:1)`,
    `${join(folder, 'c.mjs')}: has the id "d", but its file name requires "c"`,
  ])
})

test('keeps the functions of a definition', async () => {
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

test('loads the built-in types as frozen objects', async () => {
  const definitions = await loadBuiltInNodes()
  const files = readdirSync(BUILT_IN).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(definitions.length).toBe(files.length)
  expect(definitions.every((definition) => Object.isFrozen(definition))).toBe(true)
})

test('the built-in types pass the validation of custom ones', async () => {
  const checked = await loadNodes(BUILT_IN)
  const trusted = await loadBuiltInNodes()
  expect(trusted.map((one) => one.id)).toEqual(checked.map((one) => one.id))
})
