/** `millrace run`: a workflow runs in the program itself, without a service. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, launch, run, start } from './program.ts'

afterEach(killAll)

const HELLO = join(ROOT, 'examples/01-hello/workflow.json')
const QUESTION = join(ROOT, 'examples/04-ask-a-person/workflow.json')

function file(name: string, content: unknown): string {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return join(folder, name)
}

const node = (id: string, config: Record<string, unknown> = {}) => ({
  id,
  data: { config, metadata: { node_type_id: id.replace(/\.\d+$/, '') } },
})

test('run prints the outputs as JSON on stdout and the progress on stderr, and leaves nothing behind', async () => {
  const tmp = freshFolder()
  mkdirSync(tmp, { recursive: true })
  // A run does not use the database of a service that the environment names.
  const env = { TMPDIR: tmp, MILLRACE_DATA_DIR: '/nowhere/data', MILLRACE_DATABASE: 'postgres://127.0.0.1:1/none' }
  const { code, stdout, stderr } = await run(['run', HELLO, '--input', 'text_input.1:text=Ada'], env)
  expect([code, JSON.parse(stdout)]).toEqual([0, { greeting: 'Hello, Ada!' }])
  expect(stderr).toMatch(/^\d\d:\d\d:\d\d\.\d{3} text_input\.1 Started\n[\s\S]*\nExecution completed\n$/)
  expect(readdirSync(tmp).filter((name) => name.startsWith('millrace-run-'))).toEqual([])
})

test('run takes inputs from flags and a file, as text and as JSON, for a workflow in YAML', async () => {
  const yaml = file(
    'sum.yaml',
    [
      'name: Sum',
      'nodes:',
      '  - {id: start, data: {metadata: {node_type_id: start}}}',
      '  - {id: output.1, data: {config: {name: all}, metadata: {node_type_id: output}}}',
      'edges:',
      '  - {id: e, source: start, target: output.1, sourceHandle: start-output-inputs, targetHandle: output.1-input-value}',
    ].join('\n'),
  )
  const inputs = file('inputs.json', { a: 1, b: 1 })
  const { code, stdout, stderr } = await run(['run', yaml, '--inputs', inputs, '--input', 'b:=[2]', '--input=c=3'])
  expect([code, stderr]).toEqual([0, expect.stringContaining('Execution completed')])
  expect(JSON.parse(stdout)).toEqual({ all: { a: 1, b: [2], c: '3' } })
})

test('run exits with 1 if the execution fails, with the reason', async () => {
  const failing = file('fail.json', { name: 'Fail', nodes: [node('fail.1', { message: 'No paper.' })], edges: [] })
  const { code, stdout, stderr } = await run(['run', failing])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/Execution failed \(\w+\): .*No paper\.\n$/)
})

test.each([
  ['no file', ['run'], 'Usage: millrace run FILE'],
  ['a missing file', ['run', '/nowhere.json'], '/nowhere.json cannot be read'],
  ['a file that is not a workflow', ['run', join(ROOT, 'package.json')], 'is not a workflow: it has no nodes.'],
  ['an input without a node', ['run', HELLO, '--input', 'nam=Ada'], 'no node "nam"'],
  ['an unknown flag', ['run', HELLO, '--inpt', 'a=b'], "Unknown option '--inpt'"],
  ['a setting of a cluster', ['run', HELLO, '--standby', '--database', 'postgres://h/d'], 'neither --engine nor'],
])('run starts nothing and exits with 2: %s', async (_, args, message) => {
  const { code, stdout, stderr } = await run(args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
})

test('run reports the problems of a workflow that cannot run', async () => {
  const unknown = file('unknown.json', { name: 'Unknown', nodes: [node('nothing.1')], edges: [] })
  const { code, stderr } = await run(['run', unknown])
  expect(code).toBe(2)
  expect(stderr).toMatch(/^millrace: [^\n]+\n[\s\S]*nothing/)
})

test('run exits with 3 at a question; with a data folder a service continues the execution', async () => {
  const dataDir = freshFolder()
  const { code, stdout, stderr } = await run(['run', QUESTION, '--data-dir', dataDir])
  expect([code, stdout]).toEqual([3, ''])
  expect(stderr).toMatch(/\nWaits for an answer at confirmation\.1: Order .*\nExecution [\w-]+ stays open: /)
  const [, id] = /Execution ([\w-]+) stays open/.exec(stderr)!
  const service = await start(['--port', '0', '--data-dir', dataDir])
  const headers = {
    'x-api-key': readFileSync(join(dataDir, 'admin-token'), 'utf8').trim(),
    'content-type': 'application/json',
  }
  const call = async (path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const reply = await fetch(`${service.origin}/api/v1${path}`, { headers, ...sent })
    return (await reply.json()) as { data: { id: string }[]; status: string }
  }
  const [question] = (await call('/interrupts')).data
  await call(`/interrupts/${question!.id}`, { value: true })
  await expect.poll(async () => (await call(`/pipelines/${id}`)).status).toBe('completed')
  // The service has the folder now.
  expect(await run(['run', HELLO, '--data-dir', dataDir])).toMatchObject({ code: 1, stdout: '' })
  await service.stop()
})

test('run without a data folder reports that the question cannot be answered', async () => {
  expect(await run(['run', QUESTION])).toMatchObject({ code: 3, stderr: expect.stringContaining('Nothing is kept') })
})

test('run cancels the execution on SIGINT and exits with 130', async () => {
  const waiting = file('wait.json', { name: 'Wait', nodes: [node('delay.1', { seconds: 3600 })], edges: [] })
  const { child, text, ended } = launch(['run', waiting], {})
  await expect.poll(() => text.stderr).toContain('delay.1 Waits until')
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, stdout: '', stderr: expect.stringMatching(/Execution cancelled\n$/) })
})
