/**
 * Node-RED, the peer of the webhook benches. It stores nothing and isolates nothing, so it is the limit of what a flow
 * engine on Node.js can do. The newest version is installed into `.cache/node-red`; it is not a dependency of the product.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { firstAnswer, freePort } from './service.ts'

const FOLDER = fileURLToPath(new URL('../.cache/node-red/', import.meta.url))
const PACKAGE = join(FOLDER, 'node_modules/node-red/package.json')
const INSTALL_MS = 600_000

export interface NodeRed {
  readonly port: number
  readonly version: string
  stop(): Promise<void>
}

/** Ten nodes between `http in` and `http response`, by type and settings. */
export interface PeerStep {
  readonly type: 'change' | 'function' | 'http request'
  readonly settings: object
}

/** A change node with one rule, the cheapest step of Node-RED: it copies the payload. */
export const CHANGE: PeerStep = {
  type: 'change',
  settings: { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: 'payload', tot: 'msg' }] },
}

export function functionStep(source: string): PeerStep {
  return { type: 'function', settings: { func: source, outputs: 1, libs: [] } }
}

export function httpStep(url: string): PeerStep {
  return { type: 'http request', settings: { method: 'GET', ret: 'obj', paytoqs: 'ignore', url, persist: true } }
}

/** The path that starts the flow. */
export const PEER_PATH = '/bench'

export async function startNodeRed(
  step: PeerStep,
  body: { readonly type: string; readonly text: string },
): Promise<NodeRed> {
  const version = await installed()
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'node-red-bench-'))
  await writeFile(join(dir, 'flows.json'), JSON.stringify(flowOf(step)))
  const settings = { uiPort: port, uiHost: '127.0.0.1', disableEditor: true, flowFile: 'flows.json' }
  const quiet = { logging: { console: { level: 'error', metrics: false, audit: false } } }
  await writeFile(join(dir, 'settings.js'), `module.exports = ${JSON.stringify({ ...settings, ...quiet })}`)
  const program = join(FOLDER, 'node_modules/node-red/red.js')
  const child = spawn(process.execPath, [program, '--userDir', dir], { stdio: ['ignore', 'ignore', 'inherit'] })
  await firstAnswer(port, child)
  await deployed(port, body)
  return {
    port,
    version,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Waits until the flow responds; the server listens before it has loaded its flows. */
async function deployed(port: number, { type, text }: { readonly type: string; readonly text: string }): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}${PEER_PATH}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: text,
    })
    await answer.arrayBuffer()
    if (answer.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('Node-RED has not loaded its flow')
}

function flowOf(step: PeerStep): object[] {
  const names = Array.from({ length: 10 }, (_, at) => `step${at}`)
  return [
    { id: 'tab', type: 'tab', label: 'Bench' },
    { id: 'in', z: 'tab', type: 'http in', url: PEER_PATH, method: 'post', wires: [['step0']] },
    ...names.map((id, at) => ({ id, z: 'tab', type: step.type, ...step.settings, wires: [[names[at + 1] ?? 'out']] })),
    { id: 'out', z: 'tab', type: 'http response', statusCode: '200', headers: {}, wires: [] },
  ]
}

let version: string | undefined

/** Installs the newest version unless it is there. Without a registry, an installed version is used. */
async function installed(): Promise<string> {
  if (version !== undefined) return version
  const newest = npm(['view', 'node-red', 'version'])
  if (newest !== (await present()) && newest !== '') {
    await mkdir(FOLDER, { recursive: true })
    npm(['install', '--prefix', FOLDER, '--no-audit', '--no-fund', '--no-package-lock', `node-red@${newest}`])
  }
  version = await present()
  if (version === undefined) throw new Error('Node-RED could not be installed: is the npm registry reachable?')
  return version
}

async function present(): Promise<string | undefined> {
  if (!existsSync(PACKAGE)) return undefined
  return (JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string }).version
}

/** The output of npm, empty if it failed. */
function npm(args: readonly string[]): string {
  const path = process.env.npm_execpath
  const command = path === undefined ? ['npm'] : [process.execPath, path]
  const [program = '', ...first] = command
  const { status, stdout } = spawnSync(program, [...first, ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: INSTALL_MS,
    shell: path === undefined && process.platform === 'win32',
  })
  return status === 0 ? stdout.trim() : ''
}
