/** Clients that others generate from the OpenAPI document, with the programs that docs/reference/api.md shows. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fencesRunBy } from '../fences.ts'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, type Program, start } from './program.ts'

const run = promisify(execFile)
const PAGE = 'docs/reference/api.md'
const isWindows = process.platform === 'win32'
const GENERATORS = join(ROOT, 'test', 'generators')
const { resolve } = createRequire(join(GENERATORS, 'package.json'))
/** What each command of the page starts. */
const COMMANDS: Readonly<Record<string, string>> = {
  'openapi-typescript': join(dirname(resolve('openapi-typescript/package.json')), 'bin', 'cli.js'),
  '@hey-api/openapi-ts': join(ROOT, 'node_modules', '@hey-api', 'openapi-ts', 'bin', 'run.js'),
}

let folder = ''
let service: Program
let env: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-generated-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'env.d.ts'), 'declare const process: { env: Record<string, string> }\n')
  cpSync(join(ROOT, 'examples', '01-hello', 'workflow.json'), join(folder, 'workflow.json'))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
  const dataDir = freshFolder()
  service = await start(['--port', '0', '--data-dir', dataDir, '--public-openapi'])
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  env = { PATH: process.env.PATH ?? '', MILLRACE_URL: service.origin, MILLRACE_TOKEN: token }
})

afterAll(async () => {
  await killAll()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `npx NAME …` of the page with the installed generator, against the service of this test. */
async function generate(command: string): Promise<void> {
  const [npx, name = '', ...args] = command.trim().replace('http://127.0.0.1:7410', service.origin).split(' ')
  expect(npx).toBe('npx')
  const preload = pathToFileURL(join(GENERATORS, 'typescript-5.mjs')).href
  await run(process.execPath, [COMMANDS[name]!, ...args], {
    cwd: folder,
    env: { ...env, NODE_OPTIONS: `--import=${preload}` },
  })
}

/** Returns what the compiler reports, or nothing. */
async function typeErrors(file: string): Promise<string> {
  const lib = ['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', '--types', '']
  const modules = ['--module', 'preserve', '--allowImportingTsExtensions', '--resolveJsonModule', '--skipLibCheck']
  const args = ['--ignoreConfig', '--noEmit', '--strict', ...lib, ...modules, 'env.d.ts', file]
  return run(join(ROOT, 'node_modules', '.bin', 'tsc'), args, { cwd: folder, shell: isWindows }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

test('a client of openapi-typescript and openapi-fetch type-checks and runs', async () => {
  const title = 'a client of openapi-typescript and openapi-fetch type-checks and runs'
  const [command = '', program = ''] = fencesRunBy(PAGE, title)
  await generate(command)
  writeFileSync(join(folder, 'fetch.ts'), program)
  expect(await typeErrors('fetch.ts')).toBe('')
  const wrong = program.replace('/api/v1/pipelines/{id}/events', '/api/v1/pipelines/{id}/event')
  writeFileSync(join(folder, 'wrong.ts'), wrong.replace('.execution_id', '.executionId'))
  const errors = await typeErrors('wrong.ts')
  expect(errors).toContain("Property 'executionId' does not exist")
  expect(errors).toContain('"/api/v1/pipelines/{id}/event"')
  const { stdout } = await run(process.execPath, ['fetch.ts'], { cwd: folder, env })
  expect(stdout).toBe("completed { greeting: 'Hello, Ada!' }\n")
})

test('a client of @hey-api/openapi-ts type-checks', async () => {
  const [command = '', program = ''] = fencesRunBy(PAGE, 'a client of @hey-api/openapi-ts type-checks')
  await generate(command)
  writeFileSync(join(folder, 'program.ts'), program)
  expect(await typeErrors('program.ts')).toBe('')
  writeFileSync(join(folder, 'wrong-program.ts'), program.replace('inputs: {', 'input: {'))
  expect(await typeErrors('wrong-program.ts')).toContain("'input' does not exist")
})

test('the built OpenAPI document is the one that the program serves', async () => {
  const served = await fetch(`${service.origin}/api/v1/openapi.json`)
  expect(JSON.parse(readFileSync(join(ROOT, 'dist', 'openapi.json'), 'utf8'))).toEqual(await served.json())
})
