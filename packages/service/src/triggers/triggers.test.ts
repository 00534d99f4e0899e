/** Triggers over the lifetime of a workflow, and idempotent calls. */
import { outputsOf } from '@millrace/engine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wakingClock } from '../platform/waking-clock.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { createSchedules } from './schedules.ts'
import { drawn, edge, node } from './testing/hooked-workflow.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

async function ask(method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const url = `/api/v1/workflows${path}`
  const body = payload === undefined ? {} : { payload }
  const answer = await service.app.inject({ method, url, headers: service.as('editor'), ...body })
  expect(answer.statusCode).toBeLessThan(300)
  return answer.json<{ data: { id: string; revision: number } }>().data
}

async function call(path: string, key?: string, url = `/api/v1/hooks/${path}`) {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  return service.app.inject({ method: 'POST', url, headers, payload: { n: 1 } })
}

const total = async () => (await service.services.store.executions.list({ limit: 1, offset: 0 })).total
const rows = (id: string) => service.services.store.triggers.ofWorkflow(id)

const daily = {
  nodes: [node('tick', 'schedule_trigger', { cron: '0 13 * * *' }), node('out', 'output', { name: 'at' })],
  edges: [edge('tick:scheduled_at', 'out:value')],
}

describe('the lifetime of a workflow', () => {
  test('an update moves the path, a restore moves it back, and deleting removes it', async () => {
    const { id } = await ask('POST', '', { name: 'A', ...drawn({ path: 'one' }) })
    await ask('PUT', `/${id}`, drawn({ path: 'two' }))
    expect([(await call('one')).statusCode, (await call('two')).statusCode]).toEqual([404, 202])
    await ask('POST', `/${id}/versions/1/restore`)
    expect([(await call('one')).statusCode, (await call('two')).statusCode]).toEqual([202, 404])
    await ask('DELETE', `/${id}`)
    expect((await call('one')).statusCode).toBe(404)
    expect(await rows(id)).toEqual([])
  })

  test('a change of the name alone leaves the triggers as they are', async () => {
    const { id } = await ask('POST', '', { name: 'A', ...daily })
    const before = await rows(id)
    service.clock.advance(10 * 60_000)
    await ask('PUT', `/${id}`, { name: 'B' })
    expect(before).toMatchObject([{ nextAt: Date.parse('2026-01-01T13:00:00Z') }])
    expect(await rows(id)).toEqual(before)
  })

  test('an imported workflow starts nothing until a person saves it', async () => {
    const both = { nodes: [...drawn({ path: 'x' }).nodes, node('tick', 'schedule_trigger', { cron: '@daily' })] }
    const { id } = await ask('POST', '/import', { name: 'A', edges: drawn({ path: 'x' }).edges, ...both })
    expect((await call('x')).statusCode).toBe(404)
    expect(await rows(id)).toMatchObject([
      { nodeId: 'in', isInert: true },
      { nodeId: 'tick', isInert: true, nextAt: null },
    ])
    await ask('PUT', `/${id}`, { description: 'I have looked at it.' })
    expect((await call('x')).statusCode).toBe(202)
    expect(await rows(id)).toMatchObject([
      { nodeId: 'in', isInert: false },
      { nodeId: 'tick', isInert: false, nextAt: Date.parse('2026-01-02T00:00:00Z') },
    ])
  })

  test('a draft with an incomplete trigger is saved and starts nothing', async () => {
    const nodes = [
      node('in', 'webhook_trigger', {}),
      node('tick', 'schedule_trigger', { cron: '99 * * * *' }),
      node('tock', 'schedule_trigger', { cron: '@daily', timezone: 'Mars/Olympus' }),
    ]
    const saved = await ask('POST', '', { name: 'A', nodes, edges: [] })
    expect(await rows(saved.id)).toEqual([])
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/workflows/validate',
      headers: service.as('editor'),
      payload: saved,
    })
    expect(answer.body).toContain('\\"cron\\" is not understood: Invalid value for minute: 99')
    expect(answer.body).toContain('\\"timezone\\" is not understood: there is no such time zone')
  })
})

describe('a call that is sent again', () => {
  test('with the same idempotency key starts nothing new and gets the same reply', async () => {
    await ask('POST', '', { name: 'A', ...drawn({ path: 'x', respond: 'finished' }) })
    const [first, again] = [await call('x', 'order 7'), await call('x', 'order 7')]
    expect(first.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect(await total()).toBe(1)
    expect((await call('x', 'order 8')).json().data.execution_id).not.toBe(first.json().data.execution_id)
  })

  test('starts one execution even for many concurrent calls', async () => {
    await ask('POST', '', { name: 'A', ...drawn({ path: 'x' }) })
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('x', 'same')))
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([202]))
    expect(new Set(answers.map((answer) => answer.json().data.execution_id)).size).toBe(1)
    expect(await total()).toBe(1)
  })

  test('without a key starts another execution', async () => {
    await ask('POST', '', { name: 'A', ...drawn({ path: 'x' }) })
    await call('x')
    await call('x', '')
    expect(await total()).toBe(2)
  })

  test('the same key at another webhook is another call, and an overlong key is rejected', async () => {
    await ask('POST', '', { name: 'A', ...drawn({ path: 'x' }) })
    await ask('POST', '', { name: 'B', ...drawn({ path: 'y' }) })
    await call('x', 'same')
    await call('y', 'same')
    expect(await total()).toBe(2)
    expect((await call('x', 'k'.repeat(256))).statusCode).toBe(400)
  })
})

/** Schedules that the test runs. */
function ownSchedules() {
  const { store, executions, log } = service.services
  const needs = { triggers: store.triggers, heads: store.executions, executions, clock: wakingClock(service.clock) }
  return createSchedules({ ...needs, log })
}

describe('a schedule of a real workflow', () => {
  test('starts the published version if the workflow is published by hand, not the newest save', async () => {
    const answering = (answer: string, cron: string) => ({
      nodes: [
        node('tick', 'schedule_trigger', { cron }),
        node('text', 'text_input', { defaultValue: answer }),
        node('out', 'output', { name: 'answer' }),
      ],
      edges: [edge('tick:trigger', 'text:trigger'), edge('text:text', 'out:value')],
      config: { publish: 'manual' },
    })
    const { store, executions } = service.services
    const { id } = await ask('POST', '', { name: 'A', ...answering('first', '*/5 * * * *') })
    expect(await store.triggers.nextDue()).toBe(null)
    await ask('PUT', `/${id}`, answering('published', '0 13 * * *'))
    await ask('POST', `/${id}/publish`)
    await ask('PUT', `/${id}`, answering('newest', '*/5 * * * *'))
    expect(await store.triggers.nextDue()).toBe(Date.parse('2026-01-01T13:00:00Z'))
    service.clock.advance(60 * 60_000 + 5)
    await ownSchedules().pass()
    expect(await total()).toBe(1)
    const [row] = await rows(id)
    const run = () => executions.known(row?.lastExecution ?? '')
    await expect.poll(async () => (await run()).state.status).toBe('completed')
    expect(outputsOf((await run()).state)).toEqual({ answer: 'published' })
  })

  test('runs once, with its planned time as input', async () => {
    const { id } = await ask('POST', '', { name: 'A', ...daily })
    const { executions } = service.services
    const schedules = ownSchedules()
    service.clock.advance(60 * 60_000 + 5)
    await schedules.pass()
    await schedules.pass()
    const [row] = await rows(id)
    expect(row).toMatchObject({ lastAt: Date.parse('2026-01-01T13:00:00Z'), waitingAt: null })
    expect(await total()).toBe(1)
    await expect.poll(async () => (await executions.known(row?.lastExecution ?? '')).state.status).toBe('completed')
    const { state, record } = await executions.known(row?.lastExecution ?? '')
    expect(state.steps.map((step) => step.outputs)).toContainEqual({ scheduled_at: '2026-01-01T13:00:00.000Z' })
    expect(record.about).toMatchObject({ startedBy: 'Schedule 0 13 * * *', revision: expect.any(Number) })
    expect(record.about).not.toHaveProperty('startedWith')
  })
})
