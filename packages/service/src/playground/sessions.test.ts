/** Creating, listing, reading and deleting sessions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gated, type SessionBody, shout, Talk } from './testing/talk.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let talk: Talk
beforeAll(async () => {
  talk = await Talk.open()
})
afterAll(() => talk[Symbol.asyncDispose]())

function list(workflow: string, query = '') {
  return talk.client.call<SessionBody[]>('GET', `/workflows/${workflow}/playground/sessions${query}`)
}

describe('beginning one', () => {
  test('returns an idle session without executions', async () => {
    const workflow = await talk.client.store(shout)
    const body = { name: 'First try', metadata: { executionMode: 'queued', mine: [1] } }
    const made = await talk.client.call<SessionBody>('POST', `/workflows/${workflow}/playground/sessions`, body)
    expect(made).toMatchObject({ status: 201, body: { success: true, message: 'Session created' } })
    expect(made.data).toEqual({
      id: expect.any(String),
      workflowId: workflow,
      name: 'First try',
      status: 'idle',
      createdAt: expect.stringMatching(TIME),
      updatedAt: expect.stringMatching(TIME),
      executions: [],
      metadata: body.metadata,
    })
    expect(await talk.session(made.data.id)).toEqual(made.data)
    const alias = await talk.client.call('GET', `/sessions/${made.data.id}`)
    expect([alias.status, alias.data]).toEqual([200, made.data])
  })

  test('needs no body; generated names are unique', async () => {
    const workflow = await talk.client.store(shout)
    const made = [
      await talk.beginWith(workflow),
      await talk.beginWith(workflow, {}),
      await talk.beginWith(workflow, { name: '' }),
    ]
    expect(new Set(made.map(({ name }) => name)).size).toBe(3)
    for (const { name } of made) expect(name).toMatch(/\S/)
  })

  test('accepts the machine name of a workflow', async () => {
    const workflow = await talk.client.store(shout, 'Talk by name')
    expect((await talk.beginWith('talk_by_name')).workflowId).toBe(workflow)
    expect((await list('talk_by_name')).data).toHaveLength(1)
  })

  test('limits a name by code points', async () => {
    const name = '🦦'.repeat(100)
    expect((await talk.begin(shout, { name })).name).toBe(name)
  })

  test.each<[string, unknown, number, string | undefined]>([
    ['a name that is too long', { name: 'x'.repeat(101) }, 422, '/name'],
    ['a name that is not a string', { name: 7 }, 422, '/name'],
    ['a name with a NUL character', { name: 'a\0b' }, 422, '/name'],
    ['metadata that is not an object', { metadata: [] }, 422, '/metadata'],
    ['a mode that there is not', { metadata: { executionMode: 'sometimes' } }, 422, '/metadata/executionMode'],
    ['a mode that is not a string', { metadata: { executionMode: null } }, 422, '/metadata/executionMode'],
    ['a list', [], 422, ''],
  ])('rejects %s and creates nothing', async (_, body, status, path) => {
    const workflow = await talk.client.store(shout)
    const reply = await talk.client.call('POST', `/workflows/${workflow}/playground/sessions`, body)
    expect(reply).toMatchObject({ status, body: { success: false, code: 'VALIDATION_ERROR' } })
    expect(reply.body.details?.[0]?.path).toBe(path)
    expect((await list(workflow)).data).toEqual([])
  })

  test('rejects an unknown workflow', async () => {
    for (const id of [NOWHERE, 'nothing_here']) {
      for (const method of ['GET', 'POST'] as const) {
        const reply = await talk.client.call(method, `/workflows/${id}/playground/sessions`)
        expect(reply).toMatchObject({ status: 404, body: { success: false, code: 'NOT_FOUND' } })
      }
    }
  })
})

describe('lists', () => {
  test('are newest first, of one workflow, in pages with headers', async () => {
    const [workflow, other] = [await talk.client.store(shout), await talk.client.store(shout)]
    await talk.beginWith(other)
    const made: SessionBody[] = []
    for (let at = 0; at < 23; at++) {
      talk.client.service.clock.advance(1)
      made.push(await talk.beginWith(workflow))
    }
    const newest = made.toReversed()
    const first = await list(workflow)
    expect(first.status).toBe(200)
    expect(Object.keys(first.body).sort()).toEqual(['data', 'message', 'success'])
    expect(first.data).toEqual(newest.slice(0, 20))
    expect(first.headers).toMatchObject({ 'x-total-count': '23', 'x-page-size': '20', 'x-page-offset': '0' })
    const last = await list(workflow, '?limit=7&offset=20')
    expect(last.data).toEqual(newest.slice(20))
    expect(last.headers).toMatchObject({ 'x-total-count': '23', 'x-page-size': '7', 'x-page-offset': '20' })
    expect((await list(workflow, '?limit=100')).data).toEqual(newest)
    expect((await list(workflow, '?offset=23')).data).toEqual([])
  })

  test('have the executions of every session, oldest first', async () => {
    const session = await talk.begin(shout)
    for (const word of ['one', 'two']) await talk.say(session.id, word)
    const { data } = await list(session.workflowId)
    expect(data).toEqual([await talk.session(session.id)])
    const { executions } = data[0] as SessionBody
    expect(executions.map(({ status }) => status)).toEqual(['completed', 'completed'])
    expect(executions.map(({ startedAt }) => startedAt)).toEqual(
      executions.map(({ startedAt }) => startedAt).toSorted(),
    )
    for (const { id, startedAt } of executions) {
      expect(startedAt).toMatch(TIME)
      expect(await talk.client.detail(id)).toMatchObject({ workflow_id: session.workflowId, status: 'completed' })
    }
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'limit=', 'offset=-1', 'offset=99999999999999999999'])(
    '%s is 400',
    async (query) => {
      const reply = await list(await talk.client.store(shout), `?${query}`)
      expect(reply).toMatchObject({ status: 400, body: { success: false, code: 'VALIDATION_ERROR' } })
    },
  )
})

describe('deleting one', () => {
  test('deletes its messages and executions, cancels running ones and does not touch others', async () => {
    await using own = await Talk.open()
    const session = await own.begin(gated)
    const other = await own.beginWith(session.workflowId)
    await own.send(other.id, 'stays')
    await own.client.openGate()
    await own.until(other.id, 'idle')
    const sent = await own.send(session.id, 'goes')
    const [execution] = (await own.session(session.id)).executions
    await own.client.until(() => own.client.closedGates === 1)
    const reply = await own.client.call('DELETE', `/playground/sessions/${session.id}`)
    expect([reply.status, reply.body]).toEqual([200, { success: true, message: 'Session deleted' }])
    await own.client.until(() => own.client.abortedGates === 1)
    const gone = [
      `/playground/sessions/${session.id}`,
      `/playground/sessions/${session.id}/messages`,
      `/playground/sessions/${session.id}/messages/${sent.data.id}`,
      `/sessions/${session.id}/runs`,
      `/pipelines/${execution?.id}`,
    ]
    for (const path of gone) expect((await own.client.call('GET', path)).status, path).toBe(404)
    expect((await own.client.call('DELETE', `/sessions/${session.id}`)).status).toBe(404)
    const { data } = await own.client.call<SessionBody[]>('GET', `/workflows/${session.workflowId}/playground/sessions`)
    expect(data.map(({ id }) => id)).toEqual([other.id])
    expect((await own.page(other.id)).data.map(({ content }) => content)).toContain('STAYS')
    expect((await own.client.call('GET', `/pipelines/${data[0]?.executions[0]?.id}`)).status).toBe(200)
    expect(own.client.service.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('happens with the deletion of its workflow', async () => {
    const session = await talk.begin(shout)
    await talk.say(session.id, 'hello')
    await talk.client.call('DELETE', `/workflows/${session.workflowId}`)
    for (const path of ['', '/messages', '/events']) {
      const reply = await talk.client.call('GET', `/playground/sessions/${session.id}${path}`)
      expect(reply, path).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })
})

const BELOW = [
  ['GET', ''],
  ['DELETE', ''],
  ['GET', '/messages'],
  ['POST', '/messages'],
  ['GET', `/messages/${NOWHERE}`],
  ['GET', `/messages/${NOWHERE}/status`],
  ['POST', '/stop'],
  ['POST', '/reset'],
  ['GET', '/events'],
  ['POST', '/turn'],
  ['GET', '/runs'],
] as const

describe.each(['/playground/sessions', '/sessions'])('%s', (root) => {
  test.each(BELOW)('%s …%s: an unknown session is 404, an invalid id is 400', async (method, path) => {
    const body = method === 'POST' && /messages|turn/.test(path) ? { content: 'x' } : undefined
    const unknown = await talk.client.call(method, `${root}/${NOWHERE}${path}`, body)
    expect(unknown).toMatchObject({ status: 404, body: { success: false, code: 'NOT_FOUND' } })
    const noId = await talk.client.call(method, `${root}/seven${path}`, body)
    expect(noId).toMatchObject({ status: 400, body: { success: false, code: 'VALIDATION_ERROR' } })
  })
})

test('a viewer can change nothing; an operator can do everything', async () => {
  const workflow = await talk.client.store(shout)
  const sessions = `/workflows/${workflow}/playground/sessions`
  const made = await talk.client.call<SessionBody>('POST', sessions, {}, 'operator')
  expect(made.status).toBe(201)
  const root = `/sessions/${made.data.id}`
  const writes = [
    ['POST', sessions, {}],
    ['POST', `${root}/messages`, { content: 'x' }],
    ['POST', `${root}/turn`, { content: 'x' }],
    ['POST', `${root}/stop`, undefined],
    ['POST', `${root}/reset`, undefined],
    ['DELETE', root, undefined],
  ] as const
  for (const [method, path, body] of writes) {
    const refused = await talk.client.call(method, path, body, 'viewer')
    expect(refused, path).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  }
  expect((await talk.client.call('GET', sessions, undefined, 'viewer')).data).toEqual([made.data])
  expect((await talk.client.call('GET', `${root}/messages`, undefined, 'viewer')).body).toMatchObject({
    data: [],
    hasMore: false,
    hasOlder: false,
    sessionStatus: 'idle',
  })
  for (const [method, path, body] of writes) {
    await talk.until(made.data.id, 'idle')
    expect((await talk.client.call(method, path, body, 'operator')).status, path).toBeLessThan(300)
  }
})
