/** The session in README.md is run against the started program, and gets the answers that it shows. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { readPage } from '../markdown.ts'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, start } from './program.ts'
import { hasCurl } from './support/has-curl.ts'

afterEach(killAll)

const run = promisify(execFile)
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const VARYING: readonly RegExp[] = [
  UUID,
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g,
  /"(?:uptime|execution_time)":\d+/g,
  /"version":"\d+\.\d+\.\d+"/g,
]

interface Line {
  readonly command: string
  /** What the page shows as its answer; empty for none. */
  readonly answer: string
}

function session(markdown: string): Line[] {
  const block = /```console\n([\s\S]*?)```/.exec(markdown)?.[1] ?? ''
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...answer] = text.trimEnd().split('\n')
      return { command, answer: answer.join('\n') }
    })
}

/** A pattern for an answer: `…` is anything, and so is what differs from run to run. */
function patternOf(answer: string): RegExp {
  const open = VARYING.reduce((text, varying) => text.replace(varying, '…'), answer)
  return new RegExp(`^${open.split('…').map(RegExp.escape).join('[\\s\\S]*?')}$`)
}

test.skipIf(!hasCurl)('the session in the README gets the answers that it shows', async () => {
  const dataDir = freshFolder()
  const { origin, stop } = await start(['--port', '0', '--data-dir', dataDir])
  const lines = session(readPage('README.md'))
  expect(lines.length).toBeGreaterThanOrEqual(6)
  const ids = new Map<string, string>()
  const here = (text: string) =>
    text
      .replaceAll('localhost:7410', new URL(origin).host)
      .replaceAll('data/admin-token', `${dataDir}/admin-token`)
      .replace(UUID, (id) => ids.get(id) ?? id)
  let settings = ''
  for (const { command, answer } of lines) {
    if (answer === '') {
      settings += `${here(command)}\n`
      continue
    }
    let text = ''
    const ask = async () => {
      text = (await run('bash', ['-c', settings + here(command)], { cwd: ROOT })).stdout
      return text
    }
    // An execution is under way when its start is answered, and over a moment later; only questions are asked twice.
    if (command.includes('--json')) expect(await ask(), command).toMatch(patternOf(answer))
    else await expect.poll(ask, { timeout: 20_000, message: command }).toMatch(patternOf(answer))
    const real = text.match(UUID) ?? []
    for (const [at, id] of (answer.match(UUID) ?? []).entries()) if (!ids.has(id)) ids.set(id, real[at] ?? id)
  }
  await stop()
})
