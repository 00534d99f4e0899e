/** Workflows that do not keep the values of their executions (`config.keep_values`). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@millrace/store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mcpCaller, originOf } from '../mcp/testing/mcp-caller.ts'
import { writeBackup } from '../platform/backup.ts'
import { shout, Talk } from '../playground/testing/talk.ts'
import { startHousekeeping } from './housekeeping.ts'
import { Client, type Drawing, echo, edge, jobOf, node } from './testing/client.ts'

const SECRET = 'confidential'

let client: Client
beforeEach(async () => {
  client = await Client.open()
})
afterEach(async () => {
  vi.useRealTimers()
  await client[Symbol.asyncDispose]()
})

const kept = (drawing: Drawing, keep_values: string): Drawing => ({ ...drawing, config: { keep_values } })
const removed = (value: unknown) => ({ $removed: true, characters: JSON.stringify(value).length })

/** Removes what is due, as the service does a minute after the end of an execution. */
async function removeValues(): Promise<void> {
  const { store } = client.service.services
  const now = client.service.clock.now()
  while ((await store.executions.removeValues({ endedBefore: now + 1, now, batch: 10 })) > 0);
}

async function ran(workflow: string, inputs: object = { in: { text: SECRET } }): Promise<string> {
  const id = await client.start(workflow, { inputs })
  await client.untilOver(id)
  return id
}

/** Everything that the API returns about an execution. */
async function everythingOf(id: string): Promise<string> {
  const paths = [
    `/pipelines/${id}`,
    `/executions/${id}/logs`,
    `/pipelines/${id}/jobs`,
    '/executions',
    '/interrupts?mine=false',
  ]
  return JSON.stringify(await Promise.all(paths.map(async (path) => (await client.call('GET', path)).body)))
}

test('values can be read for a minute after the end, and only statuses, times and sizes remain then', async () => {
  const id = await ran(await client.store(kept(echo, 'none'), 'Discreet'))
  expect((await client.detail(id)).outputs).toEqual({ answer: SECRET })
  const { services, clock, config } = client.service
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const house = startHousekeeping({ executions: services.store.executions, clock, config, log: services.log })
  vi.advanceTimersByTime(60_000)
  await house.stop()
  expect((await client.detail(id)).outputs).toEqual({ answer: SECRET })
  const again = startHousekeeping({ executions: services.store.executions, clock, config, log: services.log })
  clock.advance(60_001)
  vi.advanceTimersByTime(60_000)
  await expect.poll(async () => (await client.detail(id)).values_removed).toBeDefined()
  await again.stop()
  const detail = await client.detail(id)
  expect(detail).toMatchObject({
    ...{ status: 'completed', inputs: { in: removed({ text: SECRET }) }, outputs: { answer: removed(SECRET) } },
    job_status_summary: { completed: 2 },
  })
  expect(jobOf(detail, 'out')).toMatchObject({ status: 'completed', input_data: { value: removed(SECRET) } })
  expect(await everythingOf(id)).not.toContain(SECRET)
})

test('by default values are kept', async () => {
  for (const drawing of [echo, kept(echo, 'all')]) {
    const id = await ran(await client.store(drawing, `Keeps ${JSON.stringify(drawing.config)}`))
    await removeValues()
    const detail = await client.detail(id)
    expect([detail.outputs, detail.values_removed]).toEqual([{ answer: SECRET }, undefined])
  }
})

const failing: Drawing = {
  nodes: [node('in', 'text_input'), node('stop', 'fail', { code: 'NO_STOCK' })],
  edges: [edge('in:text', 'stop:reason')],
}

test('a failure keeps its code, and with `failures` everything', async () => {
  const bare = await ran(await client.store(kept(failing, 'none'), 'Bare'))
  const whole = await ran(await client.store(kept(failing, 'failures'), 'Whole'))
  const completed = await ran(await client.store(kept(echo, 'failures'), 'Completed'))
  await removeValues()
  const detail = await client.detail(bare)
  expect(detail).toMatchObject({ status: 'failed', error_code: 'NO_STOCK', error: 'Not kept.' })
  expect(await client.detail(whole)).toMatchObject({ status: 'failed', inputs: { in: { text: SECRET } } })
  expect((await client.detail(whole)).values_removed).toBeUndefined()
  expect((await client.detail(completed)).outputs).toEqual({ answer: removed(SECRET) })
  const { data } = await client.call('POST', `/pipelines/${whole}/rerun`)
  expect((await client.untilOver(String(data.pipeline_id))).status).toBe('failed')
})

test('with `failures` a cancelled execution keeps its values', async () => {
  const waits: Drawing = {
    nodes: [...echo.nodes, node('wait', 'delay', { seconds: 3600 })],
    edges: [...echo.edges],
  }
  const [strict = '', loose = ''] = await Promise.all(
    ['none', 'failures'].map(async (keep) => {
      const id = await client.start(await client.store(kept(waits, keep), keep), { inputs: { in: { text: SECRET } } })
      expect((await client.call('POST', `/executions/${id}/cancel`)).status).toBe(200)
      return (await client.untilOver(id)).id
    }),
  )
  await removeValues()
  expect(await client.detail(strict)).toMatchObject({ status: 'cancelled', values_removed: expect.any(String) })
  expect(await client.detail(loose)).toMatchObject({ status: 'cancelled', inputs: { in: { text: SECRET } } })
  expect((await client.detail(loose)).values_removed).toBeUndefined()
})

test('an execution without values cannot be repeated, and its results are not reused', async () => {
  const workflow = await client.store(kept(echo, 'none'), 'Once')
  const id = await ran(workflow)
  await removeValues()
  const refused = { status: 409, body: { code: 'VALUES_NOT_KEPT' } }
  for (const body of [{}, { from: 'out' }, { version: 'latest' }])
    expect(await client.call('POST', `/pipelines/${id}/rerun`, body)).toMatchObject(refused)
  const from = { node: 'out', execution: id }
  expect(await client.call('POST', `/workflows/${workflow}/execute`, { from })).toMatchObject(refused)
  const unsaved = { workflow: { ...kept(echo, 'none'), id: workflow }, from }
  expect(await client.call('POST', '/execute', unsaved)).toMatchObject(refused)
})

test('stored values, files and backups are not affected by the removal', async () => {
  const root = mkdtempSync(join(tmpdir(), 'millrace-keep-'))
  await using own = await Client.open('--database', join(root, 'millrace.db'))
  try {
    const drawing: Drawing = {
      nodes: [
        node('in', 'text_input', { defaultValue: SECRET }),
        node('set', 'key_value', { operation: 'set', namespace: 'kept', key: 'a' }),
        node('write', 'file_write', { path: 'kept.txt' }),
      ],
      edges: [edge('in:text', 'set:value'), edge('in:text', 'write:content')],
    }
    const { id, status } = await own.run(kept(drawing, 'none'))
    expect(status).toBe('completed')
    const { config, services, clock } = own.service
    const backup = join(root, 'before.db')
    await writeBackup(config, { target: backup, now: 0 })
    const query = { endedBefore: clock.now() + 1, now: clock.now(), batch: 10 }
    await expect.poll(() => services.store.executions.removeValues(query)).toBe(1)
    expect((await own.detail(id)).values_removed).toBeDefined()
    expect(JSON.stringify((await services.store.journal.load(id))?.events)).not.toContain(SECRET)
    expect(await services.store.keyValues.list('kept')).toMatchObject([{ key: 'a', value: SECRET }])
    expect(readFileSync(join(config.dataDir, 'files', 'kept.txt'), 'utf8')).toBe(SECRET)
    const restored = await openStore({ database: backup })
    expect(JSON.stringify((await restored.journal.load(id))?.events)).toContain(SECRET)
    await restored.close()
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test('messages of a conversation are not affected by the removal', async () => {
  await using talk = await Talk.open()
  const { id } = await talk.begin(kept(shout, 'none'))
  const before = await talk.say(id, SECRET)
  expect(before.map(({ content }) => content)).toContain(SECRET.toUpperCase())
  const execution = String(before[0]?.executionId)
  const { services, clock } = talk.client.service
  const query = { endedBefore: clock.now() + 1, now: clock.now(), batch: 10 }
  await expect.poll(() => services.store.executions.removeValues(query)).toBe(1)
  expect((await talk.client.detail(execution)).values_removed).toBeDefined()
  expect((await talk.page(id)).data.map(({ content }) => content)).toEqual(before.map(({ content }) => content))
})

const calling = (workflow: string): Drawing => ({
  nodes: [
    node('with', 'json_input', { defaultValue: { in: { text: SECRET } } }),
    node('call', 'sub_workflow', { workflow }),
    node('out', 'output', { name: 'got' }),
  ],
  edges: [edge('with:value', 'call:inputs'), edge('call:outputs', 'out:value')],
})

test('a parent gets the result of a child that keeps nothing, and a child keeps no more than its parent', async () => {
  const child = await client.store(kept(echo, 'none'), 'Child')
  const parent = await ran(await client.store(calling(child), 'Parent'), {})
  const called = jobOf(await client.detail(parent), 'call')
  expect(called.status).toBe('completed')
  await removeValues()
  expect((await client.detail(parent)).outputs).toEqual({ got: { answer: SECRET } })
  expect((await client.detail(String(called.child_id))).values_removed).toBeDefined()

  const plain = await client.store(echo, 'Plain child')
  const strict = await ran(await client.store(kept(calling(plain), 'none'), 'Strict parent'), {})
  await removeValues()
  const grandchild = jobOf(await client.detail(strict), 'call').child_id
  expect((await client.detail(String(grandchild))).values_removed).toBeDefined()
})

test('a webhook that waits gets the outputs of a workflow that keeps nothing', async () => {
  const hook: Drawing = {
    nodes: [
      node('in', 'webhook_trigger', { path: 'discreet', auth: 'none', respond: 'finished' }),
      node('out', 'output', { name: 'answer' }),
    ],
    edges: [edge('in:body', 'out:value')],
  }
  await client.store(kept(hook, 'none'), 'Hooked')
  const answer = await client.service.app.inject({
    method: 'POST',
    url: '/api/v1/hooks/discreet',
    payload: { order: SECRET },
  })
  expect(answer.json()).toMatchObject({ data: { outputs: { answer: { order: SECRET } } } })
  await removeValues()
  expect(await everythingOf(String(answer.json().data.execution_id))).not.toContain(SECRET)
})

test('an MCP client that waits gets the outputs, and one that asks later only their sizes', async () => {
  await using caller = await mcpCaller(client, 'operator')
  const inputs = { in: { text: SECRET } }
  const gate = node('gate', 'gate')
  const slow = { nodes: [...echo.nodes, gate], edges: [...echo.edges, edge('gate:trigger', 'out:trigger')] }
  const workflow = await client.store({ ...kept(slow, 'none'), config: { keep_values: 'none', tool: {} } }, 'Asked')
  const waiting = caller.call('run_workflow', { workflow, inputs, wait_seconds: 60 })
  await client.openGate()
  const { value } = await waiting
  expect(value).toMatchObject({ status: 'completed', outputs: { answer: SECRET } })
  const published = caller.call('asked', inputs)
  await client.openGate()
  expect((await published).value).toEqual({ answer: SECRET })
  await removeValues()
  const later = await caller.call('get_execution', { execution_id: value.execution_id, wait_seconds: 60 })
  expect(later).toMatchObject({ isError: false, value: { status: 'completed', outputs: { answer: removed(SECRET) } } })
  expect(JSON.stringify(later)).not.toContain(SECRET)
})

/** Reads an event stream to its end. */
async function streamed(id: string, after?: string): Promise<string> {
  const last = after === undefined ? {} : { 'last-event-id': after }
  const headers = { ...client.service.as('viewer'), ...last }
  const response = await fetch(`${await originOf(client)}/api/v1/pipelines/${id}/events`, { headers })
  return response.text()
}

test('an event stream that is opened after the values were removed has the same events without them', async () => {
  const logging: Drawing = {
    nodes: [node('in', 'text_input'), node('fail', 'fail', { code: 'NO_STOCK' })],
    edges: [edge('in:text', 'fail:reason')],
  }
  const id = await ran(await client.store(kept(logging, 'none'), 'Streamed'))
  const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => number)
  const before = await streamed(id)
  expect(before).toContain(SECRET)
  await removeValues()
  const after = await streamed(id)
  expect(after).not.toContain(SECRET)
  expect(after).toContain('event: end')
  expect(idsIn(after)).toEqual(idsIn(before))
  // A client that reconnects continues where it was.
  expect(await streamed(id, idsIn(before).at(-1))).toContain('event: end')
})
