/** The built program: it is the same program, and it is run only while it is what the sources are. */
import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshFolder, killAll, type Program, start } from './program.ts'
import { type CopiedRepository, copyRepository } from './support/copied-repository.ts'

const run = promisify(execFile)
let copy: CopiedRepository

beforeAll(() => {
  copy = copyRepository()
})
afterEach(killAll)
afterAll(() => copy.remove())

function inCopy(...path: string[]): string {
  return join(copy.folder, ...path)
}

async function startCopy(...flags: string[]): Promise<Program & { readonly call: Call }> {
  const dataDir = freshFolder()
  const program = await start(['--port', '0', '--data-dir', dataDir, ...flags], {}, copy.program)
  const headers = {
    authorization: `Bearer ${readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()}`,
    'content-type': 'application/json',
  }
  const call: Call = async (path, body) => {
    const how = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
    return (await fetch(`${program.origin}/api/v1${path}`, how)).text()
  }
  return { ...program, call }
}

type Call = (path: string, body?: unknown) => Promise<string>

/** What a service says of itself: every operation, every node type, every category. */
async function selfPortrait(): Promise<readonly string[]> {
  const { call, stop } = await startCopy()
  const said = [await call('/openapi.json'), await call('/nodes?limit=500'), await call('/categories')]
  await stop()
  return said
}

const node = (id: string, type: string, config = {}) => ({
  id,
  type: 'universalNode',
  position: { x: 0, y: 0 },
  data: { label: id, config, metadata: { node_type_id: type } },
})

/** Runs a workflow to its end; gives how that went. */
async function outcomeOf(call: Call, nodes: readonly unknown[]): Promise<unknown> {
  const stored = JSON.parse(await call('/workflows', { name: 'Trial', nodes, edges: [] }))
  const started = JSON.parse(await call(`/workflows/${stored.data.id}/execute`, {}))
  const id = JSON.stringify(started).match(/"execution_id":"([^"]+)"/)?.[1]
  await call(`/pipelines/${id}/events`)
  return JSON.parse(await call(`/pipelines/${id}`))
}

describe('the built program', () => {
  test('says of itself what the sources say', async () => {
    expect(await copy.built()).toBeUndefined()
    const fromSources = await selfPortrait()
    expect(fromSources.every((text) => text.length > 1000)).toBe(true)
    expect(await copy.build()).toMatch(/^Millrace: the service is bundled after [\d.]+ s\.\n$/)
    expect(await copy.built()).toBeDefined()
    expect(await selfPortrait()).toEqual(fromSources)
  })

  test('runs threads, sandboxes and nodes of your own, also with a model of their own', async () => {
    const stopper = (id: string) => `import { defineNode, endRun, Type } from '@millrace/model'
export default defineNode({
  id: '${id}', version: '1.0.0', name: 'Stopper', description: 'Ends the run.', category: 'processing',
  icon: 'mdi:stop', tags: [], config: Type.Object({}), inputs: {}, outputs: {},
  run: () => endRun('failed', { message: 'stopped by ${id}', code: 'STOPPED' }),
})`
    const outside = freshFolder()
    const inside = inCopy('own-nodes')
    const ownCopy = freshFolder()
    for (const [id, folder] of Object.entries({ outside, inside, own_copy: ownCopy })) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${id}.ts`), stopper(id))
    }
    // Beside the folder and linked: Node.js strips no types below node_modules.
    const model = join(ownCopy, '..', 'model')
    cpSync(inCopy('packages', 'model'), model, { recursive: true })
    mkdirSync(join(ownCopy, 'node_modules', '@millrace'), { recursive: true })
    symlinkSync(model, join(ownCopy, 'node_modules', '@millrace', 'model'))
    expect(await copy.built()).toBeDefined()
    const { call, stop } = await startCopy('--nodes', outside, '--nodes', inside, '--nodes', ownCopy)
    for (const type of ['outside', 'inside', 'own_copy']) {
      expect(JSON.stringify(await outcomeOf(call, [node('stop.1', type)]))).toContain(`stopped by ${type}`)
    }
    const counted = await outcomeOf(call, [node('code.1', 'code', { source: 'return 6 * 7' })])
    expect(counted).toMatchObject({ status: 'completed' })
    expect(JSON.stringify(counted)).toContain('42')
    await stop()
  })

  test('errors name the sources that they come from', async () => {
    const built = await copy.built()
    const program = `
      import { pathToFileURL } from 'node:url'
      import { showSources } from ${JSON.stringify(inCopy('packages', 'service', 'bin', 'source-positions.js'))}
      const model = new URL('./model.js', pathToFileURL(${JSON.stringify(built)}))
      showSources(new URL('.', model).href)
      const { catalogueOf } = await import(model.href)
      try { catalogueOf(undefined) } catch (error) { console.log(error.stack) }`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
    expect(stdout).toMatch(/^TypeError: .*\n {4}at catalogueOf \(.*packages\/model\/src\/catalogue\.ts:\d+:\d+\)/)
    const line = Number(/catalogue\.ts:(\d+)/.exec(stdout)?.[1])
    const source = readFileSync(inCopy('packages', 'model', 'src', 'catalogue.ts'), 'utf8').split('\n')
    expect(source[line - 1]).toContain('of definitions')
  })
})

describe('a build that is not of these sources is never run', () => {
  test.each<[string, () => void]>([
    ['a source has changed', () => appendFileSync(inCopy('packages', 'model', 'src', 'index.ts'), '\n')],
    ['a source has another time', () => utimesSync(inCopy('packages', 'engine', 'src', 'index.ts'), 1, 1)],
    ['a source was added', () => writeFileSync(inCopy('packages', 'nodes', 'src', 'added.ts'), 'export {}\n')],
    ['a source was removed', () => rmSync(inCopy('packages', 'nodes', 'src', 'added.ts'))],
    ['what builds it has changed', () => appendFileSync(inCopy('scripts', 'bundle-service.mjs'), '\n')],
    ['the build is gone', () => rmSync(buildFolder(), { recursive: true })],
    ['the record of it is broken', () => writeFileSync(inCopy('packages', 'service', 'dist', 'build.json'), '{')],
  ])('%s', async (_, change) => {
    await copy.build()
    expect(await copy.built()).toBeDefined()
    change()
    expect(await copy.built()).toBeUndefined()
  })

  test('the sources are run in its place, until it is built again', async () => {
    await copy.build()
    const file = inCopy('packages', 'service', 'package.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]+"/, '"version": "99.0.1"'))
    for (const isBuilt of [false, true]) {
      if (isBuilt) await copy.build()
      expect((await copy.built()) !== undefined).toBe(isBuilt)
      const program = await startCopy()
      expect(program.output().stdout).toMatch(/^Millrace 99\.0\.1: /)
      await program.stop()
    }
  })

  test('one that cannot be made stops nothing, and a few are kept for those that still run', async () => {
    const broken = inCopy('packages', 'model', 'src', 'index.ts')
    const text = readFileSync(broken, 'utf8')
    writeFileSync(broken, `${text}\nexport { nothing } from './nowhere.ts'\n`)
    expect(await copy.build()).toContain('it runs from its sources')
    expect(await copy.built()).toBeUndefined()
    writeFileSync(broken, text)
    await copy.build()
    expect(await copy.built()).toBeDefined()
    expect(readdirSync(inCopy('packages', 'service', 'dist')).filter((name) => name.startsWith('build-'))).toHaveLength(
      4,
    )
  })
})

function buildFolder(): string {
  const { name } = JSON.parse(readFileSync(inCopy('packages', 'service', 'dist', 'build.json'), 'utf8'))
  return inCopy('packages', 'service', 'dist', name)
}
