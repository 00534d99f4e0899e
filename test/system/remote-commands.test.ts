/** `millrace logs`, `millrace token`, `millrace user` and `millrace rotate-key`: commands that talk to a running service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ROOT } from '../source-files.ts'
import { freshFolder, killAll, launch, run, start } from './program.ts'

afterEach(killAll)

const HELLO = readFileSync(join(ROOT, 'examples/01-hello/workflow.json'), 'utf8')
const QUESTION = readFileSync(join(ROOT, 'examples/04-ask-a-person/workflow.json'), 'utf8')

async function service(dataDir = freshFolder(), port = '0') {
  const program = await start(['--port', port, '--data-dir', dataDir])
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  const headers = { 'x-api-key': token, 'content-type': 'application/json' }
  const call = async (path: string, body?: string) => {
    const sent = body === undefined ? {} : { method: 'POST', body }
    const reply = await fetch(`${program.origin}/api/v1${path}`, { headers, ...sent })
    return (await reply.json()) as { data: { execution_id: string } & { id: string }[] }
  }
  return { ...program, call, dataDir, env: { MILLRACE_URL: program.origin, MILLRACE_TOKEN: token } }
}

test('logs prints the log of an execution, and with --follow its exit code is that of the execution', async () => {
  const { call, env } = await service()
  await call('/workflows', HELLO)
  const { data } = await call('/workflows/hello/execute', '{}')
  const followed = await run(['logs', '-f', data.execution_id], env)
  expect(followed).toMatchObject({ code: 0, stderr: 'Execution completed\n' })
  expect(followed.stdout).toMatch(/^\d\d:\d\d:\d\d\.\d{3} text_input\.1 Started\n/)
  expect(await run(['logs', data.execution_id], env)).toMatchObject({ code: 0, stdout: followed.stdout })
  expect(await run(['logs', 'nothing'], env)).toMatchObject({ code: 1, stdout: '' })
})

test('logs --follow continues after a restart of the service, without a lost or repeated line', async () => {
  const first = await service()
  await first.call('/workflows', QUESTION)
  const { data } = await first.call('/workflows/order/execute', '{}')
  const following = launch(['logs', '--follow', data.execution_id], first.env)
  await expect.poll(() => following.text.stdout).toContain('confirmation.1 Waits for an answer')
  await first.stop()
  await expect.poll(() => following.text.stderr).toContain('The connection was lost')
  const second = await service(first.dataDir, new URL(first.origin).port)
  await expect.poll(() => following.text.stderr).toContain('Connected again.')
  const [question] = (await second.call('/interrupts')).data
  await second.call(`/interrupts/${question!.id}`, '{"value": true}')
  const { code, stdout } = await following.ended
  expect(code).toBe(0)
  const whole = await run(['logs', data.execution_id], second.env)
  expect(stdout.trim().split('\n').sort()).toEqual(whole.stdout.trim().split('\n').sort())
})

test('logs --follow ends with 1 if the execution was cancelled, and with 130 on SIGINT', async () => {
  const { call, env } = await service()
  await call('/workflows', QUESTION)
  const { data } = await call('/workflows/order/execute', '{}')
  const both = [launch(['logs', '-f', data.execution_id], env), launch(['logs', '-f', data.execution_id], env)] as const
  for (const { text } of both) await expect.poll(() => text.stdout).toContain('Waits for an answer')
  both[0].child.kill('SIGINT')
  expect(await both[0].ended).toMatchObject({ code: 130 })
  await call(`/executions/${data.execution_id}/cancel`, '{}')
  expect(await both[1].ended).toMatchObject({ code: 1, stderr: 'Execution cancelled\n' })
})

test('token creates, lists and revokes tokens; only the secret is on stdout', async () => {
  const { env } = await service()
  const made = await run(['token', 'create', 'nightly import', '--role', 'viewer'], env)
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^mrt_\S+\n$/) })
  const [, id = ''] = /^Token (\S+) with the role viewer, expires: never\n$/.exec(made.stderr) ?? []
  const viewer = { ...env, MILLRACE_TOKEN: made.stdout.trim() }
  expect(await run(['token', 'list'], viewer)).toMatchObject({ code: 1, stdout: '' })
  const listed = await run(['token', 'list'], env)
  expect(listed.stdout).toMatch(new RegExp(`^${id}  viewer    expires: never  used: \\S+  nightly import$`, 'm'))
  expect(listed.stdout).not.toContain('mrt_')
  expect(await run(['token', 'revoke', id], env)).toMatchObject({ code: 0, stderr: `Token ${id} was revoked.\n` })
  expect(await run(['logs', 'x'], viewer)).toMatchObject({ code: 1 })
  expect((await run(['token', 'list'], env)).stdout).not.toContain(id)
})

test('token create with --project limits the token to the project', async () => {
  const { env, call } = await service()
  await call('/projects', JSON.stringify({ name: 'Sales' }))
  const made = await run(['token', 'create', 'ci', '--role', 'editor', '--project', 'Sales'], env)
  expect(made).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('with the role editor in the project sales, '),
  })
  const limited = { ...env, MILLRACE_TOKEN: made.stdout.trim() }
  expect(await run(['export', freshFolder(), '--project', 'default'], limited)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('There is no project "default"') },
  })
  expect(await run(['token', 'create', 'ci', '--role', 'editor', '--project', 'Support'], env)).toMatchObject({
    ...{ code: 1, stdout: '', stderr: expect.stringContaining('There is no project "Support"') },
  })
})

test('user invites, lists, disables and enables people; only the link is on stdout', async () => {
  const { env, origin } = await service()
  const added = await run(['user', 'add', 'ada@example.com', '--role', 'editor', '--name', 'Ada Lovelace'], env)
  expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('was invited with the role editor') })
  expect(added.stdout.startsWith(`${origin}/#/password?code=`)).toBe(true)
  const listed = async () => (await run(['user', 'list'], env)).stdout
  expect(await listed()).toMatch(
    /^\S{36} {2}editor {4}local {2}invited {3}seen: never {2}ada@example.com {2}Ada Lovelace$/m,
  )
  expect(await run(['user', 'disable', 'Ada@example.com'], env)).toMatchObject({ code: 0 })
  expect(await listed()).toContain('disabled')
  expect(await run(['user', 'reset-link', 'ada@example.com'], env)).toMatchObject({ code: 1, stdout: '' })
  expect(await run(['user', 'enable', 'ada@example.com'], env)).toMatchObject({ code: 0 })
  const reset = await run(['user', 'reset-link', 'ada@example.com'], env)
  const code = new URLSearchParams(new URL(reset.stdout.trim()).hash.split('?')[1]).get('code')
  const chosen = await fetch(`${origin}/api/v1/auth/password-choice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, password: 'correct horse battery' }),
  })
  expect(chosen.status).toBe(200)
  expect(await listed()).toContain('active')
  expect((await run(['user', 'disable', 'bob@example.com'], env)).stderr).toContain('There is no account')
})

test.each([
  [['user'], 'Usage: millrace user add EMAIL'],
  [['user', 'add', 'a@b.example'], '--role must be one of'],
  [['token'], 'Usage: millrace token create NAME'],
  [['token', 'constructor', 'x'], 'Usage: millrace token create NAME'],
  [['token', 'create', 'x'], '--role must be one of viewer, operator, editor, admin.'],
  [['token', 'create', 'x', '--role', 'root'], '--role must be one of'],
  [['logs'], 'Usage: millrace logs'],
])('%j is rejected before anything is sent', async (args, message) => {
  const { code, stderr } = await run(args, { MILLRACE_URL: 'http://127.0.0.1:1' })
  expect(code).toBe(1)
  expect(stderr).toContain(message)
})

test('rotate-key continues after kill -9, and removes the old key at the end', async () => {
  const first = await service()
  const { dataDir, env } = first
  const keyFile = join(dataDir, 'secret-key')
  const old = readFileSync(keyFile, 'utf8').trim()
  const body = { name: 'shop', type: 'bearer', hosts: ['a.example'], values: { token: 'a-token-0123' } }
  await first.call('/credentials', JSON.stringify(body))
  await first.call('/system/key-rotation', '{}')
  await first.stop('SIGKILL')
  const keys = readFileSync(keyFile, 'utf8').trim().split('\n')
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), old])

  const second = await service(dataDir)
  const later = { ...env, MILLRACE_URL: second.origin }
  expect(await run(['rotate-key'], later)).toMatchObject({ code: 0, stdout: expect.stringContaining('--finish') })
  expect(await run(['rotate-key', '--finish'], later)).toMatchObject({
    code: 0,
    stdout: 'Encrypted with the new key: 0.\nThe old key is removed. Backups that were written before still need it.\n',
  })
  expect(readFileSync(keyFile, 'utf8').trim()).toBe(keys[0])
  await second.stop()
  // The secret is kept by an update without it, which needs the new key.
  const third = await service(dataDir)
  const kept = await fetch(`${third.origin}/api/v1/credentials/shop`, {
    method: 'PUT',
    headers: { 'x-api-key': env.MILLRACE_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, values: {} }),
  })
  expect(await kept.json()).toMatchObject({ data: { values: { token: '__secret__:0123' } } })
})
