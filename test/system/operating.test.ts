/** docs/how-to/operating.md and docs/how-to/troubleshooting.md: the documented backup can be restored, and quoted messages are real. */
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { fencesRunBy } from '../fences.ts'
import { cells, readPage, unquoted } from '../markdown.ts'
import { productFiles, ROOT } from '../source-files.ts'
import { freshFolder, killAll, run, start } from './program.ts'
import { patternOf } from './support/console-session.ts'
import { damageIndex } from './support/damaged-file.ts'

afterEach(killAll)

const runFile = promisify(execFile)
/** Not every machine has the shell of SQLite; in CI its absence fails the test. */
const hasSqlite = spawnSync('sqlite3', ['--version']).status === 0 || process.env.CI !== undefined
const HELLO = readFileSync(join(ROOT, 'examples/01-hello/workflow.json'), 'utf8')

const VIEWER = JSON.stringify({ name: 'watcher', role: 'viewer' })
const WAITING = JSON.stringify({
  name: 'waits',
  nodes: [{ id: 'ask', data: { config: { message: 'Well?' }, metadata: { node_type_id: 'text_prompt' } } }],
  edges: [],
})

function headersOf(dataDir: string): Record<string, string> {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  return { 'x-api-key': token, 'content-type': 'application/json' }
}

describe('a backup that is made while the service runs', () => {
  const fences = fencesRunBy('docs/how-to/operating.md', 'has everything when it is restored: %s')
  const commands = fences[0]!.trim().split('\n')
  const restoring = fences[1]!.trim()
  const program = `"${process.execPath}" "${join(ROOT, 'dist/millrace.cjs')}"`

  test('is made by the program itself', () => {
    expect(commands).toEqual(['millrace backup /backup/millrace.db'])
  })

  test.each(commands)('has everything when it is restored: %s', async (command) => {
    const [dataDir, restored, backups] = [freshFolder(), freshFolder(), freshFolder()]
    const first = await start(['--port', '0', '--data-dir', dataDir])
    const headers = headersOf(dataDir)
    await fetch(`${first.origin}/api/v1/workflows`, { method: 'POST', headers, body: HELLO })
    await fetch(`${first.origin}/api/v1/workflows`, { method: 'POST', headers, body: WAITING })
    const begun = await fetch(`${first.origin}/api/v1/workflows/waits/execute`, { method: 'POST', headers, body: '{}' })
    const { data } = (await begun.json()) as { data: { execution_id: string } }
    const named = await fetch(`${first.origin}/api/v1/auth/tokens`, { method: 'POST', headers, body: VIEWER })
    const viewer = ((await named.json()) as { data: { id: string; token: string } }).data
    const here = (text: string) => text.replaceAll('/backup/', `${backups}/`).replace(/^millrace/, program)
    await runFile('bash', ['-c', here(command)], { env: { PATH: process.env.PATH, MILLRACE_DATA_DIR: dataDir } })
    await fetch(`${first.origin}/api/v1/auth/tokens/${viewer.id}`, { method: 'DELETE', headers })
    await fetch(`${first.origin}/api/v1/executions/${data.execution_id}/cancel`, { method: 'POST', headers })
    await first.stop('SIGKILL')
    await runFile('bash', ['-c', here(restoring).replace('/srv/millrace/data', restored)])

    const second = await start(['--port', '0', '--data-dir', restored])
    const answer = await fetch(`${second.origin}/api/v1/workflows/hello`, { headers: headersOf(restored) })
    expect(await answer.json()).toMatchObject({ data: { name: 'Hello', revision: 1 } })
    expect((await fetch(`${second.origin}/api/v1/workflows`, { headers })).status, 'tokens of the backup').toBe(200)
    const revoked = { 'x-api-key': viewer.token }
    const goesOn = await fetch(`${second.origin}/api/v1/pipelines/${data.execution_id}/status`, { headers: revoked })
    expect(await goesOn.json()).toMatchObject({ data: { status: 'running' } })
    expect(headersOf(restored)['x-api-key'], 'a new admin token').not.toBe(headers['x-api-key'])
    await second.stop()
  })
})

describe('docs/how-to/operating.md', () => {
  test('a lost admin token is replaced by the next start, and stays good until it is revoked', async () => {
    const dataDir = freshFolder()
    const first = await start(['--port', '0', '--data-dir', dataDir])
    const lost = headersOf(dataDir)
    await first.stop()
    rmSync(join(dataDir, 'admin-token'))
    const second = await start(['--port', '0', '--data-dir', dataDir])
    const made = headersOf(dataDir)
    expect(made['x-api-key']).not.toBe(lost['x-api-key'])
    const tokens = (headers: Record<string, string>) => fetch(`${second.origin}/api/v1/auth/tokens`, { headers })
    expect([(await tokens(lost)).status, (await tokens(made)).status]).toEqual([200, 200])
    const who = await fetch(`${second.origin}/api/v1/auth/session`, { headers: lost })
    const { data } = (await who.json()) as { data: { id: string } }
    await fetch(`${second.origin}/api/v1/auth/tokens/${data.id}`, { method: 'DELETE', headers: made })
    expect([(await tokens(lost)).status, (await tokens(made)).status]).toEqual([401, 200])
    await second.stop()
  })

  test('a lost key is replaced by the command that the page shows', async () => {
    const [, command = ''] = /`(openssl rand [^`]+)`/.exec(readPage('docs/how-to/operating.md')) ?? []
    const dataDir = freshFolder()
    await (await start(['--port', '0', '--data-dir', dataDir])).stop()
    rmSync(join(dataDir, 'secret-key'))
    await runFile('bash', ['-c', command.replace('data/', `${dataDir}/`)])
    await (await start(['--port', '0', '--data-dir', dataDir])).stop()
    expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  })

  test.skipIf(!hasSqlite)('a damaged database is saved by the command that the page shows', async () => {
    const [, command = ''] = /`(sqlite3 millrace\.db [^`]+)`/.exec(readPage('docs/how-to/operating.md')) ?? []
    const [dataDir, saved] = [freshFolder(), freshFolder()]
    const first = await start(['--port', '0', '--data-dir', dataDir])
    await fetch(`${first.origin}/api/v1/workflows`, { method: 'POST', headers: headersOf(dataDir), body: HELLO })
    await first.stop()
    damageIndex(join(dataDir, 'millrace.db'))
    await runFile('bash', ['-c', command], { cwd: dataDir })
    mkdirSync(saved, { recursive: true, mode: 0o700 })
    copyFileSync(join(dataDir, 'new.db'), join(saved, 'millrace.db'))
    copyFileSync(join(dataDir, 'secret-key'), join(saved, 'secret-key'))
    const second = await start(['--port', '0', '--data-dir', saved])
    const answer = await fetch(`${second.origin}/api/v1/workflows/hello`, { headers: headersOf(saved) })
    expect(await answer.json()).toMatchObject({ data: { name: 'Hello' } })
    await second.stop()
  })

  test('event streams disable the buffering of nginx', async () => {
    const dataDir = freshFolder()
    const { origin, stop } = await start(['--port', '0', '--data-dir', dataDir])
    for (const path of ['executions/events', 'interrupts/events']) {
      const leaving = new AbortController()
      const answer = await fetch(`${origin}/api/v1/${path}`, { headers: headersOf(dataDir), signal: leaving.signal })
      expect(answer.headers.get('x-accel-buffering')).toBe('no')
      leaving.abort()
    }
    await stop()
  })
})

describe('docs/how-to/troubleshooting.md', () => {
  const messages = readPage('docs/how-to/troubleshooting.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => unquoted(cells(line)[0]!))

  test('shows messages that the program has', () => {
    const sources = productFiles().map(({ text }) => text.replace(/['`]\s*\+\s*['`]/g, '').replaceAll("\\'", "'"))
    const missing = messages
      .filter((message) => !message.startsWith('curl:'))
      .filter((message) => {
        const parts = message.split('…').map((part) => part.trim())
        // Addresses differ per run.
        const said = parts.flatMap((part) => part.split('127.0.0.1')).filter((part) => part.length > 3)
        return !sources.some((text) => said.every((part) => text.includes(part.trim())))
      })
    expect(messages.length).toBeGreaterThan(15)
    expect(missing).toEqual([])
  })

  const says = (line: string) =>
    expect(
      messages.filter((message) => patternOf(message).test(line)),
      line,
    ).toHaveLength(1)
  const refused = async (...args: string[]) => {
    const { code, stderr } = await run(args)
    expect(code, stderr).toBe(1)
    says(stderr.trim().replace(/^millrace: /, ''))
  }

  test('shows why there is no start, in the words of the program', async () => {
    const dataDir = freshFolder()
    const { origin, stop } = await start(['--port', '0', '--data-dir', dataDir])
    await refused('--port', new URL(origin).port, '--data-dir', freshFolder())
    await refused('--port', '0', '--data-dir', dataDir)
    await stop()

    await refused('--port', '0', '--data-dir', freshFolder(), '--host', '0.0.0.0', '--auth', 'none')
    await refused('--port', '0', '--data-dir', freshFolder(), '--database', 'postgres://nobody@127.0.0.1:1/none')

    const database = new DatabaseSync(join(dataDir, 'millrace.db'))
    database.exec("INSERT INTO migrations (number, name) VALUES (100000, 'of another day')")
    database.close()
    await refused('--port', '0', '--data-dir', dataDir)

    writeFileSync(join(dataDir, 'secret-key'), 'broken')
    await refused('--port', '0', '--data-dir', dataDir)
  })

  test('names a node file that does not load, and starts without it', async () => {
    const nodes = freshFolder()
    mkdirSync(nodes, { recursive: true })
    writeFileSync(join(nodes, 'wrong.js'), 'export default {}')
    const dataDir = freshFolder()
    const { origin, stop } = await start(['--port', '0', '--data-dir', dataDir, '--nodes', nodes])
    expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ invalidNodeFiles: 1 })
    await stop()
    const { code, stdout } = await run(['doctor', '--port', '0', '--data-dir', dataDir, '--nodes', nodes])
    const [line = ''] = stdout.split('\n').filter((one) => one.startsWith('failed'))
    expect([code, line]).toEqual([1, expect.stringContaining(`node files   ${nodes}/wrong.js`)])
    says(line)
  })

  test('quotes the service on why a caller is rejected', async () => {
    const dataDir = freshFolder()
    const { origin, link, stop } = await start(['--port', '0', '--data-dir', dataDir, '--rate-limit', '6'])
    const refusal = async (path: string, headers: Record<string, string> = {}) => {
      const answer = (await (await fetch(`${origin}${path}`, { headers })).json()) as { error: string }
      says(answer.error)
    }
    await fetch(link, { redirect: 'manual' })
    const page = await (await fetch(link)).text()
    expect(messages.filter((message) => page.includes(message))).toHaveLength(1)
    await refusal('/api/v1/workflows')
    const admin = headersOf(dataDir)
    const made = await fetch(`${origin}/api/v1/auth/tokens`, {
      method: 'POST',
      headers: admin,
      body: JSON.stringify({ name: 'viewer', role: 'viewer' }),
    })
    const { data } = (await made.json()) as { data: { token: string } }
    await refusal('/api/v1/auth/tokens', { 'x-api-key': data.token })
    for (let count = 0; count < 6; count++) await fetch(`${origin}/api/v1/workflows`, { headers: admin })
    await refusal('/api/v1/workflows', admin)
    await stop()
  })
})
