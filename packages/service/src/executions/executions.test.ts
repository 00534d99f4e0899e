import type { LogEntry, PipelineDetail } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, echo, edge, jobOf, node } from './testing/client.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

describe('starting a workflow', () => {
  test('replies with the execution id, its start and its estimated end', async () => {
    const id = await client.store(echo)
    const { status, body, data } = await client.call('POST', `/workflows/${id}/execute`, {})
    expect(status).toBe(202)
    expect(body).toMatchObject({ success: true, message: 'Execution started' })
    expect(data).toEqual({
      execution_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      pipelineId: data.execution_id,
      status: 'pending',
      started_at: expect.stringMatching(/Z$/),
      estimated_completion: expect.stringMatching(/Z$/),
    })
    await client.untilOver(String(data.execution_id))
  })

  test('works without a body, by machine name, and at the path of older clients', async () => {
    const id = await client.store(echo, 'Named for a start')
    for (const path of [`/workflows/${id}/execute`, '/workflows/named_for_a_start/execute', `/workflow/${id}/run`]) {
      const { status, data } = await client.call('POST', path)
      expect(status).toBe(202)
      expect((await client.untilOver(String(data.pipelineId))).status).toBe('completed')
    }
  })

  test('the detail contains the whole result of a successful run', async () => {
    const detail = await client.run(echo, { inputs: { in: { text: 'Grace' } } })
    expect(detail).toMatchObject({
      status: 'completed',
      is_paused: false,
      inputs: { in: { text: 'Grace' } },
      outputs: { answer: 'Grace' },
      node_statuses: { in: { status: 'completed', executions: 1 }, out: { status: 'completed' } },
      job_status_summary: {
        ...{ total: 2, pending: 0, running: 0, completed: 2, failed: 0 },
        ...{ cancelled: 0, skipped: 0, paused: 0, interrupted: 0 },
      },
    })
    expect(detail).not.toHaveProperty('kanban_config')
    expect(jobOf(detail, 'out')).toEqual({
      id: 'out',
      node_id: 'out',
      label: 'out',
      status: 'completed',
      execution_count: 1,
      attempt: 1,
      started: expect.any(String),
      completed: expect.any(String),
      execution_time: expect.any(Number),
      input_data: { value: 'Grace' },
      output_data: { value: 'Grace' },
    })
  })

  test('rejects an invalid workflow with a list of its errors', async () => {
    const id = await client.store({ nodes: [node('x', 'no_such_type'), node('l', 'logger')], edges: [] })
    const { status, body } = await client.call('POST', `/workflows/${id}/execute`, {})
    expect(status).toBe(422)
    expect(body).toMatchObject({ success: false, code: 'VALIDATION_ERROR', error: /^The workflow cannot run: / })
    expect(body.details?.length).toBeGreaterThanOrEqual(2)
    for (const detail of body.details ?? []) {
      expect(detail).toEqual({ code: expect.any(String), message: expect.any(String), path: expect.any(String) })
    }
  })

  test.each([
    ['a timeout of nothing', { options: { timeout: 0 } }, '/options/timeout'],
    ['a timeout that no clock can hold', { options: { timeout: Number.MAX_SAFE_INTEGER } }, '/options/timeout'],
    ['a part of a step', { options: { maxSteps: 1.5 } }, '/options/maxSteps'],
    ['inputs that are a list', { inputs: [] }, '/inputs'],
    ['a start from an execution whose id is not a UUID', { from: { node: 'in', execution: 'x' } }, '/from/execution'],
  ])('rejects %s', async (_, body, path) => {
    const id = await client.store(echo)
    const reply = await client.call('POST', `/workflows/${id}/execute`, body)
    expect(reply).toMatchObject({ status: 422, body: { code: 'VALIDATION_ERROR', details: [{ path }] } })
  })

  test('an unhandled failure fails the execution, and nodes that never ran are skipped', async () => {
    const detail = await client.run({
      nodes: [node('g', 'gate'), node('out', 'output'), node('f', 'fail', { message: 'No luck' })],
      edges: [edge('g:value', 'out:value')],
    })
    expect(detail.status).toBe('failed')
    expect(detail.error).toMatch(/No luck/)
    expect(detail.node_statuses).toMatchObject({ g: { status: 'cancelled' }, out: { status: 'skipped' } })
  })

  test('a node that returns a value that is not JSON fails without blocking the run', async () => {
    const detail = await client.run({ nodes: [node('o', 'odd')], edges: [] })
    expect(detail).toMatchObject({ status: 'failed', error_code: 'BAD_OUTPUT' })
  })

  test('a run that exceeds its step or time limit fails with the limit in its error', async () => {
    const few = await client.run(echo, { options: { maxSteps: 1 } })
    expect(few).toMatchObject({ status: 'failed', error_code: 'TOO_MANY_STEPS' })
    const slow = { nodes: [node('d', 'delay', { seconds: 1000 })], edges: [] }
    const late = await client.run(slow, { options: { timeout: 30 } })
    expect(late).toMatchObject({ status: 'failed', error_code: 'TIMED_OUT' })
    expect(late.node_statuses.d?.status).toBe('cancelled')
  })
})

describe('launch inputs', () => {
  const started = (schema?: object) => ({
    nodes: [node('s', 'start', schema === undefined ? {} : { schema }), node('out', 'output', { name: 'got' })],
    edges: [edge('s:inputs', 'out:value')],
  })

  test('without a node id go to the start node', async () => {
    const detail = await client.run(started(), { inputs: { customer: 'Ada', s: { extra: 1 } } })
    expect(detail.outputs).toEqual({ got: { customer: 'Ada', extra: 1 } })
    expect(await client.logs(detail.id)).toEqual([])
  })

  test('for many unknown nodes produce a bounded number of log lines', async () => {
    const inputs = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${at} ${'x'.repeat(500)}`, 1]))
    const { id } = await client.run(echo, { inputs })
    const lines = await client.logs(id)
    expect(lines).toHaveLength(21)
    expect(lines.at(-1)?.message).toContain('4980 more')
    expect(JSON.stringify(lines).length).toBeLessThan(10_000)
  })

  test('without a node id are a warning in the log if there is no start node', async () => {
    const detail = await client.run(echo, { inputs: { nobody: { a: 1 }, in: { text: 'x' } } })
    expect(detail.status).toBe('completed')
    expect(await client.logs(detail.id)).toEqual([
      { timestamp: expect.any(String), level: 'warning', message: expect.stringContaining('"nobody"') },
    ])
  })

  const schema = {
    type: 'object',
    required: ['customer'],
    properties: { customer: { type: 'string', pattern: '^a+$' }, age: { type: 'integer' } },
  }

  test('must match the schema of the start node; the error names the field', async () => {
    const id = await client.store(started(schema))
    const missing = await client.call('POST', `/workflows/${id}/execute`, {})
    expect(missing).toMatchObject({ status: 422, body: { details: [{ path: '/inputs/customer' }] } })
    const wrong = await client.call('POST', `/workflows/${id}/execute`, { inputs: { s: { customer: 'a', age: 'x' } } })
    expect(wrong).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_ERROR', error: /age/, details: [{ path: '/inputs/s/age' }] },
    })
    const fine = await client.start(id, { inputs: { customer: 'aaa' } })
    expect((await client.untilOver(fine)).status).toBe('completed')
  })

  test('are validated when a waiting pipeline is started as well', async () => {
    const id = await client.store(started(schema))
    const made = await client.call('POST', `/workflows/${id}/pipelines`, { inputs: { customer: 'a' } })
    const wrong = await client.call('POST', `/pipelines/${made.data.id}/execute`, { inputs: { age: 1 } })
    expect(wrong).toMatchObject({ status: 422, body: { details: [{ path: '/inputs/customer' }] } })
    expect((await client.call('POST', `/pipelines/${made.data.id}/execute`)).status).toBe(202)
    expect((await client.untilOver(String(made.data.id))).outputs).toEqual({ got: { customer: 'a' } })
  })
})

describe('the log', () => {
  const talk = {
    nodes: [
      node('in', 'text_input', { defaultValue: 'hello' }),
      node('quiet', 'logger', { level: 'debug' }),
      node('loud', 'logger', { level: 'error' }),
    ],
    edges: [edge('in:text', 'quiet:message'), edge('quiet:message', 'loud:message')],
  }

  test('is returned whole, by level and by node, at every path', async () => {
    const { id } = await client.run(talk)
    const all = await client.logs(id)
    expect(all).toMatchObject([
      { level: 'debug', message: 'hello', node_id: 'quiet' },
      { level: 'error', message: 'hello', node_id: 'loud' },
    ])
    expect(await client.logs(id, '?level=error')).toEqual([all[1]])
    expect(await client.logs(id, '?node_id=quiet')).toEqual([all[0]])
    expect(await client.logs(id, '?node_id=quiet&level=error')).toEqual([])
    const whole = await client.wholeLog(id)
    expect(whole.filter(({ message }) => message === 'Started').map(({ node_id }) => node_id)).toEqual([
      'in',
      'quiet',
      'loud',
    ])
    for (const path of [`/pipelines/${id}/logs`, `/pipeline/${id}/logs`]) {
      expect((await client.call<LogEntry[]>('GET', path)).data).toEqual(whole)
    }
    expect((await client.call('GET', `/executions/${id}/logs?level=loud`)).status).toBe(400)
  })
})

describe('large values', () => {
  test('are truncated in the detail, with the address of each whole value', async () => {
    const long = 'x'.repeat(50_000)
    const detail = await client.run(
      {
        nodes: [
          node('in', 'text_input'),
          node('loud', 'text_find_replace', { findText: 'x', replaceText: 'X' }),
          node('out', 'output', { name: 'a/b' }),
        ],
        edges: [edge('in:text', 'loud:text'), edge('loud:text', 'out:value')],
      },
      { inputs: { in: { text: long } } },
    )
    const values = [
      [detail.inputs.in, { text: long }],
      [jobOf(detail, 'in').output_data?.text, long],
      [jobOf(detail, 'loud').input_data?.text, long],
      [jobOf(detail, 'loud').output_data?.text, long.toUpperCase()],
      [detail.outputs['a/b'], long.toUpperCase()],
    ] as const
    for (const [shown, whole] of values) {
      expect(shown).toMatchObject({ $cut: true, characters: expect.any(Number), preview: expect.any(String) })
      const { status, body } = await client.call('GET', (shown as { href: string }).href)
      expect(status).toBe(200)
      expect(body).toEqual(whole)
    }
    const missing = await client.call('GET', `/pipelines/${detail.id}/values/in/nothing`)
    expect(missing).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

describe('several values on one port', () => {
  const from = (id: string, defaultValue: unknown) => node(id, 'json_input', { defaultValue })
  const table = (...sources: object[]) => ({
    nodes: [...sources, node('csv', 'csv_write'), node('out', 'output', { name: 'out' })],
    edges: [
      ...sources.map((one) => edge(`${(one as { id: string }).id}:value`, 'csv:rows')),
      edge('csv:text', 'out:value'),
    ],
  })

  test('form one list for a list port, in edge order', async () => {
    const detail = await client.run(
      table(from('one', { a: 1 }), from('more', [{ a: 2 }, { a: 3 }]), from('last', { a: 4 })),
    )
    expect(detail).toMatchObject({ status: 'completed', outputs: { out: 'a\n1\n2\n3\n4\n' } })
  })

  test('must each match the item type; a single value must be a list', async () => {
    for (const sources of [[from('one', { a: 1 })], [from('one', { a: 1 }), from('two', 'a text')]]) {
      const detail = await client.run(table(...sources))
      expect(jobOf(detail, 'csv').error_message).toBe('The value for input "rows" (json[]) is not a list.')
    }
  })
})

describe('a value of the wrong type for its port', () => {
  test.each([
    ['2026-02-28', 'completed', { out: '2026-02-28' }, undefined],
    ['2026-02-30', 'failed', {}, 'The value for input "day" (date) is not a date (YYYY-MM-DD).'],
  ])('a text for a date port: %s', async (defaultValue, status, outputs, error) => {
    const ports = (dataType: string) => [{ name: 'day', label: 'Day', dataType }]
    const detail = await client.run({
      nodes: [
        node('in', 'text_input', { defaultValue }),
        node('map', 'data_mapper', {
          dynamicInputs: ports('date'),
          dynamicOutputs: ports('mixed'),
        }),
        node('out', 'output', { name: 'out' }),
      ],
      edges: [edge('in:text', 'map:day'), edge('map:day', 'out:value')],
    })
    expect([detail.status, detail.outputs]).toEqual([status, outputs])
    expect(jobOf(detail, 'map').error_message).toBe(error)
  })
})

describe('kanban columns', () => {
  const columns = [{ key: 'all', label: 'All', statuses: ['completed', 'failed'], icon: 'mdi:all', color: 'red' }]

  test('of the workflow are returned and kept by a rerun', async () => {
    const detail = await client.run({ ...echo, config: { kanban: { columns } } })
    expect(detail.kanban_config).toEqual({ columns })
    const { data } = await client.call('POST', `/pipelines/${detail.id}/rerun`)
    expect((await client.untilOver(String(data.pipeline_id))).kanban_config).toEqual({ columns })
  })

  test.each([{}, { columns: [{ key: 'x' }] }, 'columns', { columns: [{ key: 'x', label: 'X', statuses: ['odd'] }] }])(
    'ignores a malformed setting: %j',
    async (kanban) => {
      expect(await client.run({ ...echo, config: { kanban } })).not.toHaveProperty('kanban_config')
    },
  )
})

describe('an unknown resource', () => {
  test.each([
    ['GET', `/executions/${NOWHERE}`],
    ['GET', `/pipelines/${NOWHERE}`],
    ['GET', `/pipeline/${NOWHERE}/status`],
    ['GET', `/pipelines/${NOWHERE}/logs`],
    ['GET', `/pipelines/${NOWHERE}/events`],
    ['GET', `/pipelines/${NOWHERE}/values/a/b`],
    ['POST', `/executions/${NOWHERE}/cancel`],
    ['POST', `/pipelines/${NOWHERE}/execute`],
    ['POST', `/pipelines/${NOWHERE}/rerun`],
    ['POST', `/pipelines/${NOWHERE}/pause`],
    ['POST', `/pipelines/${NOWHERE}/resume`],
    ['POST', '/workflows/nothing_here/execute'],
    ['POST', '/workflows/nothing_here/pipelines'],
    ['GET', '/workflows/nothing_here/pipelines'],
  ] as const)('is 404: %s %s', async (method, path) => {
    expect(await client.call(method, path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  test('an id that is not a UUID is 400', async () => {
    expect((await client.call('GET', '/pipelines/seven')).status).toBe(400)
  })
})

test('the status is small, and the detail is the same at every path', async () => {
  const detail = await client.run(echo)
  const { data } = await client.call('GET', `/pipelines/${detail.id}/status`)
  expect(data).toEqual({ id: detail.id, status: 'completed', progress: 100, updated: detail.updated })
  for (const path of [`/executions/${detail.id}`, `/pipeline/${detail.id}`]) {
    expect((await client.call<PipelineDetail>('GET', path)).body).toEqual(detail)
  }
})
