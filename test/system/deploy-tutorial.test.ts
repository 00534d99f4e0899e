/** docs/tutorials/deploy.md: its settings, proxy, check and backups, on folders of the test instead of those of a server. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { fencesIn, fencesRunBy } from '../fences.ts'
import { readPage } from '../markdown.ts'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, start } from './program.ts'
import { freePort, HOST, hasProgram, startCaddy } from './support/proxies.ts'

const run = promisify(execFile)
const PAGE = 'docs/tutorials/deploy.md'
const TITLE = 'a service is set up, checked, backed up and upgraded by the commands of the deploy tutorial'

afterEach(killAll)

/** The status of a page at the public host. */
function statusOf(port: number, path: string): Promise<number | undefined> {
  const options = { host: '127.0.0.1', port, path, servername: HOST, rejectUnauthorized: false, agent: false }
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, headers: { host: HOST } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** A server: the folders of the page below one of the test, and a `millrace` that is the built program. */
async function emptyServer() {
  const dataDir = freshFolder()
  const root = dirname(dataDir)
  const port = await freePort()
  const bin = join(root, 'bin')
  mkdirSync(bin)
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'dist/millrace.cjs')}' "$@"\n`
  writeFileSync(join(bin, 'millrace'), program, { mode: 0o755 })
  const here = (text: string) =>
    text
      .replaceAll('/opt/millrace/node_modules/.bin', bin)
      .replaceAll('/etc/millrace.env', join(root, 'millrace.env'))
      .replaceAll('/var/lib/millrace', dataDir)
      .replaceAll('/var/backups/millrace', join(root, 'backups'))
  return { dataDir, root, port, here }
}

test.skipIf(!hasProgram('caddy') && !process.env.CI)(
  'a service is set up, checked, backed up and upgraded by the commands of the deploy tutorial',
  async () => {
    const { dataDir, root, port, here } = await emptyServer()
    const [settings = '', caddyfile = '', check = '', backup = ''] = fencesRunBy(PAGE, TITLE).map(here)
    writeFileSync(join(root, 'millrace.env'), `${settings}MILLRACE_PORT=${port}\n`)
    const lines = settings.trim().split('\n')
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2) as [string, string]))
    const begin = () => start(['--port', String(port), '--data-dir', dataDir], env)
    const shell = async (script: string) => (await run('bash', ['-ec', script], { cwd: root })).stdout

    const first = await begin()
    expect(first.link).toMatch(`https://${HOST}/sign-in?code=`)
    await using proxy = await startCaddy(caddyfile, `127.0.0.1:${port}`)
    const { pathname, search } = new URL(first.link)
    expect([200, 302, 303]).toContain(await statusOf(proxy.port, pathname + search))

    // The first scheduled backup may still be under way.
    const checked = async () => (await shell(check)).trim().split('\n')
    await expect.poll(checked).toSatisfy((found: string[]) => found.every((line) => line.startsWith('ok ')))
    expect(await checked()).toContainEqual(expect.stringMatching(/^ok +backup /))

    const headers = { 'x-api-key': readFileSync(join(dataDir, 'admin-token'), 'utf8').trim() }
    const body = readPage('examples/01-hello/workflow.json')
    const api = `http://127.0.0.1:${port}/api/v1/workflows`
    const json = { ...headers, 'content-type': 'application/json' }
    expect((await fetch(api, { method: 'POST', headers: json, body })).status).toBe(201)
    const [settled = ''] = check.split('millrace doctor')
    await shell(settled + backup)
    expect(statSync(join(root, 'backups', 'first.db.secret-key')).mode & 0o777).toBe(0o600)

    const upgrade = fencesIn(readPage(PAGE)).find(({ text }) => text.startsWith('systemctl stop millrace'))
    const [before = ''] = /^millrace backup .*$/m.exec(here(upgrade?.text ?? '')) ?? []
    expect((await first.stop()).code).toBe(0)
    expect(await shell(settled + before)).toContain('before-upgrade.db: the database')
    await begin()
    expect(await (await fetch(`${api}/hello`, { headers })).text()).toContain('"machineName":"hello"')
    expect(await shell(check)).not.toMatch(/^failed/m)
  },
)
