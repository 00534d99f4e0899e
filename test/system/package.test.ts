/** The package `millrace` as users install it: built, installed by npm into an empty folder, and started there. */
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { fencesRunBy } from '../fences.ts'
import { readPage } from '../markdown.ts'
import { ROOT } from '../source-files.ts'
import { type ShownService, startShown } from './support/shown-command.ts'

const run = promisify(execFile)
const PAGE = 'docs/how-to/deploy.md'
const BUILT = 'is built by the command of docs/how-to/deploy.md, without links and with exact versions'
const INSTALLED = 'installs into an empty folder and runs a workflow, by the commands of docs/how-to/deploy.md'
const LOCKED = 'installs exactly the versions of the lockfile, by the command of docs/how-to/deploy.md'
const OLDER = 'runs on a machine with an older Node.js, by the command of docs/how-to/deploy.md'
const RELEASE = join(ROOT, 'release')

interface Manifest {
  readonly version: string
  readonly bin: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly packages: Readonly<Record<string, { version: string; optional?: boolean; hasInstallScript?: boolean }>>
}

const read = (...path: string[]): Manifest => JSON.parse(readFileSync(join(...path), 'utf8'))
const commandsOf = (title: string) => fencesRunBy(PAGE, title).flatMap((block) => block.trim().split('\n'))
// Packages that were downloaded before come from npm's cache.
// The level of npm's messages comes from here and not from the machine: a test reads one of its warnings.
const environment = { ...process.env, npm_config_prefer_offline: 'true', npm_config_loglevel: 'notice' }
const shell = (command: string, cwd: string, env: NodeJS.ProcessEnv = environment) =>
  run('bash', ['-c', command], { cwd, env })

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'millrace-package-'))
}

/** The folders of PATH with a Node.js below 24 first; undefined if the machine has none. */
function olderPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const isOlder = (folder: string) => {
    const { stdout } = spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' })
    return /^v2[0-3]\./.test(stdout ?? '')
  }
  const older = folders.find(isOlder)
  return older === undefined ? undefined : [older, ...folders].join(delimiter)
}

let folder = ''
let tarball = ''

beforeAll(async () => {
  const [build = ''] = commandsOf(BUILT)
  await shell(build, ROOT)
  tarball = readdirSync(RELEASE).find((name) => name.endsWith('.tgz')) ?? ''
  folder = emptyFolder()
  cpSync(join(RELEASE, tarball), join(folder, tarball))
  const [install = ''] = commandsOf(INSTALLED)
  await shell(install, folder)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Calls the API of a started service. */
function caller({ origin, dataDir }: ShownService) {
  const headers = { 'x-api-key': readFileSync(join(dataDir, 'admin-token'), 'utf8').trim() }
  return async (path: string, body?: string) => {
    const sent = body === undefined ? { headers } : { method: 'POST', headers: { ...headers, ...JSON_TYPE }, body }
    return (await fetch(`${origin}${path}`, sent)).text()
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Stores a workflow, runs it to its end and returns the execution as JSON text. */
async function resultOf(service: ShownService, workflow: string, inputs: object): Promise<string> {
  const call = caller(service)
  const { data: stored } = JSON.parse(await call('/api/v1/workflows', workflow))
  const body = JSON.stringify({ inputs })
  const { data: started } = JSON.parse(await call(`/api/v1/workflows/${stored.id}/execute`, body))
  await call(`/api/v1/pipelines/${started.execution_id}/events`)
  return call(`/api/v1/pipelines/${started.execution_id}`)
}

describe('the package', () => {
  test('is built by the command of docs/how-to/deploy.md, without links and with exact versions', () => {
    const manifest = read(RELEASE, 'package', 'package.json')
    const { version } = read(ROOT, 'package.json')
    expect(manifest).toMatchObject({ name: 'millrace', version, license: 'MIT', engines: { node: '>=24' } })
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest).not.toHaveProperty('devDependencies')
    const inexact = Object.values(manifest.dependencies).filter((each) => !/^\d+\.\d+\.\d+$/.test(each))
    expect(inexact).toEqual([])
    expect(readdirSync(join(RELEASE, 'package')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'node_modules',
      'package.json',
    ])
    expect(tarball).toBe(`millrace-${version}.tgz`)
    const installed = Object.entries(read(RELEASE, 'package-lock.json').packages)
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([])
  })

  test('is as small as docs/how-to/deploy.md states', async () => {
    const page = readPage(PAGE)
    const [, packed] = /\.tgz` \((\d+) MB\)/.exec(page) ?? []
    expect(statSync(join(RELEASE, tarball)).size / 1e6).toBeLessThan(Number(packed) + 1)
    const [, installed] = /An installation takes about (\d+) MB/.exec(page) ?? []
    const { stdout } = await run('du', ['-sk', join(folder, 'node_modules')])
    expect(Number.parseInt(stdout, 10) / 1000).toBeLessThan(Number(installed) * 1.1)
  })

  test('declares every package that its program loads, and no other', () => {
    const dist = join(RELEASE, 'package', 'dist')
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    const text = files
      .filter((name) => /^(?!web|guide).*\.[cm]js$/.test(name))
      .map((name) => readFileSync(join(dist, name), 'utf8'))
      .join('\n')
    const quoted = text.matchAll(
      /(?:require|import|resolve|meta\.url\))\(\s*["'`]((?:@[\w-]+\/)?[a-z][\w.-]*)[^"'`\n]*["'`]\)/g,
    )
    const loaded = new Set([...quoted].map((match) => match[1]!).filter((name) => !builtinModules.includes(name)))
    loaded.delete('node')
    const { dependencies } = read(RELEASE, 'package', 'package.json')
    expect([...loaded].filter((name) => !(name in dependencies))).toEqual([])
    expect(Object.keys(dependencies).filter((name) => !loaded.has(name) && !text.includes(`"${name}`))).toEqual([])
  })

  test('installs into an empty folder and runs a workflow, by the commands of docs/how-to/deploy.md', async () => {
    const [install, start = ''] = commandsOf(INSTALLED)
    expect(install).toBe(`npm install ./${tarball}`)
    const nodes = join(folder, 'nodes')
    mkdirSync(nodes)
    cpSync(join(ROOT, 'examples/02-your-own-node/nodes/initials.ts'), join(nodes, 'initials.ts'))
    const service = await startShown(`${start} --nodes ./nodes`, folder)
    expect(JSON.parse(await caller(service)('/health'))).toMatchObject({ status: 'healthy' })
    const hello = await resultOf(service, readPage('examples/01-hello/workflow.json'), {
      'text_input.1': { text: 'Ada' },
    })
    expect(hello).toContain('Hello, Ada!')
    const code = { config: { source: 'return 6 * 7' }, metadata: { node_type_id: 'code' } }
    const sandboxed = { name: 'Count', nodes: [{ id: 'code.1', data: code }], edges: [] }
    expect(JSON.parse(await resultOf(service, JSON.stringify(sandboxed), {}))).toMatchObject({ status: 'completed' })
    // A node type of the user, which imports the model of the package.
    const own = await resultOf(service, readPage('examples/02-your-own-node/workflow.json'), {
      'text_input.1': { text: 'Grace Hopper' },
    })
    expect(JSON.parse(own)).toMatchObject({ status: 'completed' })
    for (const path of ['/', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/docs/favicon-32x32.png']) {
      expect((await fetch(service.origin + path)).status, path).toBe(200)
    }
    await service.stop()
  })

  test('installs exactly the versions of the lockfile, by the command of docs/how-to/deploy.md', async () => {
    const [command = ''] = commandsOf(LOCKED)
    const locked = emptyFolder()
    onTestFinished(() => rmSync(locked, { recursive: true, force: true }))
    for (const name of [tarball, 'package.json', 'package-lock.json']) cpSync(join(RELEASE, name), join(locked, name))
    await shell(command, locked)
    const wanted = read(ROOT, 'package-lock.json').packages
    const { packages } = read(locked, 'node_modules', '.package-lock.json')
    const others = Object.entries(packages).filter(([path]) => !path.startsWith('node_modules/millrace'))
    expect(others.length).toBeGreaterThan(100)
    const different = others.filter(([path, { version }]) => wanted[path]?.version !== version)
    expect(different.map(([path]) => path)).toEqual([])
    await (await startShown('npx millrace', locked)).stop()
  })

  test.skipIf(olderPath() === undefined)(
    'runs on a machine with an older Node.js, by the command of docs/how-to/deploy.md',
    async () => {
      const PATH = olderPath()!
      const env = { ...environment, PATH }
      const older = emptyFolder()
      onTestFinished(() => rmSync(older, { recursive: true, force: true }))
      cpSync(join(RELEASE, tarball), join(older, tarball))
      const installed = await shell(commandsOf(INSTALLED)[0]!, older, env)
      expect(installed.stderr).toMatch(/EBADENGINE[\s\S]*millrace/)
      const failed = await shell('npx millrace', older, env).catch((error: { code: number; stderr: string }) => error)
      expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('Node.js 24 or later is required') })
      const [command = ''] = commandsOf(OLDER)
      const platform = `${process.platform}-${process.arch}`
      await shell(command.replace('linux-x64', platform), older, env)
      const service = await startShown(`PATH=${PATH} npx millrace`, older)
      expect((await fetch(`${service.origin}/livez`)).status).toBe(200)
      await service.stop()
    },
  )
})

describe('a deployment of the package', () => {
  test('has a program for systemd that starts from its folder', async () => {
    const unit = readPage('deploy/systemd/millrace.service').replaceAll('/opt/millrace', folder)
    const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
    expect(existsSync(value('ExecStart'))).toBe(true)
    const service = await startShown(value('ExecStart'), value('WorkingDirectory'))
    expect((await fetch(`${service.origin}/health`)).status).toBe(200)
    expect((statSync(service.dataDir).mode & 0o777).toString(8)).toBe(value('StateDirectoryMode').replace(/^0/, ''))
    await service.stop()
  })

  test('prints the public address with the settings of docker-compose.yml, and stays healthy', async () => {
    const { environment: settings } = parse(readPage('deploy/docker-compose.yml')).services.millrace
    const { MILLRACE_DATABASE: _, ...others } = settings as Record<string, string>
    const assigned = Object.entries(others).map(
      ([name, value]) => `${name}=${value.replace(/\$\{.*?\}/, 'flows.example.com')}`,
    )
    const service = await startShown(`MILLRACE_HOST=0.0.0.0 ${assigned.join(' ')} npx millrace`, folder)
    expect(service.stdout).toContain('Open https://flows.example.com/sign-in?code=')
    const { port } = new URL(service.origin)
    const statusFor = async (host: string) => {
      const [reply] = (await once(get({ port, path: '/health', headers: { host }, agent: false }), 'response')) as [
        IncomingMessage,
      ]
      reply.resume()
      return reply.statusCode
    }
    // The health check of the image, Caddy, and a request for another host.
    expect(await Promise.all([`127.0.0.1:${port}`, 'flows.example.com', 'other.example.com'].map(statusFor))).toEqual([
      200, 200, 403,
    ])
    await service.stop()
  })

  test('has a health check in its image that follows the state of the service', async () => {
    const file = readPage('deploy/Dockerfile')
    const program = /^ENTRYPOINT (\[.*\])$/m.exec(file)?.[1] ?? ''
    const [, path = ''] = JSON.parse(program) as string[]
    expect(existsSync(path.replace('/app', folder)), path).toBe(true)
    const [, ...args] = JSON.parse(/^\s+CMD (\[.*\])$/m.exec(file)?.[1] ?? '') as string[]
    const service = await startShown(`"${process.execPath}" ${path.replace('/app', folder)}`, folder)
    const check = () =>
      run(process.execPath, args, { env: { MILLRACE_PORT: new URL(service.origin).port } }).then(
        () => 'healthy',
        ({ code }: { code: number }) => `exit code ${code}`,
      )
    expect(await check()).toBe('healthy')
    await service.stop()
    expect(await check()).toBe('exit code 1')
  })
})
