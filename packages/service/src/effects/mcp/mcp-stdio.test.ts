import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Log } from '../../platform/ports.ts'
import { createEgress } from '../http/egress.ts'
import { createMcp, type Mcp } from './mcp.ts'
import { PROGRAM } from './testing/mcp-server.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const user = { signal: new AbortController().signal, workflow: '' }

let folder: string
let args: string[]
beforeAll(() => {
  // Inside this package, so that the program can resolve the library.
  folder = mkdtempSync(join(import.meta.dirname, 'testing', 'program-'))
  args = [join(folder, 'server.mjs')]
  writeFileSync(join(folder, 'server.mjs'), PROGRAM)
})
afterAll(() => rmSync(folder, { recursive: true }))

const made: Mcp[] = []
afterEach(async () => {
  await Promise.all(made.splice(0).map((mcp) => mcp.close()))
})

async function tools(limits = {}, config = {}) {
  const mcp = createMcp({ egress: createEgress([]), allowStdio: true, log, limits })
  made.push(mcp)
  const found = await mcp.tools({ transport: 'stdio', command: process.execPath, args, ...config }, user)
  const call = (name: string) => found.find((tool) => tool.name === name)?.call({})
  return { mcp, call, names: found.map(({ name }) => name) }
}

test('starts a program and calls it, without the environment of the service', async () => {
  process.env.MILLRACE_SECRET_KEY = 's3cr3t'
  const { names, call } = await tools()
  delete process.env.MILLRACE_SECRET_KEY
  expect(names).toEqual(['env', 'pid', 'flood', 'die'])
  const seen = Object.keys((await call('env')) as object)
  const usual = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']
  expect(seen.filter((name) => !usual.includes(name) && !name.startsWith('__'))).toEqual([])
})

test('shares one program between equal settings and ends it with the service', async () => {
  const { mcp, call } = await tools()
  const pid = Number(await call('pid'))
  expect(Number(await call('pid'))).toBe(pid)
  await mcp.close()
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('a program that exits fails its running call and is started again for the next', async () => {
  const { call } = await tools()
  await expect(call('die')).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  expect(Number(await call('pid'))).toBeGreaterThan(0)
})

test('ends a program that sends too much', async () => {
  const { call } = await tools({ maxBytes: 100_000 })
  await expect(call('flood')).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' })
})

test('reports the name of a program that does not exist', async () => {
  await expect(tools({}, { command: 'no-such-program' })).rejects.toMatchObject({
    code: 'MCP_STDIO_FAILED',
    message: 'The program "no-such-program" could not be started (ENOENT).',
  })
})

test('rejects settings without a command', async () => {
  await expect(tools({}, { command: ' ' })).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
