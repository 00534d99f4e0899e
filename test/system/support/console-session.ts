/** Sessions at a terminal as the pages show them (```console): run against a started program, and compared. */
import { execFile, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { fencesIn } from '../../fences.ts'
import { ROOT } from '../../source-files.ts'
import { freshFolder, start } from '../program.ts'

const run = promisify(execFile)
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const VARYING: readonly RegExp[] = [
  UUID,
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g,
  /\b\d\d:\d\d:\d\d\.\d{3}\b/g,
  /"(?:uptime|execution_time)":\d+/g,
  /"version":"\d+\.\d+\.\d+"/g,
  /Done in \d+\.\d s/g,
  /process \d+/g,
]

/** A document that the reader is to save before the session. */
const SAVED = /Save\s+this\s+as\s+`(\w+\.json)`:\n\n```json[^\n]*\n([\s\S]*?)```/g

export interface Line {
  readonly command: string
  /** What the page shows as its answer; empty for none. */
  readonly answer: string
}

/** What is typed at the prompts of a page, and what follows. */
export function linesOf(markdown: string): Line[] {
  return fencesIn(markdown)
    .filter(({ language }) => language === 'console')
    .flatMap(({ text }) => text.split(/^\$ /m).slice(1))
    .map((text) => {
      const [command = '', ...answer] = text.trimEnd().split('\n')
      return { command, answer: answer.join('\n') }
    })
}

/** A pattern for what is shown: `…` is anything, and so is what differs from run to run. */
export function patternOf(shown: string): RegExp {
  const open = VARYING.reduce((text, varying) => text.replace(varying, '…'), shown.trimEnd())
  return new RegExp(`^${open.split('…').map(RegExp.escape).join('[\\s\\S]*?')}\\n*$`)
}

/** What a command prints. An event stream has no end of its own: it is cut off when it has printed what is expected. */
async function outputOf(script: string, expected: RegExp): Promise<string> {
  if (!/curl -s?N /.test(script.trimEnd().split('\n').at(-1)!)) {
    return (await run('bash', ['-c', script], { cwd: ROOT })).stdout
  }
  const child = spawn('bash', ['-c', script.replace(/curl -s?N (?!.*curl -s?N )/s, 'exec curl -sN ')], { cwd: ROOT })
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    if (expected.test(text)) break
  }
  child.kill()
  return text
}

/** The address that pages show for an OpenAI-compatible model provider. */
export const SHOWN_PROVIDER = 'https://models.example.com/v1'

/**
 * Runs the sessions of a page, in order, against a program started for it; how many answers were compared. `provider` is
 * the address of a model provider that replaces the one on the page.
 */
export async function runSessions(markdown: string, provider = SHOWN_PROVIDER): Promise<number> {
  const dataDir = freshFolder()
  const { origin, stop } = await start(['--port', '0', '--data-dir', dataDir])
  const ids = new Map<string, string>()
  for (const [, name = '', json = ''] of markdown.matchAll(SAVED)) writeFileSync(join(dataDir, name), json)
  const served = (text: string) => text.replaceAll('localhost:7410', new URL(origin).host)
  const here = (text: string) =>
    served(text)
      .replaceAll(SHOWN_PROVIDER, provider)
      .replaceAll('/tmp/flows', join(dataDir, 'flows'))
      .replaceAll('data/admin-token', `${dataDir}/admin-token`)
      .replace(/@(\w+\.json)\b/, `@${dataDir}/$1`)
      .replace(UUID, (id) => ids.get(id) ?? id)
  // The program of this repository, under the name that an installation gives it.
  let settings = markdown.includes('$ millrace ')
    ? `millrace() { '${process.execPath}' dist/millrace.cjs "$@"; }\n`
    : ''
  let compared = 0
  for (const { command, answer } of linesOf(markdown)) {
    if (answer === '') {
      settings += `${here(command)}\n`
      continue
    }
    let text = ''
    const expected = patternOf(served(answer))
    const ask = async () => {
      text = await outputOf(settings + here(command), expected)
      return text
    }
    // An execution is under way when its start is answered, and over a moment later; only questions are asked twice.
    if (/ --(?:json|data-binary) /.test(command)) expect(await ask(), command).toMatch(expected)
    else await expect.poll(ask, { message: command }).toMatch(expected)
    const real = text.match(UUID) ?? []
    for (const [at, id] of (answer.match(UUID) ?? []).entries()) if (!ids.has(id)) ids.set(id, real[at] ?? id)
    compared += 1
  }
  await stop()
  return compared
}
