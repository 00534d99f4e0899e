/** A data folder that an earlier version has written, opened by this one. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { PipelineDetail } from '@millrace/model'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningService, runningService } from '../testing/running-service.ts'

const EARLIER = fileURLToPath(new URL('../testing/earlier-version', import.meta.url))
/** Of the token "nightly import" with the role operator. */
const OPERATOR = 'mrt_fuHzMFMHg0NurPtBc1Xk47WP-DVscZznYq8tHKYm930'
const ADMIN = readFileSync(join(EARLIER, 'admin-token'), 'utf8').trim()
const PATIENT = { timeout: 60_000 }

interface Listed {
  readonly id: string
  readonly status: string
}

let dataDir: string
let service: RunningService

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'millrace-upgrade-'))
  for (const name of ['secret-key', 'admin-token']) copyFileSync(join(EARLIER, name), join(dataDir, name))
  const database = new DatabaseSync(join(dataDir, 'millrace.db'))
  database.exec(readFileSync(join(EARLIER, 'millrace.sql'), 'utf8'))
  database.close()
  // The executions keep their times: none of them is deleted because of its age.
  service = await runningService(['--auth', 'token', '--keep-executions-days', '36500'], { dataDir })
})
afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const call = <T>(method: string, path: string, body?: unknown, token = ADMIN) =>
  service.call<T>(method, path, body, { 'x-api-key': token })

const dataOf = async <T>(path: string) => (await call<{ data: T }>('GET', path)).data

/** Oldest first. */
async function executionsOf(workflow: string): Promise<PipelineDetail[]> {
  const { id } = await dataOf<{ id: string }>(`/workflows/${workflow}`)
  const listed = await dataOf<Listed[]>(`/executions?workflow_id=${id}`)
  return Promise.all(listed.reverse().map((each) => call<PipelineDetail>('GET', `/pipelines/${each.id}`)))
}

const completed = (id: string) =>
  vi.waitFor(async () => {
    const detail = await call<PipelineDetail>('GET', `/pipelines/${id}`)
    expect(detail.status).toBe('completed')
    return detail
  }, PATIENT)

test('an upgrade keeps workflows with their versions, secrets and triggers, and finds them by text', async () => {
  const workflows = await dataOf<{ name: string; description: string }[]>('/workflows?limit=100')
  expect(workflows.map(({ name }) => name).sort()).toEqual([
    'Asking',
    'Failing',
    'Greeting',
    'Hooked',
    'Recalls',
    'Remembers',
    'Shopping list',
    'Timed',
  ])
  expect((await dataOf<{ name: string }[]>('/workflows?search=twice')).map(({ name }) => name)).toEqual(['Greeting'])
  expect(await dataOf('/workflows/greeting/versions')).toMatchObject([{ revision: 2 }, { revision: 1 }])
  expect(await dataOf('/workflows/greeting/versions/1')).toMatchObject({ description: 'Says hello.' })
  // The secret of the webhook is decrypted by the key of the folder.
  const hook = (token: string) =>
    fetch(`${service.origin}/api/v1/hooks/called`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  expect((await hook('another')).status).toBe(401)
  expect((await hook('the secret of the hook')).status).toBe(202)
  await vi.waitFor(async () => expect(await executionsOf('hooked')).toMatchObject([{ status: 'completed' }]), PATIENT)
})

test('an upgrade keeps tokens with their roles, and connections', async () => {
  const tokens = await dataOf<{ name: string }[]>('/auth/tokens')
  expect(tokens.map(({ name }) => name).sort()).toEqual(['admin', 'nightly import', 'report'])
  expect(await call('GET', '/auth/tokens', undefined, OPERATOR)).toMatchObject({ code: 'FORBIDDEN' })
  const started = await call('POST', '/workflows/greeting/execute', {}, OPERATOR)
  expect(started).toMatchObject({ success: true })
  expect(await dataOf('/connections')).toMatchObject([{ name: 'local model', apiKey: expect.stringContaining('odel') }])
})

test('after an upgrade the results of earlier executions can be read', async () => {
  const [greeting] = await executionsOf('greeting')
  expect(greeting).toMatchObject({ status: 'completed', started_by: 'admin', outputs: { answer: 'Ada' } })
  const [failing] = await executionsOf('failing')
  expect(failing).toMatchObject({
    status: 'failed',
    error: 'On purpose',
    jobs: [{ node_id: 'stop', status: 'failed' }],
  })
})

test('executions of an earlier version continue: a timer, a pause and a question', async () => {
  const [timed] = await executionsOf('timed')
  expect((await completed(timed!.id)).outputs).toEqual({ done: 'in time' })
  const [, held] = await executionsOf('timed')
  expect(held).toMatchObject({ status: 'running', is_paused: true })
  await call('POST', `/pipelines/${held!.id}/resume`)
  expect((await completed(held!.id)).outputs).toEqual({ done: 'in time' })

  const [question] = await dataOf<Listed[]>('/interrupts?mine=false')
  await call('POST', `/interrupts/${question!.id}`, { value: 'Fine' })
  const [asking] = await executionsOf('asking')
  expect((await completed(asking!.id)).outputs).toEqual({ said: 'Fine' })
})

test('conversations and stored values of an earlier version continue', async () => {
  const [session] = await dataOf<Listed[]>('/workflows/shopping_list/playground/sessions')
  const messages = `/playground/sessions/${session!.id}/messages`
  const said = async () => (await dataOf<{ content: string }[]>(messages)).map(({ content }) => content)
  expect((await said()).slice(0, 2)).toEqual(['milk', 'On the list: milk.'])
  await call('POST', messages, { content: 'eggs' })
  // The memory of the conversation has the message of the earlier version too.
  await vi.waitFor(async () => expect(await said()).toContain('On the list: milk, eggs.'), PATIENT)

  const recalls = await call<{ data: { execution_id: string } }>('POST', '/workflows/recalls/execute', {})
  expect((await completed(recalls.data.execution_id)).outputs).toEqual({ value: 'kept for later' })
})
