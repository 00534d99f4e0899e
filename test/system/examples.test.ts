/** Every example runs and prints what its README shows. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { readPage } from '../markdown.ts'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, type Program, start } from './program.ts'
import { linesOf, patternOf } from './support/console-session.ts'
import { hasCurl } from './support/has-curl.ts'

afterEach(killAll)

const run = promisify(execFile)

interface Shown extends Program {
  readonly tokenFile: string
}

/** Runs the commands of a README: `npm start` starts a service on a folder of its own, the rest is compared. */
async function follow(folder: string): Promise<void> {
  const services: Shown[] = []
  let settings = ''
  // As the page has it, but for the ports, the folders and which Node.js is meant.
  const here = (text: string) =>
    services
      .reduce(
        (command, { origin, tokenFile }, at) =>
          command
            .replaceAll(`http://127.0.0.1:${7410 + at}`, origin)
            .replaceAll(at === 0 ? 'data/admin-token' : '/tmp/other/admin-token', tokenFile),
        text,
      )
      .replaceAll('npx node', `"${process.execPath}"`)
  for (const { command, answer } of linesOf(readPage(`examples/${folder}/README.md`))) {
    const [, flags] = /^npm start(?: -- (.*))?$/.exec(command) ?? []
    if (command.startsWith('npm start')) {
      const dataDir = freshFolder()
      const own = ['--port', '0', '--data-dir', dataDir]
      const given = (flags ?? '').replace(/--(?:port|data-dir) \S+/g, '').split(/\s+/)
      const program = await start([...given.filter(Boolean), ...own])
      services.push({ ...program, tokenFile: join(dataDir, 'admin-token') })
    } else if (answer === '') {
      settings += `${here(command)}\n`
    } else {
      const env = {
        PATH: process.env.PATH ?? '',
        MILLRACE_URL: services[0]?.origin ?? '',
        MILLRACE_TOKEN_FILE: services[0]?.tokenFile ?? '',
      }
      const { stdout } = await run('bash', ['-c', settings + here(command)], { cwd: ROOT, env })
      expect(stdout, command).toMatch(patternOf(answer))
    }
  }
  await Promise.all(services.map((service) => service.stop()))
}

/** Runs until it is stopped; tested by test/system/web/embed-example.test.ts. */
const GOES_ON = '09-embed-the-editor'
/** Has a name that other pages speak of. */
const KILLED = '03-kill-it'
const folders = readdirSync(join(ROOT, 'examples')).sort()

test('every example has a README that shows what it prints', () => {
  expect(folders.length).toBeGreaterThanOrEqual(10)
  for (const folder of folders) {
    expect(existsSync(join(ROOT, 'examples', folder, 'README.md')), folder).toBe(true)
    const lines = linesOf(readPage(`examples/${folder}/README.md`))
    expect(lines.filter(({ answer }) => answer !== '').length, folder).toBeGreaterThan(0)
  }
})

test.skipIf(!hasCurl).each(folders.filter((folder) => folder !== GOES_ON && folder !== KILLED))(
  '%s prints what its README shows',
  follow,
)

test('resumes after kill -9 and ends like an undisturbed run', async () => {
  await follow(KILLED)
})
