/** The started program, from its first word to its last. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { freshFolder, killAll, type Program, run, start } from './program.ts'

afterEach(killAll)

function fresh(dataDir = freshFolder(), ...flags: string[]): Promise<Program> {
  return start(['--port', '0', '--data-dir', dataDir, ...flags])
}

function adminToken(dataDir: string): string {
  return readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
}

describe('a first start', () => {
  test('prints where it is, and a link that signs in exactly once', async () => {
    const { origin, link, stop } = await fresh()
    expect(link).toMatch(new RegExp(`^${origin}/sign-in\\?code=[\\w-]{43}$`))

    const first = await fetch(link, { redirect: 'manual' })
    expect([first.status, first.headers.get('location')]).toEqual([303, '/'])
    const cookie = String(first.headers.get('set-cookie')).split(';')[0]!
    const who = await fetch(`${origin}/api/v1/auth/session`, { headers: { cookie } })
    expect(await who.json()).toMatchObject({ data: { id: 'admin', role: 'admin' } })

    const second = await fetch(link, { redirect: 'manual' })
    expect([second.status, second.headers.get('set-cookie')]).toEqual([410, null])
    await stop()
  })

  test('loads no part of a cluster, and no package or built-in module for TLS, mail or OAuth', async () => {
    const flags = ['--port', '0', '--data-dir', freshFolder()]
    const { output, stop } = await start(flags, { NODE_DEBUG: 'module' })
    const { stderr } = output()
    expect(stderr).toContain('cli-')
    expect(stderr).not.toMatch(/cluster-process|restatedev/)
    const required = [...stderr.matchAll(/Module\._load REQUEST (\S+) parent: \S+[\\/]dist[\\/][^\\/]+\.cjs$/gm)]
    const names = new Set(required.map(([, name]) => name!))
    // What not every service uses is loaded on first use: `node:tls` alone takes 7 MB of memory.
    expect([...names].filter((name) => !name.startsWith('.') && !isBuiltin(name))).toEqual(['negotiator'])
    expect([...names].filter((name) => /^(?:node:)?(?:tls|https|http2|inspector)\b/.test(name))).toEqual([])
    await stop()
  })

  test('does not use Intl, which takes 8 MB of memory, and prepares no words of the assistant', async () => {
    const watch = join(dirname(freshFolder()), 'watch.cjs')
    writeFileSync(watch, WATCH_INTL)
    const flags = ['--port', '0', '--data-dir', freshFolder()]
    const { output, stop } = await start(flags, { NODE_OPTIONS: `--require ${watch}` })
    expect(output().stderr).toBe('watching\n')
    await stop()
  })

  test('shows what it does while it starts', async () => {
    const dataDir = freshFolder()
    const program = await fresh(dataDir)
    expect(
      program
        .output()
        .stdout.split('\n')
        .map((line) => line.replace(/\d+/g, 'N')),
    ).toEqual([
      `Millrace N.N.N: opening ${dataDir} …`.replace(/\d+/g, 'N'),
      'N node types, N operations',
      'Listening on http://N.N.N.N:N/api/vN',
      expect.stringMatching(/^Open http/),
      `The link works once, for N minutes. The admin token is in ${dataDir}/admin-token`.replace(/\d+/g, 'N'),
      '',
    ])
    await program.stop()
  })

  test('leaves nothing in the data folder that others may read', async () => {
    const dataDir = freshFolder()
    const program = await fresh(dataDir)
    for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0)
    expect(statSync(dataDir).mode & 0o077).toBe(0)
    const headers = { authorization: `Bearer ${adminToken(dataDir)}` }
    expect((await fetch(`${program.origin}/api/v1/auth/tokens`, { headers })).status).toBe(200)
    await program.stop()
  })

  test('logs one JSON object a line, with no secret in it', async () => {
    const dataDir = freshFolder()
    const program = await start(['--port', '0', '--data-dir', dataDir, '--log-level', 'debug'])
    const token = adminToken(dataDir)
    const cookie = 'millrace_session=planted-cookie-secret'
    await fetch(program.link, { redirect: 'manual' })
    await fetch(`${program.origin}/api/v1/workflows?search=planted-query-secret`, { headers: { cookie } })
    await fetch(`${program.origin}/api/v1/workflows/planted-path-secret`, { headers: { 'x-api-key': token } })
    await fetch(`${program.origin}/api/v1/workflows`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"name":"planted-body-secret"}',
    })
    const { stderr } = await program.stop()
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map((line) => line.msg)).toEqual(expect.arrayContaining(['request handled', 'stopping', 'stopped']))
    const code = new URL(program.link).searchParams.get('code') ?? 'none'
    for (const secret of [token, code, 'planted']) expect(stderr).not.toContain(secret)
  })
})

describe('a second start', () => {
  test('keeps the data, the token and the sessions', async () => {
    const dataDir = freshFolder()
    const first = await fresh(dataDir)
    const answer = await fetch(first.link, { redirect: 'manual' })
    const cookie = String(answer.headers.get('set-cookie')).split(';')[0]!
    const token = adminToken(dataDir)
    await first.stop()

    const second = await fresh(dataDir)
    expect(adminToken(dataDir)).toBe(token)
    expect((await fetch(`${second.origin}/api/v1/auth/session`, { headers: { cookie } })).status).toBe(200)
    expect((await fetch(second.link, { redirect: 'manual' })).status).toBe(303)
    await second.stop()
  })

  test('beside the first on one data folder is refused with one line', async () => {
    const dataDir = freshFolder()
    const first = await fresh(dataDir)
    const second = await run(['--port', '0', '--data-dir', dataDir])
    expect(second.code).toBe(1)
    expect(second.stderr).toBe(
      `millrace: The data folder ${dataDir} is in use by process ${first.process.pid}. ` +
        'Stop that process, or start this one with another data folder.\n',
    )
    expect((await fetch(`${first.origin}/health`)).status).toBe(200)
    await first.stop()
  })

  test('after a kill finds the folder free', async () => {
    const dataDir = freshFolder()
    await (await fresh(dataDir)).stop('SIGKILL')
    await (await fresh(dataDir)).stop()
  })
})

describe('the end', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s: stops cleanly with code 0', async (signal) => {
    const program = await fresh()
    await fetch(`${program.origin}/health`)
    const { code, stderr } = await program.stop(signal)
    expect(code).toBe(0)
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    ).toEqual(['stopping', 'stopped'])
    await expect(fetch(`${program.origin}/health`)).rejects.toThrow()
  })

  test('a request that is under way gets its answer', async () => {
    const dataDir = freshFolder()
    const program = await fresh(dataDir)
    const body = JSON.stringify({ name: 'Slow' })
    const socket = connect(Number(new URL(program.origin).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(
      `POST /api/v1/workflows HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${adminToken(dataDir)}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    )
    // The service has this request once it has answered one that was sent later on another connection.
    await fetch(`${program.origin}/health`)
    const ended = program.stop()
    await until(() => program.output().stderr.includes('"stopping"'))
    socket.write(body.slice(5))
    await closed
    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(answer).toMatch(/connection: close/i)
    expect((await ended).code).toBe(0)

    const next = await fresh(dataDir)
    const headers = { authorization: `Bearer ${adminToken(dataDir)}` }
    const listed = await fetch(`${next.origin}/api/v1/workflows`, { headers })
    expect(await listed.json()).toMatchObject({ data: [{ name: 'Slow' }] })
    await next.stop()
  })

  test('a second signal does not wait', async () => {
    const program = await fresh()
    const socket = connect(Number(new URL(program.origin).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /api/v1/auth/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    await fetch(`${program.origin}/health`)
    program.process.kill('SIGTERM')
    await until(() => program.output().stderr.includes('"stopping"'))
    expect((await program.stop('SIGTERM')).code).toBe(1)
  })
})

describe('what stops a start', () => {
  test.each<[string[], Record<string, string>, string]>([
    [['--nonsense'], {}, "millrace: Unknown option '--nonsense'"],
    [['--port', 'x'], {}, 'millrace: --port must be a port from 0 to 65535 (got "x").'],
    [[], { MILLRACE_PORT: 'x' }, 'millrace: MILLRACE_PORT must be a port from 0 to 65535 (got "x").'],
    [['--auth', 'none', '--host', '0.0.0.0'], {}, 'millrace: --auth none gives every caller admin rights'],
    [['--nodes', '/nowhere/at/all', '--data-dir', freshFolder()], {}, 'millrace: "/nowhere/at/all"'],
    [['--data-dir', '/dev/null/x'], {}, 'millrace: '],
  ])('%j %j: one line and code 1', async (args, env, message) => {
    const { code, stdout, stderr } = await run(args, env)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr + stdout).not.toMatch(/\n\s+at /)
  })

  test('a port that is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { code, stderr } = await run(['--port', String(port), '--data-dir', freshFolder()])
    other.close()
    expect([code, stderr]).toEqual([1, `millrace: Port ${port} of 127.0.0.1 is in use; choose another with --port.\n`])
  })

  test('a key file that is broken', async () => {
    const dataDir = freshFolder()
    await (await fresh(dataDir)).stop()
    writeFileSync(join(dataDir, 'secret-key'), 'nonsense')
    const { code, stderr } = await run(['--port', '0', '--data-dir', dataDir])
    expect([code, stderr]).toEqual([
      1,
      `millrace: ${dataDir}/secret-key must contain a key of 32 bytes in hex or base64; restore the original file.\n`,
    ])
  })
})

describe('settings', () => {
  test('--help names them and starts nothing', async () => {
    const { code, stdout, stderr } = await run(['--help'])
    expect([code, stderr]).toEqual([0, ''])
    for (const flag of [
      'port',
      'host',
      'data-dir',
      'base-path',
      'database',
      'auth',
      'cors-origin',
      'nodes',
      'log-level',
    ]) {
      expect(stdout).toContain(`--${flag} `)
      expect(stdout).toContain(`MILLRACE_${flag.replaceAll('-', '_').toUpperCase()} `)
    }
  })

  test('come from the environment too', async () => {
    const program = await start([], {
      MILLRACE_PORT: '0',
      MILLRACE_DATA_DIR: freshFolder(),
      MILLRACE_AUTH: 'none',
      MILLRACE_BASE_PATH: '/flows',
    })
    expect(program.output().stdout).toContain(`Open ${program.origin}/\n`)
    expect((await fetch(`${program.origin}/flows/nodes?limit=1`)).status).toBe(200)
    await program.stop()
  })
})

/** Prints every use of `Intl`, and of `normalize`, with which the assistant prepares its words. */
const WATCH_INTL = `
const { isMainThread } = require('node:worker_threads')
const report = (what) => process._rawDebug(new Error(what).stack)
for (const name of ['Collator', 'DateTimeFormat', 'NumberFormat', 'PluralRules', 'Segmenter']) {
  Intl[name] = new Proxy(Intl[name], {
    construct: (...args) => (report(name), Reflect.construct(...args)),
    apply: (...args) => (report(name), Reflect.apply(...args)),
  })
}
const METHODS = { String: ['localeCompare', 'normalize'], Number: ['toLocaleString'], Date: ['toLocaleString'] }
for (const [type, names] of Object.entries(METHODS)) {
  const { prototype } = globalThis[type]
  for (const name of names) {
    const own = prototype[name]
    prototype[name] = function (...args) { report(name); return own.apply(this, args) }
  }
}
if (isMainThread) process._rawDebug('watching')
`

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
