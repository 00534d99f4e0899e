import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { sandboxFlags } from './sandbox-process.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The outcome of each attempt in a process that is started like a sandbox. */
const ATTEMPTS = `
  const fs = require('node:fs')
  const attempts = {
    readOther: () => fs.readFileSync('/etc/passwd'),
    readHome: () => fs.readdirSync('/'),
    write: () => fs.writeFileSync('/tmp/millrace-sandbox-was-here', ''),
    program: () => require('node:child_process').execSync('id'),
    thread: () => new (require('node:worker_threads').Worker)('', { eval: true }),
    addon: () => process.dlopen({ exports: {} }, '/nowhere.node'),
    wasi: () => new (require('node:wasi').WASI)({ version: 'preview1' }),
    inspector: () => require('node:inspector').open(0),
    evaluate: () => eval('1'),
    construct: () => (() => {}).constructor('return 1')(),
    environment: () => { if (Object.keys(process.env).length === 0) throw new Error('empty') },
    proto: () => { if (!('__proto__' in {})) throw new Error('deleted') },
  }
  const held = Object.entries(attempts).filter(([, attempt]) => { try { attempt(); return false } catch { return true } })
  console.log(JSON.stringify({ held: held.map(([name]) => name), all: Object.keys(attempts) }))
`

test('a sandbox process may only read its program and the libraries', () => {
  const flags = [...sandboxFlags(128), '-e', ATTEMPTS]
  const { stdout } = spawnSync(process.execPath, flags, { env: {}, encoding: 'utf8' })
  const { held, all } = JSON.parse(stdout)
  expect(held).toEqual(all)
})
