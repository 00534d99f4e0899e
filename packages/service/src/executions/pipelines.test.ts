import type { ExecutionItem } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, echo, edge, jobOf, node } from './testing/client.ts'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

const slow = { nodes: [node('d', 'delay', { seconds: 1000 }), ...echo.nodes], edges: echo.edges }

test('the list of a workflow has `pipelines` beside `data`, in the form of the public editor', async () => {
  const { id, workflow_id } = await client.run(echo)
  const made = await client.call('POST', `/workflows/${workflow_id}/pipelines`)
  for (const path of [`/workflow/${workflow_id}/pipelines`, `/workflows/${workflow_id}/pipelines`]) {
    const { body, headers } = await client.call('GET', path)
    const { data, pipelines } = body as unknown as { data: ExecutionItem[]; pipelines: Record<string, unknown>[] }
    expect(body).toMatchObject({ success: true, message: 'Pipelines found' })
    expect(headers['x-total-count']).toBe('2')
    expect(data.map((item) => item.id)).toEqual([made.data.id, id])
    expect(pipelines).toEqual(
      data.map((item) => ({
        id: item.id,
        name: expect.any(String),
        description: '',
        status: item.status,
        createdAt: item.created,
        lastExecuted: item.updated,
        executionCount: item.id === id ? 1 : 0,
      })),
    )
  }
})

describe('a pipeline that waits for its start', () => {
  test('is pending until it is started, with the inputs and limits of the start', async () => {
    const workflow = await client.store(slow)
    const made = await client.call('POST', `/workflow/${workflow}/pipelines`)
    expect(made).toMatchObject({ status: 201, data: { workflow_id: workflow, status: 'pending' } })
    const id = String(made.data.id)
    expect(await client.statusOf(id)).toBe('pending')
    const body = { inputs: { in: { text: 'late' } }, options: { timeout: 1, maxSteps: 100 } }
    const started = await client.call('POST', `/pipeline/${id}/execute`, body)
    expect(started).toMatchObject({ status: 202, body: { message: 'Pipeline started' } })
    expect(started.data).toEqual({ pipeline_id: id, status: 'pending', message: expect.any(String) })
    const at = client.service.clock.now()
    const detail = await client.untilOver(id)
    // In seconds; the start of a workflow uses milliseconds.
    expect(client.service.clock.now() - at).toBeGreaterThanOrEqual(900)
    expect(detail).toMatchObject({ status: 'failed', error_code: 'TIMED_OUT', outputs: { answer: 'late' } })
  })

  test('can be started once; the second start is a conflict', async () => {
    const { data } = await client.call('POST', `/workflows/${await client.store(slow)}/pipelines`)
    expect((await client.call('POST', `/pipelines/${data.id}/execute`)).status).toBe(202)
    const again = await client.call('POST', `/pipelines/${data.id}/execute`)
    expect(again).toMatchObject({ status: 409, body: { code: 'EXECUTION_OVER', error: /under way/ } })
    await client.call('POST', `/pipelines/${data.id}/cancel`)
    expect((await client.call('POST', `/pipelines/${data.id}/execute`)).status).toBe(409)
  })

  test('can be cancelled before its start', async () => {
    const { data } = await client.call('POST', `/workflows/${await client.store(echo)}/pipelines`)
    expect((await client.call('POST', `/executions/${data.id}/cancel`)).status).toBe(200)
    const detail = await client.detail(String(data.id))
    expect(detail).toMatchObject({ status: 'cancelled', job_status_summary: { total: 2, skipped: 2 } })
  })

  test('warns of inputs for unknown nodes, given at creation or at the start', async () => {
    const workflow = await client.store(echo)
    const { data } = await client.call('POST', `/workflows/${workflow}/pipelines`, { inputs: { one: {} } })
    await client.call('POST', `/pipelines/${data.id}/execute`, { inputs: { two: {} } })
    await client.untilOver(String(data.id))
    const messages = (await client.logs(String(data.id))).map(({ message }) => message).join()
    expect(messages).toMatch(/"one".*"two"/)
  })
})

describe('cancel', () => {
  test('cancels a running execution once; a second cancel is a conflict', async () => {
    const id = await client.start(await client.store(slow))
    await client.until(async () => jobOf(await client.detail(id), 'd').status === 'paused')
    const reply = await client.call('POST', `/executions/${id}/cancel`)
    expect(reply).toMatchObject({ status: 200, body: { success: true, message: 'Execution cancelled' } })
    expect(await client.detail(id)).toMatchObject({
      status: 'cancelled',
      node_statuses: { d: { status: 'cancelled' }, out: { status: 'completed' } },
    })
    for (const path of [`/executions/${id}/cancel`, `/pipelines/${id}/stop`, `/pipeline/${id}/cancel`]) {
      expect(await client.call('POST', path)).toMatchObject({ status: 409, body: { code: 'EXECUTION_OVER' } })
    }
  })

  test('aborts a running node', async () => {
    const id = await client.start(await client.store({ nodes: [node('g', 'gate')], edges: [] }))
    await client.until(() => client.closedGates > 0)
    await client.call('POST', `/pipelines/${id}/stop`)
    await client.until(() => client.abortedGates === 1)
    expect((await client.detail(id)).node_statuses.g?.status).toBe('cancelled')
  })
})

describe('pause and resume', () => {
  test('hold and release the next steps, and can be repeated', async () => {
    // The second gate prevents the run from ending between the two resumes.
    const gated = {
      nodes: [node('g', 'gate'), node('last', 'gate'), node('out', 'output')],
      edges: [edge('g:trigger', 'last:trigger'), edge('last:value', 'out:value')],
    }
    await using own = await Client.open()
    const id = await own.start(await own.store(gated))
    await own.until(() => own.closedGates === 1)
    for (const _ of [1, 2]) expect((await own.call('POST', `/pipelines/${id}/pause`)).status).toBe(202)
    await own.openGate()
    await own.until(async () => jobOf(await own.detail(id), 'g').status === 'completed')
    expect(await own.detail(id)).toMatchObject({ status: 'running', is_paused: true })
    for (const _ of [1, 2]) expect((await own.call('POST', `/pipeline/${id}/resume`)).status).toBe(202)
    await own.openGate()
    expect((await own.untilOver(id)).outputs).toEqual({ out: 'open' })
    for (const verb of ['pause', 'resume']) {
      expect(await own.call('POST', `/pipelines/${id}/${verb}`)).toMatchObject({
        status: 409,
        body: { code: 'EXECUTION_OVER', error: 'The execution is completed.' },
      })
    }
  })
})

describe('running again', () => {
  test('creates a new execution with the same inputs and limits', async () => {
    const first = await client.run(echo, { inputs: { in: { text: 'again' } }, options: { maxSteps: 2 } })
    const { status, data } = await client.call('POST', `/pipelines/${first.id}/rerun`)
    expect(status).toBe(202)
    expect(data.pipeline_id).not.toBe(first.id)
    const second = await client.untilOver(String(data.pipeline_id))
    expect(second).toMatchObject({ status: 'completed', workflow_id: first.workflow_id, outputs: { answer: 'again' } })
  })

  test('runs the same version even if the workflow has changed since', async () => {
    const first = await client.run(echo)
    await client.call('PUT', `/workflows/${first.workflow_id}`, { nodes: [], edges: [] })
    const { data } = await client.call('POST', `/pipeline/${first.id}/rerun`)
    expect((await client.untilOver(String(data.pipeline_id))).outputs).toEqual({ answer: 'Ada' })
  })
})

describe('running from a node', () => {
  const chain = {
    nodes: [
      node('in', 'text_input'),
      node('a', 'logger'),
      node('b', 'text_formatter', { operation: 'uppercase' }),
      node('out', 'output', { name: 'answer' }),
    ],
    edges: [edge('in:text', 'a:message'), edge('a:message', 'b:text'), edge('b:formatted', 'out:value')],
  }

  test('reuses the results before it and runs the rest again', async () => {
    const first = await client.run(chain, { inputs: { in: { text: 'one' } } })
    const from = { node: 'b', execution: first.id }
    const second = await client.untilOver(await client.start(first.workflow_id, { from }))
    expect(second).toMatchObject({ status: 'completed', outputs: { answer: 'ONE' } })
    expect(await client.logs(second.id)).toEqual([])
    expect(second.jobs.map((job) => [job.id, job.execution_count])).toEqual(
      expect.arrayContaining([
        ['in', 0],
        ['a', 0],
        ['b', 1],
        ['out', 1],
      ]),
    )
  })

  test('works for a waiting pipeline, an unsaved workflow and a rerun', async () => {
    const first = await client.run(chain, { inputs: { in: { text: 'two' } } })
    const from = { node: 'b', execution: first.id }
    const made = await client.call('POST', `/workflows/${first.workflow_id}/pipelines`, { from })
    await client.call('POST', `/pipelines/${made.data.id}/execute`)
    const unsaved = await client.call('POST', '/execute', { workflow: chain, from })
    await client.untilOver(String(made.data.id))
    const again = await client.call('POST', `/pipelines/${made.data.id}/rerun`)
    for (const id of [made.data.id, unsaved.data.execution_id, again.data.pipeline_id]) {
      expect((await client.untilOver(String(id))).outputs).toEqual({ answer: 'TWO' })
    }
  })

  const loop = (extensions?: object) => ({
    nodes: [
      ...[node('in', 'json_input', { defaultValue: [1, 2] }), node('any', 'delay', { seconds: 0 })],
      ...[node('each', 'foreach', {}, extensions), node('log', 'logger'), node('t', 'text_input')],
      ...['all', 'last', 'done'].map((name) => node(name, 'output', { name })),
    ],
    edges: [
      ...[edge('in:value', 'any:value'), edge('any:value', 'each:items'), edge('each:item', 'log:message')],
      ...[edge('log:message', 'each:loop_back'), edge('each:results', 'all:value'), edge('log:message', 'last:value')],
      ...[edge('each:completed', 'done:trigger'), edge('t:text', 'done:value'), edge('each:completed', 'last:trigger')],
    ],
  })

  test('reuses finished loops with their outputs, or runs them again as a whole', async () => {
    const first = await client.run(loop())
    expect(first.outputs).toEqual({ all: [1, 2], last: 2, done: '' })
    for (const [from, lines] of [
      ['all', 0],
      ['t', 0],
      ['log', 2],
      ['each', 2],
    ] as const) {
      const start = { from: { node: from, execution: first.id } }
      const again = await client.untilOver(await client.start(first.workflow_id, start))
      expect(again).toMatchObject({ status: 'completed', outputs: first.outputs })
      expect(await client.logs(again.id)).toHaveLength(lines)
    }
  })

  test('a pinned loop does not run in a test run', async () => {
    const detail = await client.run(loop({ 'millrace:pinned': { results: ['p'] } }), { test: true })
    expect(detail.outputs).toEqual({ all: ['p'], done: '' })
  })

  test('rejects an unknown node or execution', async () => {
    const first = await client.run(echo)
    const path = `/workflows/${first.workflow_id}/execute`
    const noNode = await client.call('POST', path, { from: { node: 'x', execution: first.id } })
    expect(noNode).toMatchObject({ status: 422, body: { details: [{ path: '/from/node' }] } })
    const nowhere = '00000000-0000-4000-8000-000000000000'
    expect((await client.call('POST', path, { from: { node: 'in', execution: nowhere } })).status).toBe(404)
  })
})

test('pinned data replaces its node in test runs only', async () => {
  const pinned = {
    nodes: [
      node('in', 'text_input', { defaultValue: 'real' }, { 'millrace:pinned': { text: 'pinned' } }),
      echo.nodes[1],
    ],
    edges: echo.edges,
  } as typeof echo
  expect((await client.run(pinned)).outputs).toEqual({ answer: 'real' })
  const tested = await client.run(pinned, { test: true })
  expect(tested.outputs).toEqual({ answer: 'pinned' })
  expect(await client.logs(tested.id)).toMatchObject([{ node_id: 'in', message: /Pinned data/ }])
})

describe('POST /execute', () => {
  test('starts a stored workflow by id or name, or an unsaved one', async () => {
    const id = await client.store(echo, 'Executed by name')
    for (const body of [{ workflow_id: id }, { workflow_id: 'executed_by_name' }, { workflow: echo }]) {
      const { status, data } = await client.call('POST', '/execute', { ...body, inputs: { in: { text: 'hi' } } })
      expect(status).toBe(202)
      expect((await client.untilOver(String(data.execution_id))).outputs).toEqual({ answer: 'hi' })
    }
  })

  test.each([
    ['neither of them', {}, 422, 'VALIDATION_ERROR'],
    ['an unknown workflow', { workflow_id: 'nothing_here' }, 404, 'NOT_FOUND'],
    ['a workflow with errors', { workflow: { nodes: [node('x', 'nope')], edges: [] } }, 422, 'VALIDATION_ERROR'],
    ['nodes of one name', { workflow: { nodes: [...echo.nodes, ...echo.nodes], edges: [] } }, 422, 'VALIDATION_ERROR'],
    ['no edges', { workflow: { nodes: [] } }, 422, 'VALIDATION_ERROR'],
  ])('refuses %s', async (_, body, status, code) => {
    const reply = await client.call('POST', '/execute', body)
    expect(reply).toMatchObject({ status, body: { code } })
    if (status === 422) expect(reply.body.details?.length).toBeGreaterThan(0)
  })
})

describe('lists', () => {
  test('are newest first, filtered by status and workflow, in pages with headers', async () => {
    await using own = await Client.open()
    const [one, two] = [await own.store(echo, 'One'), await own.store(slow, 'Two')]
    const done: string[] = []
    for (const _ of [1, 2, 3]) done.push((await own.untilOver(await own.start(one))).id)
    const running = await own.start(two)
    await own.until(async () => (await own.statusOf(running)) === 'running')
    const list = (path: string) => own.call<ExecutionItem[]>('GET', path)
    const ids = async (path: string) => (await list(path)).data.map(({ id }) => id)
    const newest = [running, ...done.toReversed()]
    expect(await ids('/executions')).toEqual(newest)
    expect(await ids('/executions?status=running')).toEqual([running])
    expect(await ids(`/executions?workflow_id=${one}&status=completed`)).toEqual(done.toReversed())
    expect(await ids(`/executions?workflow_id=${two}&status=failed`)).toEqual([])
    expect(await ids('/executions?workflow_id=one')).toEqual(done.toReversed())
    expect(await ids(`/executions?workflow_id=${running}`)).toEqual([])
    expect(await ids('/workflows/two/pipelines')).toEqual([running])
    expect(await ids(`/workflow/${one}/pipelines?status=completed&limit=1&offset=1`)).toEqual([done[1]])
    const page = await list('/executions?limit=2&offset=1')
    expect(page.data.map(({ id }) => id)).toEqual(newest.slice(1, 3))
    expect(page.headers).toMatchObject({ 'x-total-count': '4', 'x-page-size': '2', 'x-page-offset': '1' })
    expect(Object.keys(page.body).sort()).toEqual(['data', 'message', 'success'])
    for (const [status, total] of Object.entries({ pending: '0', running: '1', completed: '3', failed: '0' }))
      expect((await list(`/executions?status=${status}&limit=1`)).headers['x-total-count'], status).toBe(total)
    const item = { id: running, workflow_id: two, status: 'running' }
    expect((await list('/executions?limit=1')).data).toEqual([
      {
        ...{ ...item, created: expect.any(String), updated: expect.any(String) },
        ...{ trigger: 'manual', started_by: expect.any(String), revision: 1 },
        ...{ started_by_kind: 'token', started_by_id: expect.any(String) },
      },
    ])
  })

  test('are searched by trigger, caller, error and time', async () => {
    await using own = await Client.open()
    const failing = await own.store({ nodes: [node('f', 'fail', { message: 'boom' })], edges: [] }, 'Failing')
    const failed = await own.untilOver(await own.start(failing))
    const done = await own.untilOver(await own.start(await own.store(echo, 'Fine')))
    const list = (query: string) => own.call<ExecutionItem[]>('GET', `/executions?${query}`)
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id)
    expect((await list('error=BOOM')).data).toMatchObject([{ id: failed.id, error: expect.stringContaining('boom') }])
    expect(await ids('error=other')).toEqual([])
    expect(await ids('trigger=manual')).toEqual([done.id, failed.id])
    expect(await ids('trigger=webhook')).toEqual([])
    const { started_by = '' } = (await list('limit=1')).data[0] ?? {}
    expect(await ids(`started_by=${encodeURIComponent(started_by.toUpperCase())}`)).toEqual([done.id, failed.id])
    expect(await ids('started_by=nobody')).toEqual([])
    const { started_by_kind, started_by_id = '', revision } = (await list('limit=1')).data[0] ?? {}
    expect([started_by_kind, revision]).toEqual(['token', 1])
    expect(await ids(`started_by_kind=token&started_by_id=${started_by_id}`)).toEqual([done.id, failed.id])
    expect(await ids('started_by_kind=schedule')).toEqual([])
    expect([await ids('revision=1'), await ids('revision=2')]).toEqual([[done.id, failed.id], []])
    expect(await ids(`from=${done.created}&limit=1`)).toEqual([done.id])
    expect(await ids(`to=${failed.created}`)).toEqual([])
    expect((await list('trigger=manual&limit=1')).headers).toMatchObject({ 'x-total-count': '2' })
    expect(await own.call('GET', `/pipelines/${done.id}`)).toMatchObject({
      body: { trigger: 'manual', started_by, started_by_kind, started_by_id, revision },
    })
  })

  test.each([
    'trigger=odd',
    'started_by_kind=odd',
    'revision=0',
    'from=yesterday',
    'error=',
    `started_by=${'x'.repeat(201)}`,
  ])('%s is 400', async (query) => {
    expect((await client.call('GET', `/executions?${query}`)).status).toBe(400)
  })

  test.each(['limit=0', 'limit=101', 'offset=-1', 'status=odd', 'workflow_id=seven'])('%s is 400', async (query) => {
    expect((await client.call('GET', `/executions?${query}`)).status).toBe(400)
  })
})
