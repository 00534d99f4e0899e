/** Every example runs, and says what its README promises. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, start } from './program.ts'
import { hasCurl } from './support/has-curl.ts'

afterEach(killAll)

const run = promisify(execFile)
const here = { cwd: ROOT }

/** Runs a script of an example against a service that was started for it. */
async function script(path: string, argument: string, ...flags: string[]): Promise<string> {
  const dataDir = freshFolder()
  const { origin, stop } = await start(['--port', '0', '--data-dir', dataDir, ...flags])
  const env = { ...process.env, MILLRACE_URL: origin, MILLRACE_TOKEN_FILE: join(dataDir, 'admin-token') }
  const { stdout } = await run('bash', [path, argument], { ...here, env })
  await stop()
  return stdout
}

test('every example has a README and is run here', () => {
  const folders = readdirSync(join(ROOT, 'examples')).sort()
  expect(folders).toEqual(['01-hello', '02-your-own-node', '03-kill-it', '04-ask-a-person', '05-a-conversation'])
  for (const folder of folders) expect(existsSync(join(ROOT, 'examples', folder, 'README.md')), folder).toBe(true)
})

test.skipIf(!hasCurl)('hello greets whoever is named', async () => {
  const said = await script('examples/01-hello/run.sh', 'Ada')
  expect(said).toMatch(/^stored as: hello\nexecution: [\w-]{36}\nstatus: {4}completed\ngreeting: {2}"Hello, Ada!"\n$/)
})

test.skipIf(!hasCurl)('a node of your own is loaded, and its workflow runs', async () => {
  const folder = 'examples/02-your-own-node'
  expect(await script(`${folder}/run.sh`, 'Grace Hopper', '--nodes', `${ROOT}/${folder}/nodes`)).toContain(
    'status:    completed\ninitials:  "G.H."\n',
  )
})

test('the examples of a node of your own are its tests', async () => {
  const { stdout } = await run(
    process.execPath,
    ['--test', '--test-reporter=tap', 'examples/02-your-own-node/nodes/initials.test.ts'],
    { ...here, env: { PATH: process.env.PATH ?? '' } },
  )
  expect(stdout).toMatch(/# pass 3\n# fail 0\n/)
})

test('goes on after kill -9 and ends as if nothing had happened', async () => {
  const { stdout } = await run(process.execPath, ['examples/03-kill-it/run.ts'], here)
  expect(stdout).toContain('3. kill -9 after 3 of 6 letters.')
  expect(stdout).toContain('5. It is completed: ["A","B","C","D","E","F"]')
  expect(stdout.match(/: yes\.$/gm)).toHaveLength(2)
})

test.skipIf(!hasCurl).each([
  ['yes', 'true', '{"ordered":"Ordered: three boxes of paper"}'],
  ['no', 'false', '{"left":"Not ordered: three boxes of paper"}'],
])('asking a person goes on by the answer: %s', async (answer, value, outputs) => {
  const said = await script('examples/04-ask-a-person/run.sh', answer)
  expect(said).toContain('asks:      Order three boxes of paper?\n')
  expect(said).toContain(`answered:  ${value}\nstatus:    completed\noutputs:   ${outputs}\n`)
})

test.skipIf(!hasCurl)('a conversation remembers until it is reset', async () => {
  const said = await script('examples/05-a-conversation/run.sh', 'milk')
  expect(said.match(/^workflow: .*$|^\(reset\)$/gm)).toEqual([
    'workflow:  On the list: milk.',
    'workflow:  On the list: milk, bread.',
    'workflow:  On the list: milk, bread, eggs.',
    '(reset)',
    'workflow:  On the list: tea.',
  ])
})
