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
  const command = path.endsWith('.ts') ? process.execPath : 'bash'
  const { stdout } = await run(command, [path, argument], { ...here, env })
  await stop()
  return stdout
}

test('every example has a README and is run here', () => {
  const folders = readdirSync(join(ROOT, 'examples')).sort()
  expect(folders).toEqual([
    '01-hello',
    '02-your-own-node',
    '03-kill-it',
    '04-ask-a-person',
    '05-a-conversation',
    '06-edit-by-chat',
    '07-agent-with-tools',
    '08-agent-spec-there-and-back',
  ])
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

test('three sentences make a workflow, and it is saved', async () => {
  const said = await script('examples/06-edit-by-chat/run.ts', '')
  expect(said).toContain('stored as: made_by_chat\n')
  expect(said).toContain('you:       make the summary short\nassistant: set Summarize:length short\n')
  expect(said.slice(said.indexOf('saved:')).trim().split(/\n\s*/)).toEqual([
    'saved:',
    'text_input.1:text -> http_request.1:url',
    'http_request.1:body -> Summarize:text',
    'Summarize:summary -> Result:text',
    'Confirmation:confirmed -> Result:trigger',
    'Summarize:summary -> Confirmation:message',
  ])
})

test.skipIf(!hasCurl).each([
  ['yes', 'true', 'answered', '{"receipt":"Ordered: 3 x lamp for 73.5"}'],
  ['no', 'false', 'failed', '{"error":"A person refused this call. It was not made.","code":"NOT_ALLOWED"}'],
])('an agent uses its tools, and orders only when it may: %s', async (answer, value, end, last) => {
  const said = await script('examples/07-agent-with-tools/run.sh', answer)
  expect(said).toContain('asks:      May the agent use "Place order" with {"item":"lamp","count":3,"total":73.5}?\n')
  expect(said).toContain(`answered:  ${value}\nstatus:    completed\n`)
  expect(said.match(/^log: .*$/gm)).toEqual([
    'log:       Uses Calculator: {"expression":"3 * 24.50"}',
    'log:       Calculator answered: {"result":73.5}',
    'log:       Uses Place_order: {"item":"lamp","count":3,"total":73.5}',
    expect.stringContaining(`Place_order ${end}`),
  ])
  expect(said).toContain(`answer:    ${last}\n`)
  expect(said).toMatch(/tokens: {4}\d+\n$/)
})

test('a workflow leaves as Agent Spec and comes back, and an official flow runs', async () => {
  const said = await script('examples/08-agent-spec-there-and-back/run.ts', '')
  for (const line of [
    'secrets:   none in the flow',
    'the same:  yes',
    'run:       2 lamps: completed, {"answer":"Thank you for ordering 2 x lamp."}',
    'run:       50 lamps: completed, {"item":"lamp"}',
    'submitted: completed, {"answer":"Thank you for ordering 2 x lamp."}',
  ]) {
    expect(said).toContain(`${line}\n`)
  }
})
