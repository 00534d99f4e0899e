/** The built program is the same program as the sources, and the build notices when it is out of date. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshFolder, killAll, type Program, start } from './program.ts'
import { type CopiedRepository, copyRepository } from './support/copied-repository.ts'

let copy: CopiedRepository

beforeAll(async () => {
  copy = copyRepository()
  await copy.build()
})
afterEach(killAll)
afterAll(() => copy.remove())

function inCopy(...path: string[]): string {
  return join(copy.folder, ...path)
}

async function startCopy(
  flags: readonly string[] = [],
  file = copy.program,
): Promise<Program & { readonly call: Call }> {
  const dataDir = freshFolder()
  const program = await start(['--port', '0', '--data-dir', dataDir, ...flags], {}, file)
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

/** The self-description of a program: every operation, node type and category. */
async function selfPortrait(file: string): Promise<readonly string[]> {
  const { call, stop } = await startCopy([], file)
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
  test('describes itself like the sources', async () => {
    const fromSources = await selfPortrait(copy.sources)
    expect(fromSources.every((text) => text.length > 1000)).toBe(true)
    expect(await selfPortrait(copy.program)).toEqual(fromSources)
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
    const { call, stop } = await startCopy(['--nodes', outside, '--nodes', inside, '--nodes', ownCopy])
    for (const type of ['outside', 'inside', 'own_copy']) {
      expect(JSON.stringify(await outcomeOf(call, [node('stop.1', type)]))).toContain(`stopped by ${type}`)
    }
    const counted = await outcomeOf(call, [node('code.1', 'code', { source: 'return 6 * 7' })])
    expect(counted).toMatchObject({ status: 'completed' })
    expect(JSON.stringify(counted)).toContain('42')
    await stop()
  })

  test('stack traces name the sources', async () => {
    const nodes = freshFolder()
    mkdirSync(nodes, { recursive: true })
    const traced = `export default {
      id: 'traced', version: '1.0.0', name: 'Traced', description: 'Returns its stack.', category: 'processing',
      icon: 'mdi:stack-overflow', tags: [], config: { type: 'object', properties: {} }, inputs: {},
      outputs: { stack: { dataType: 'string' } }, run: () => ({ stack: new Error('here').stack }),
    }`
    writeFileSync(join(nodes, 'traced.mjs'), traced)
    const { call, stop } = await startCopy(['--nodes', nodes])
    const outcome = JSON.stringify(await outcomeOf(call, [node('traced.1', 'traced')]))
    await stop()
    const [, path = '', line] = /\((\/[^()]+\/packages\/service\/src\/[\w/-]+\.ts):(\d+):\d+/.exec(outcome) ?? []
    expect(path).toMatch(/node-runner\.ts$/)
    expect(readFileSync(path, 'utf8').split('\n')[Number(line) - 1]).toContain('run(')
  })

  test('the files of the service are ASCII, so that V8 keeps one byte for each character', () => {
    const files = readdirSync(inCopy('dist')).filter((file) => file.endsWith('.cjs'))
    const others = files.filter((file) => readFileSync(inCopy('dist', file)).some((byte) => byte > 0x7f))
    expect(files.length).toBeGreaterThan(10)
    expect(others).toEqual([])
  })
})

describe('the build', () => {
  const source = (...path: string[]) => inCopy('packages', 'model', 'src', ...path)

  test('is kept while the contents of the sources are unchanged, regardless of file times', async () => {
    const before = readFileSync(inCopy('dist', 'build.json'), 'utf8')
    for (const file of readdirSync(source(), { recursive: true, encoding: 'utf8' })) utimesSync(source(file), 1, 1)
    expect(await copy.build()).toBe('')
    expect(readFileSync(inCopy('dist', 'build.json'), 'utf8')).toBe(before)
  })

  const addLine = (file: string) => appendFileSync(file, '\n')
  const changes: readonly (readonly [string, () => string, (file: string) => void])[] = [
    ['a source has changed', () => source('index.ts'), addLine],
    ['a source was added', () => source('added.ts'), (file) => writeFileSync(file, 'export {}\n')],
    ['a source was removed', () => source('brand.ts'), rmSync],
    ['the lockfile has changed', () => inCopy('package-lock.json'), addLine],
    ['what builds it has changed', () => inCopy('scripts', 'bundle-service.mjs'), addLine],
    ['the program is gone', () => copy.program, rmSync],
    ['the record of it is broken', () => inCopy('dist', 'build.json'), (file) => writeFileSync(file, '{')],
  ]

  test.each(changes)('is out of date when %s', async (_, at, change) => {
    const { staleParts } = await import(/* @vite-ignore */ inCopy('scripts', 'build.mjs'))
    const file = at()
    const before = existsSync(file) ? readFileSync(file) : undefined
    expect(staleParts(['service'])).toEqual([])
    change(file)
    expect(staleParts(['service'])).toEqual(['service'])
    if (before === undefined) rmSync(file)
    else writeFileSync(file, before)
    expect(staleParts(['service'])).toEqual([])
  })

  test('is made again when it is out of date', async () => {
    addLine(source('index.ts'))
    expect(await copy.build()).toMatch(/^Millrace: built the service in [\d.]+ s\.\n$/)
    expect(await copy.build()).toBe('')
  })

  test('is what a start runs, without a look at the sources', async () => {
    const file = inCopy('packages', 'service', 'package.json')
    const versionOf = async () => {
      const program = await startCopy()
      await program.stop()
      return /^Millrace (\S+):/.exec(program.output().stdout)?.[1]
    }
    const built = await versionOf()
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]+"/, '"version": "99.0.1"'))
    expect(await versionOf()).toBe(built)
    await copy.build()
    expect(await versionOf()).toBe('99.0.1')
  })

  test('fails with the reason and leaves the last one in place; a service that runs keeps its files', async () => {
    const files = () => readdirSync(inCopy('dist')).filter((name) => /^cli-.*\.cjs$/.test(name))
    const program = await startCopy()
    const [before] = files().filter((name) => readFileSync(inCopy('dist', 'build.json'), 'utf8').includes(name))
    const text = readFileSync(source('index.ts'), 'utf8')
    writeFileSync(source('index.ts'), `${text}\nexport { nothing } from './nowhere.ts'\n`)
    await expect(copy.build()).rejects.toThrow(/nowhere\.ts[\s\S]*Millrace: the build failed: the service could not be/)
    expect(files()).toContain(before)
    writeFileSync(source('index.ts'), text.replace('export', "export const extra = 'extra'\nexport"))
    await copy.build()
    expect(files()).toContain(before)
    // Loaded on first use, by a program that was started from the build before.
    expect(JSON.parse(await program.call('/openapi.json')).openapi).toBe('3.1.0')
    await program.stop()
  })
})
