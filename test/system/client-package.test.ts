/** `@millrace/client` as others use it: packed, installed into an empty folder, run by plain Node.js. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fencesIn, fencesRunBy } from '../fences.ts'
import { readPage } from '../markdown.ts'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, start } from './program.ts'

const run = promisify(execFile)
const isWindows = process.platform === 'win32'
const PAGE = 'docs/reference/client.md'
const TITLE = 'the packed client works in an empty folder, as docs/reference/client.md shows it'

let folder = ''

/** Packs and installs with the commands of the page. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-client-'))
  const [commands = ''] = fencesRunBy(PAGE, TITLE)
  const [pack = '', install = ''] = commands.trim().split('\n')
  const npm = (command: string, cwd: string) =>
    run('npm', command.split(' ').slice(1), {
      cwd,
      shell: isWindows,
      env: { ...process.env, npm_config_offline: 'true' },
    })
  await npm(`${pack} --pack-destination ${folder}`, ROOT)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  await npm(install, folder)
})

afterEach(killAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a service and what runs a program in the folder with its address and a token. */
async function startService() {
  const dataDir = freshFolder()
  const service = await start(['--port', '0', '--data-dir', dataDir])
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  const env = { PATH: process.env.PATH ?? '', MILLRACE_URL: service.origin, MILLRACE_TOKEN: token }
  const outputOf = async (program: string) => {
    writeFileSync(join(folder, 'example.js'), program)
    return (await run(process.execPath, ['example.js'], { cwd: folder, env })).stdout
  }
  return { service, token, outputOf }
}

test('the packed client works in an empty folder, as docs/reference/client.md shows it', async () => {
  const { service, outputOf } = await startService()
  const [, example = ''] = fencesRunBy(PAGE, TITLE)
  const shown = fencesIn(readPage(PAGE)).find(({ language }) => language === 'text')?.text
  // How many updates come between start and end depends on how fast they are read.
  const lasting = (text = '') => text.split('\n').filter((line) => !/^(?:pending|running) \d+ %$/.test(line))
  expect(lasting(await outputOf(example))).toEqual(lasting(shown))
  await service.stop()
})

test('the example in the README of the packed client works', async () => {
  const { service, token, outputOf } = await startService()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = readFileSync(join(ROOT, 'examples/01-hello/workflow.json'))
  const stored = await fetch(`${service.origin}/api/v1/workflows`, { method: 'POST', headers, body })
  expect(stored.status).toBe(201)
  const page = 'packages/client/README.md'
  const [example = ''] = fencesRunBy(page, 'the example in the README of the packed client works')
  const printed = (await outputOf(example.replace('http://127.0.0.1:7410', service.origin))).trim().split('\n')
  expect(printed.slice(-2)).toEqual(['completed', 'Hello'])
  await service.stop()
})

test('the packed client has its types, and they check the example of docs/reference/client.md', async () => {
  const [, example = ''] = fencesRunBy(PAGE, TITLE)
  writeFileSync(join(folder, 'checked.ts'), `declare const process: { env: Record<string, string> }\n${example}`)
  const wrong = "import { createClient } from '@millrace/client'\nexport const reply = createClient({ baseUrl: '' })"
  writeFileSync(join(folder, 'operation.ts'), `${wrong}.getWorkflows()\n`)
  writeFileSync(join(folder, 'argument.ts'), `${wrong}.getWorkflow({ name: 'hello' })\n`)
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--types', '']
  const check = (file: string) =>
    run(join(ROOT, 'node_modules', '.bin', 'tsc'), [...options, '--ignoreConfig', file], {
      cwd: folder,
      shell: isWindows,
    }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  expect(await check('checked.ts')).toBe('')
  expect(await check('operation.ts')).toContain("Property 'getWorkflows' does not exist")
  expect(await check('argument.ts')).toContain("'name' does not exist in type 'GetWorkflowArgs'")
})

test('the packed client is JavaScript with declarations, the OpenAPI document, a licence and nothing else', () => {
  const installed = join(folder, 'node_modules', '@millrace', 'client')
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  const built = readdirSync(join(installed, 'dist'))
  expect(built.filter((name) => !/\.(?:js|d\.ts)$/.test(name) || /test/.test(name))).toEqual(['openapi.json'])
  const document = createRequire(join(folder, 'package.json'))('@millrace/client/openapi.json')
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Millrace' } })
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(manifest.dependencies).toBeUndefined()
  expect(manifest.version).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version)
})
