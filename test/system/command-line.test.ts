/** The command line as a whole, and commands that need no running service. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { loadCommands } from '../../packages/service/src/commands.ts'
import { commandHelp, helpText } from '../../packages/service/src/platform/command-help.ts'
import { readPage, tableBelow } from '../markdown.ts'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, run, start } from './program.ts'

afterEach(killAll)

const HELLO = join(ROOT, 'examples/01-hello/workflow.json')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

test('--version prints the version and starts nothing, and so do -v and version', async () => {
  for (const printed of await Promise.all(['--version', '-v', 'version'].map((word) => run([word]))))
    expect(printed).toMatchObject({ code: 0, stdout: `millrace ${version}\n`, stderr: '' })
})

test('help prints the same as --help, also for one command', async () => {
  const [all, one, unknown] = await Promise.all([run(['help']), run(['help', 'validate']), run(['help', 'strat'])])
  expect(all).toMatchObject({ code: 0, stderr: '', stdout: helpText(await loadCommands()) })
  expect(one).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Usage: millrace validate FILE… /) })
  expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Unknown command "strat".') })
})

test('start is the same as no command', async () => {
  const service = await start(['start', '--port', '0', '--data-dir', freshFolder()])
  expect((await fetch(`${service.origin}/health`)).status).toBe(200)
  expect(await service.stop()).toMatchObject({ code: 0 })
})

test('an unknown command is rejected with its name and the known ones', async () => {
  const { code, stderr } = await run(['strat'])
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^millrace: Unknown command "strat"\. Commands: start, run, validate, [^\n]+\. Try --help\.\n$/,
  )
})

test('--help lists every command, and each command has a help text of its own', async () => {
  const { code, stdout } = await run(['--help'])
  expect(code).toBe(0)
  for (const command of await loadCommands()) {
    expect(stdout).toContain(`\n  ${command.name.padEnd(12)} ${command.summary}\n`)
    expect(commandHelp(command)).toContain(`Usage: millrace ${command.usage[0]}\n`)
  }
  expect(await run(['validate', '--help'])).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Usage: millrace validate FILE… /),
  })
})

test('docs/how-to/command-line.md lists every command with its forms', async () => {
  const rows = tableBelow(readPage('docs/how-to/command-line.md'), 'All commands').map(([forms]) => forms)
  const forms = (await loadCommands()).map(({ usage }) => usage.map((form) => `\`millrace ${form}\``).join('<br>'))
  expect(rows).toEqual([...forms, '`millrace --version`, `millrace --help`'])
})

test('validate reports the errors of each file and exits with 1 if there is one', async () => {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const hello = JSON.parse(readFileSync(HELLO, 'utf8'))
  const unknown = file(
    'unknown.json',
    JSON.stringify({ ...hello, edges: [], nodes: [{ id: 'x.1', data: { metadata: { node_type_id: 'x' } } }] }),
  )
  const yaml = file('empty.yaml', 'name: Empty\nnodes: []\nedges: []\n')
  const broken = file('broken.json', '{')
  const shape = file('shape.json', '{"name": "Shape", "nodes": 1}')
  expect(await run(['validate', HELLO, yaml])).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(`${HELLO}: valid\n`),
  })
  const { code, stdout } = await run(['validate', HELLO, unknown, broken, shape])
  expect(code).toBe(1)
  expect(stdout).toContain(`${HELLO}: valid\n${unknown}: 1 error\n  error UNKNOWN_NODE_TYPE x.1: `)
  expect(stdout).toContain(`${broken}: 1 error\n  error: `)
  expect(stdout).toMatch(/shape\.json: 1 error\n {2}error: \/nodes /)
})

test('validate warns of settings of the workflow that are not understood', async () => {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'settings.json')
  const hello = JSON.parse(readFileSync(HELLO, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...hello, machineName: 'own', config: { active: 'no', error_workflow: 'own' } }))
  expect(await run(['validate', file])).toMatchObject({
    code: 0,
    stdout: `${file}: valid
  warning BAD_WORKFLOW_SETTING: The setting "active" of the workflow must be true or false, is "no": the workflow is active
  warning BAD_ERROR_WORKFLOW: The workflow is its own error workflow, so nothing runs when it fails
`,
  })
})

test('validate with --variables checks the values that variables get', async () => {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const data = { config: { defaultValue: '%{PAUSE}' }, metadata: { node_type_id: 'number_input' } }
  const flow = file('flow.json', JSON.stringify({ name: 'Flow', nodes: [{ id: 'n', data }], edges: [] }))
  const number = file('number.yaml', 'PAUSE: 3\n')
  const words = file('words.yaml', 'PAUSE: a-secret-value\n')
  const none = file('none.yaml', '{}\n')
  expect(await run(['validate', flow, '--variables', number])).toMatchObject({ code: 0, stdout: `${flow}: valid\n` })
  const wrong = await run(['validate', flow, '--variables', words])
  expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining(`${flow}: 1 error\n  error BAD_CONFIG n: `)])
  expect(wrong.stdout).not.toContain('a-secret-value')
  expect((await run(['validate', flow, '--variables', none])).stdout).toContain('the variable "PAUSE" has no value')
})

test.each([[['validate']], [['validate', '--nodes', 'x']]])(
  'validate without a file prints its usage: %j',
  async (args) => {
    expect(await run(args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage: millrace validate FILE…'),
    })
  },
)

test('validate knows the node types of --nodes', async () => {
  const example = join(ROOT, 'examples/02-your-own-node')
  const file = join(example, 'workflow.json')
  expect(await run(['validate', file])).toMatchObject({ code: 1 })
  expect(await run(['validate', file, '--nodes', join(example, 'nodes')])).toMatchObject({ code: 0 })
})
