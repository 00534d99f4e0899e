/** docs/operating.md and docs/troubleshooting.md: a backup as the page makes it can be restored, and what it says is said. */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { fencesRunBy } from '../fences.ts'
import { cells, readPage, unquoted } from '../markdown.ts'
import { productFiles, ROOT } from '../source-files.ts'
import { freshFolder, killAll, run, start } from './program.ts'
import { patternOf } from './support/console-session.ts'

afterEach(killAll)

const runFile = promisify(execFile)
const HELLO = readFileSync(join(ROOT, 'examples/01-hello/workflow.json'), 'utf8')

function headersOf(dataDir: string): Record<string, string> {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  return { 'x-api-key': token, 'content-type': 'application/json' }
}

describe('a backup that is made while the service runs', () => {
  const commands = fencesRunBy('docs/operating.md', 'has everything when it is restored: %s')[0]!.trim().split('\n')
  const program = `"${process.execPath}" "${join(ROOT, 'packages/service/bin/millrace.js')}"`

  test('is made by the program itself', () => {
    expect(commands).toEqual(['millrace backup /backup/millrace.db'])
  })

  test.each(commands)('has everything when it is restored: %s', async (command) => {
    const [dataDir, restored] = [freshFolder(), freshFolder()]
    const first = await start(['--port', '0', '--data-dir', dataDir])
    const headers = headersOf(dataDir)
    await fetch(`${first.origin}/api/v1/workflows`, { method: 'POST', headers, body: HELLO })
    mkdirSync(restored, { recursive: true, mode: 0o700 })
    const here = command.replace(/^millrace/, program).replaceAll('/backup/', `${restored}/`)
    await runFile('bash', ['-c', here], { env: { PATH: process.env.PATH, MILLRACE_DATA_DIR: dataDir } })
    copyFileSync(join(dataDir, 'secret-key'), join(restored, 'secret-key'))
    await first.stop('SIGKILL')

    const second = await start(['--port', '0', '--data-dir', restored])
    const answer = await fetch(`${second.origin}/api/v1/workflows/hello`, { headers: headersOf(restored) })
    expect(await answer.json()).toMatchObject({ data: { name: 'Hello', revision: 1 } })
    expect((await fetch(`${second.origin}/api/v1/workflows`, { headers })).status, 'tokens of the backup').toBe(200)
    await second.stop()
  })
})

describe('docs/troubleshooting.md', () => {
  const messages = readPage('docs/troubleshooting.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => unquoted(cells(line)[0]!))

  test('shows messages that the program has', () => {
    const sources = productFiles()
      .map(({ text }) => text.replace(/['`]\s*\+\s*['`]/g, '').replaceAll("\\'", "'"))
      .concat(readFileSync(join(ROOT, 'packages/service/bin/millrace.js'), 'utf8'))
    const missing = messages
      .filter((message) => !message.startsWith('curl:'))
      .filter((message) => {
        const parts = message.split('…').map((part) => part.trim())
        // An address stands for whatever it is.
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

    const nodes = freshFolder()
    mkdirSync(nodes, { recursive: true })
    writeFileSync(join(nodes, 'wrong.js'), 'export default {}')
    await refused('--port', '0', '--data-dir', freshFolder(), '--nodes', nodes)

    const database = new DatabaseSync(join(dataDir, 'millrace.db'))
    database.exec("INSERT INTO migrations (number, name) VALUES (100000, 'of another day')")
    database.close()
    await refused('--port', '0', '--data-dir', dataDir)

    writeFileSync(join(dataDir, 'secret-key'), 'broken')
    await refused('--port', '0', '--data-dir', dataDir)
  })

  test('shows why somebody is not let in, in the words of the service', async () => {
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
