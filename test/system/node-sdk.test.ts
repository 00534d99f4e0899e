/** The node SDK as authors use it: a project from the template, outside of the repository, and the service with its node. */
import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fencesRunBy } from '../fences.ts'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, start } from './program.ts'

const run = promisify(execFile)
const isWindows = process.platform === 'win32'
const PAGE = 'docs/how-to/write-a-node.md'
const CREATED =
  'creates a project by the commands of docs/how-to/write-a-node.md, and refuses a folder that is not empty'
const TOOLS = join(ROOT, 'node_modules', '.bin')

interface Reply {
  readonly data: Readonly<Record<string, string>>
  readonly outputs?: Readonly<Record<string, unknown>>
}

let folder = ''
let project = ''
let printed = ''
let tarballs: Readonly<Record<'sdk' | 'create', string>>

const environment = { ...process.env, npm_config_offline: 'true', PATH: `${TOOLS}${delimiter}${process.env.PATH}` }
const inFolder = (command: string, args: readonly string[], cwd = folder) =>
  run(command, args, { cwd, shell: isWindows, env: environment })
const create = (target: string) =>
  inFolder('npm', ['exec', '--yes', `--package=${tarballs.create}`, '--', 'create-millrace-node', target])

/** Packs both packages, creates a project with one of them and installs the other one into it. */
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-sdk-')))
  await run(process.execPath, [join(ROOT, 'scripts', 'sdk-package.ts'), folder])
  const named = (name: string) => join(folder, readdirSync(folder).find((file) => file.startsWith(name)) ?? '')
  tarballs = { sdk: named('millrace-node-sdk-'), create: named('create-millrace-node-') }
  printed = (await create('my-nodes')).stdout
  project = join(folder, 'my-nodes')
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  // The tools of the repository instead of those of the registry: the test needs no network.
  writeFileSync(join(project, 'package.json'), JSON.stringify({ ...manifest, devDependencies: {} }))
  await inFolder('npm', ['install', tarballs.sdk], project)
  mkdirSync(join(project, 'node_modules', '@types'))
  symlinkSync(join(ROOT, 'node_modules', '@types', 'node'), join(project, 'node_modules', '@types', 'node'), 'junction')
})

afterEach(killAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('creates a project by the commands of docs/how-to/write-a-node.md, and refuses a folder that is not empty', async () => {
  const [commands = ''] = fencesRunBy(PAGE, CREATED)
  const [first, ...next] = commands.trim().split('\n')
  expect(first).toBe('npm create millrace-node my-nodes')
  expect(printed.trim().split('\n').slice(2)).toEqual(next.map((command) => `  ${command}`))
  const { name, dependencies, millrace, scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  expect([name, millrace, scripts.dev]).toEqual(['my-nodes', { nodes: './nodes' }, 'millrace --nodes . --watch-nodes'])
  expect(Object.keys(dependencies)).toEqual(['@millrace/node-sdk'])
  expect(readdirSync(project)).toEqual(expect.arrayContaining(['.gitignore', 'README.md', 'nodes', 'tsconfig.json']))
  const refused = await create('my-nodes').catch((error: { code: number; stderr: string }) => error)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('my-nodes is not empty') })
})

test('runs the node and the test of docs/how-to/write-a-node.md in the project', async () => {
  const [node = ''] = fencesRunBy(PAGE, 'shows a node that runs as it stands, wherever its folder is')
  const [checks = ''] = fencesRunBy(PAGE, 'runs the node and the test of docs/how-to/write-a-node.md in the project')
  writeFileSync(join(project, 'nodes', 'initials.ts'), node)
  writeFileSync(join(project, 'nodes', 'initials.test.ts'), checks)
  expect((await inFolder('npm', ['test'], project)).stdout).toMatch(/pass 6\b/)
})

test('the tests of the template pass outside of the repository, with strict types', async () => {
  const { stdout } = await inFolder('npm', ['test'], project)
  expect(stdout).toMatch(/pass [36]\b/)
  const wrong = `import { runNode } from '@millrace/node-sdk/testing'
import wordCount from './word-count.ts'
export const { outputs } = await runNode(wordCount, { inputs: { text: 'a' } })
export const words: string = outputs.words
await runNode(wordCount, { config: { minLength: 'two' } })\n`
  const file = join(project, 'nodes', 'wrong.test.ts')
  writeFileSync(file, wrong)
  const { stdout: errors } = await inFolder('tsc', [], project).catch((error: { stdout: string }) => error)
  rmSync(file)
  expect(errors).toMatch(/wrong\.test\.ts.*4,.*Type 'number[\s\S]*wrong\.test\.ts.*5,.*Type 'string'/)
})

test('the service runs a workflow with the node of the template and reloads it', async () => {
  const dataDir = freshFolder()
  const service = await start(['--port', '0', '--data-dir', dataDir, '--nodes', project, '--watch-nodes'])
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (path: string, body?: object): Promise<Reply> => {
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${service.origin}/api/v1${path}`, sent)).json() as Promise<Reply>
  }
  const node = (id: string, type: string, config: object) => ({
    id,
    data: { config, metadata: { node_type_id: type } },
  })
  const edge = (from: string, output: string, to: string, input: string) => ({
    ...{ id: `${from}-${to}`, source: from, target: to },
    ...{ sourceHandle: `${from}-output-${output}`, targetHandle: `${to}-input-${input}` },
  })
  const { data } = await call('/workflows', {
    name: 'Count',
    nodes: [node('in', 'text_input', {}), node('count', 'word_count', {}), node('out', 'output', { name: 'words' })],
    edges: [edge('in', 'text', 'count', 'text'), edge('count', 'words', 'out', 'value')],
  })
  const wordsOf = async (text: string) => {
    const { data: started } = await call(`/workflows/${data.id}/execute`, { inputs: { in: { text } } })
    const id = started.execution_id
    await expect.poll(async () => (await call(`/pipelines/${id}/status`)).data.status).toBe('completed')
    return (await call(`/pipelines/${id}`)).outputs?.words
  }
  expect(await wordsOf('to be or not to be')).toBe(6)
  // A file that the node imports: its change reloads the node too.
  const file = join(project, 'nodes', 'word-count.ts')
  mkdirSync(join(project, 'nodes', 'lib'))
  writeFileSync(join(project, 'nodes', 'lib', 'factor.ts'), 'export const factor: number = 2')
  const source = readFileSync(file, 'utf8').replace('words: words.length', 'words: words.length * factor')
  writeFileSync(file, `import { factor } from './lib/factor.ts'\n${source}`)
  await expect.poll(() => wordsOf('to be')).toBe(4)
  writeFileSync(join(project, 'nodes', 'lib', 'factor.ts'), 'export const factor: number = 10')
  await expect.poll(() => wordsOf('to be')).toBe(20)
  await service.stop()
})
