import type { Budget, ModelPrice, Role, UsageEntry } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../effects/testing/model-server.ts'
import { type Drawing, edge, node } from '../executions/testing/client.ts'
import { Receiver } from '../notifications/testing/receiver.ts'

let models: ModelServer
let receiver: Receiver

beforeAll(async () => {
  models = await startModelServer()
  receiver = await Receiver.open('--egress-allow', '127.0.0.1', '--model-price', 'openai_compatible/tiny=2/8')
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await models.close()
})

const admin = <T>(method: string, path: string, body?: object) =>
  receiver.client.call<T>(method as 'GET', path, body, 'admin')

const asking = (model: string): Drawing => ({
  nodes: [
    node('in', 'text_input', { defaultValue: 'Hello' }),
    node('m', 'chat_model', { provider: 'openai_compatible', baseUrl: models.baseUrl, model }),
  ],
  edges: [edge('in:text', 'm:message')],
})

async function usage(query: string): Promise<readonly UsageEntry[]> {
  return (await admin<UsageEntry[]>('GET', `/usage?${query}`)).data
}

/** Runs a model once and returns the workflow. */
async function ask(model: string, { input, output }: { input: number; output: number }) {
  models.script({ text: 'Hi', usage: { input, output } })
  return receiver.client.run(asking(model))
}

interface MemberRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly payload?: object
}

/** Calls with a token that is limited to a project. */
async function asMember(role: Role, project: string, { url, ...request }: MemberRequest) {
  const { app, services } = receiver.client.service
  const token = { name: `${role} of ${project}`, role, createdBy: 'the test', expiresAt: null, project }
  const { secret } = await services.auth.tokens.create(token)
  const headers = { authorization: `Bearer ${secret}` }
  const reply = await app.inject({ ...request, url: `/api/v1${url}`, headers })
  return { status: reply.statusCode, text: reply.body }
}

/** Creates a workflow in a project that calls a model. */
async function workflowIn(project: string, model: string): Promise<string> {
  const body = { name: `Flow of ${project}`, ...asking(model) }
  return (await admin<{ id: string }>('POST', `/workflows?project=${project}`, body)).data.id
}

const failureOf = ({ jobs }: { readonly jobs: readonly object[] }) => JSON.stringify(jobs)

describe('usage', () => {
  test('is counted by workflow, person, model and day, with the price of the call', async () => {
    const { workflow_id } = await ask('tiny', { input: 1000, output: 500 })
    const sums = { calls: 1, unpriced_calls: 0, input_tokens: 1000, output_tokens: 500, cost: 0.006 }
    expect(await usage(`workflow=${workflow_id}`)).toEqual([{ key: workflow_id, name: 'A workflow', ...sums }])
    const [person] = await usage(`group_by=person&workflow=${workflow_id}`)
    expect(person).toEqual({ key: expect.any(String), name: 'editor token', ...sums })
    expect(await usage(`group_by=model&person=${person?.key}&workflow=${workflow_id}`)).toEqual([
      { key: 'openai_compatible/tiny', name: null, ...sums },
    ])
    const [day] = await usage(`group_by=day&workflow=${workflow_id}`)
    const today = new Date(receiver.client.service.clock.now()).toISOString().slice(0, 10)
    expect(day).toEqual({ key: today, name: null, ...sums })
    expect(await usage(`from=2020-01-01&to=2020-12-31`)).toEqual([])
  })

  test('of a model without a price has no cost until a price is set, which later calls have', async () => {
    const set = (input: number) =>
      admin<ModelPrice>('PUT', '/usage/prices', { model: 'openai_compatible/own', input, output: 0 })
    await ask('own', { input: 10, output: 1 })
    expect((await set(0.075)).data).toEqual({
      ...{ model: 'openai_compatible/own', input: 0.075, output: 0, currency: 'USD', source: 'stored' },
    })
    await ask('own', { input: 10, output: 1 })
    const [sum] = await usage('group_by=model&model=openai_compatible/own')
    expect(sum).toMatchObject({ calls: 2, unpriced_calls: 1, cost: 0.000_000_75 })
    const { data } = await admin<ModelPrice[]>('GET', '/usage/prices')
    expect(data.map(({ model, source }) => [model, source])).toEqual([
      ['openai_compatible/own', 'stored'],
      ['openai_compatible/tiny', 'setting'],
    ])
    expect((await admin('DELETE', '/usage/prices?model=openai_compatible/own')).status).toBe(200)
    expect((await admin('DELETE', '/usage/prices?model=openai_compatible/own')).status).toBe(404)
  })

  test('is exported as CSV', async () => {
    const { workflow_id } = await ask('csv', { input: 3, output: 4 })
    const { app, as } = receiver.client.service
    const url = `/api/v1/usage/export?workflow=${workflow_id}`
    const { headers, body, statusCode } = await app.inject({ url, headers: as('admin') })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const [header, row, end] = body.split('\r\n')
    expect(header).toMatch(/^"day","workflow_id",/)
    expect(row).toMatch(/"A workflow","[^"]+","editor token","openai_compatible\/csv","1","1","3","4","0","USD"$/)
    expect(end).toBe('')
    expect((await app.inject({ url, headers: as('editor') })).statusCode).toBe(403)
  })

  test('is filtered by project, and admins of a project see only what its workflows used', async () => {
    const { client } = receiver
    for (const name of ['Sales', 'Support']) await admin('POST', '/projects', { name })
    const ids: string[] = []
    for (const project of ['sales', 'support']) {
      const id = await workflowIn(project, 'shared')
      models.script({ text: 'Hi', usage: { input: 10, output: 1 } })
      await client.untilOver(await client.start(id))
      ids.push(id)
    }
    const [sales = '', support = ''] = ids
    expect((await usage('project=sales')).map(({ key, calls }) => [key, calls])).toEqual([[sales, 1]])
    expect(await usage('project=nothing')).toEqual([])
    const as = (role: Role, url: string) => asMember(role, 'sales', { url })
    for (const url of ['/usage?group_by=workflow', '/usage/export']) {
      const { status, text } = await as('admin', url)
      expect([status, text.includes(sales), text.includes(support)]).toEqual([200, true, false])
      expect(
        (await as('admin', url.includes('?') ? `${url}&project=support` : `${url}?project=support`)).text,
      ).not.toContain('Flow of')
      expect((await as('editor', url)).status).toBe(403)
    }
    expect((await as('admin', '/usage/prices')).status).toBe(403)
    // Usage belongs to the project that its workflow is in now.
    await admin('POST', `/workflows/${sales}/move`, { project: 'support' })
    expect(await usage('project=sales')).toEqual([])
  })

  test('is refused for periods that are not days, end before they begin or are too long', async () => {
    for (const query of ['from=2026-02-30', 'from=2026-02-02&to=2026-02-01', 'from=2020-01-01&to=2026-01-01']) {
      expect((await admin('GET', `/usage?${query}`)).status).toBe(400)
    }
  })
})

describe('a budget', () => {
  async function create(fields: object): Promise<Budget> {
    const { status, data } = await admin<Budget>('POST', '/usage/budgets', fields)
    expect(status).toBe(201)
    return data
  }

  test('takes the largest amounts of tokens and money, and rejects more', async () => {
    const budgets = [
      await create({ scope: 'person', subject: 'ada', unit: 'tokens', limit: 1_000_000_000 }),
      await create({ scope: 'person', subject: 'ada', limit: 9_000_000 }),
    ]
    expect(budgets.map(({ limit }) => limit)).toEqual([1_000_000_000, 9_000_000])
    const fields = { scope: 'person', subject: 'eve', limit: 9_000_001 }
    const details = [{ code: 'INVALID', message: 'must be at most 9000000 in a currency', path: '/limit' }]
    const made = await admin('POST', '/usage/budgets', fields)
    const changed = await admin('PATCH', `/usage/budgets/${budgets[1]?.id}`, { limit: 9_000_001 })
    for (const refused of [made, changed]) expect(refused).toMatchObject({ status: 422, body: { details } })
    for (const { id } of budgets) await admin('DELETE', `/usage/budgets/${id}`)
  })

  test('warns, then stops calls before the provider gets them, and allows them again when it is raised', async () => {
    await receiver.subscribe({ events: ['budget.warning', 'budget.exceeded'] })
    receiver.received.length = 0
    const subject = 'openai_compatible/limited'
    const { id, used, resets_at } = await create({ scope: 'model', subject, unit: 'tokens', limit: 100 })
    expect(used).toBe(0)
    await ask('limited', { input: 80, output: 5 })
    await receiver.pass()
    const [warning] = receiver.received.map(({ body }) => JSON.parse(body))
    expect(warning).toMatchObject({
      type: 'budget.warning',
      data: { budget_id: id, scope: 'model', subject, unit: 'tokens', limit: 100, used: 85, resets_at },
    })
    // The call that exceeds it is completed: its tokens are not known before.
    expect((await ask('limited', { input: 80, output: 5 })).status).toBe('completed')
    const before = models.requests.length
    const refused = await receiver.client.run(asking('limited'))
    expect(refused.status).toBe('failed')
    expect(failureOf(refused)).toContain('BUDGET_EXCEEDED')
    expect(failureOf(refused)).toContain(
      `The monthly budget of the model ${subject} (100 tokens) is used up. It resets on ${resets_at.slice(0, 10)} (UTC).`,
    )
    expect(models.requests).toHaveLength(before)
    await receiver.pass()
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['budget.warning', 'budget.exceeded'])
    expect((await admin<Budget>('PATCH', `/usage/budgets/${id}`, { limit: 1000 })).data).toMatchObject({ used: 170 })
    expect((await ask('limited', { input: 1, output: 1 })).status).toBe('completed')
    expect((await admin('DELETE', `/usage/budgets/${id}`)).status).toBe(200)
    expect((await admin('DELETE', `/usage/budgets/${id}`)).status).toBe(404)
  })

  test('of a workflow, a person or the instance counts what was used before it was created, in the currency', async () => {
    const { workflow_id } = await ask('tiny', { input: 1_000_000, output: 0 })
    const [person] = await usage(`group_by=person&workflow=${workflow_id}`)
    const made = [
      await create({ scope: 'workflow', subject: workflow_id, limit: 2.5 }),
      await create({ scope: 'person', subject: person?.key ?? '', limit: 1000 }),
      await create({ scope: 'instance', limit: 1000 }),
    ]
    expect(made[0]).toMatchObject({ used: 2, name: 'A workflow', warn_percent: 80 })
    expect(made[1]?.name).toBe('editor token')
    expect(made[2]?.used).toBeGreaterThanOrEqual(2)
    expect((await admin('POST', '/usage/budgets', { scope: 'instance', limit: 5 })).status).toBe(409)
    await admin('PATCH', `/usage/budgets/${made[2]?.id}`, { limit: 0.5 })
    const refused = await receiver.client.run(asking('tiny'))
    expect(failureOf(refused)).toContain('The monthly budget of this service (0.5 USD) is used up.')
    for (const budget of made) await admin('DELETE', `/usage/budgets/${budget.id}`)
  })

  test('of a workflow that is named by its machine name limits that workflow, and usage is selected by it too', async () => {
    const { client } = receiver
    const workflow = await client.store(asking('tiny'), 'Named budget')
    const { data } = await admin<{ machineName: string }>('GET', `/workflows/${workflow}`)
    models.script({ text: 'Hi', usage: { input: 8, output: 2 } })
    await client.untilOver(await client.start(workflow))
    expect(await usage(`group_by=model&workflow=${data.machineName}`)).toMatchObject([{ input_tokens: 8 }])
    const fields = { scope: 'workflow', subject: data.machineName, unit: 'tokens', limit: 10 }
    const { id, subject, used, name } = await create(fields)
    expect([subject, used, name]).toEqual([workflow, 10, 'Named budget'])
    expect(failureOf(await client.untilOver(await client.start(workflow)))).toContain('BUDGET_EXCEEDED')
    await admin('DELETE', `/usage/budgets/${id}`)
    for (const path of ['/usage', '/usage/export']) {
      const refused = await admin('GET', `${path}?workflow=unknown_name`)
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('"workflow"')])
    }
  })

  test('of a project warns, stops the calls of its workflows with the name of the project, and no others', async () => {
    const { client } = receiver
    await admin('POST', '/projects', { name: 'Field Office' })
    const inside = await workflowIn('field-office', 'office')
    const { id } = await create({ scope: 'project', subject: 'field-office', unit: 'tokens', limit: 100 })
    await receiver.subscribe({ events: ['budget.warning', 'budget.exceeded'] })
    receiver.received.length = 0
    const run = async (workflow: string) => {
      models.script({ text: 'Hi', usage: { input: 80, output: 5 } })
      return client.untilOver(await client.start(workflow))
    }
    expect((await run(inside)).status).toBe('completed')
    await receiver.pass()
    const [warning] = receiver.received.map(({ body }) => JSON.parse(body))
    expect(warning).toMatchObject({
      type: 'budget.warning',
      data: { budget_id: id, scope: 'project', subject: 'field-office', name: 'Field Office', limit: 100, used: 85 },
    })
    expect((await run(inside)).status).toBe('completed')
    const before = models.requests.length
    const refused = await client.untilOver(await client.start(inside))
    expect(failureOf(refused)).toContain('BUDGET_EXCEEDED')
    expect(failureOf(refused)).toContain(
      'The monthly budget of the project \\"Field Office\\" (100 tokens) is used up.',
    )
    expect(models.requests).toHaveLength(before)
    expect((await ask('office', { input: 1, output: 1 })).status).toBe('completed')
    // A moved workflow counts for its new project from then on.
    await admin('POST', `/workflows/${inside}/move`, { project: 'default' })
    expect((await run(inside)).status).toBe('completed')
    const { data } = await admin<Budget[]>('GET', '/usage/budgets?project=field-office')
    expect(data).toMatchObject([{ id, used: 170 }])
    expect((await admin('DELETE', '/projects/field-office')).status).toBe(200)
    expect((await admin('DELETE', `/usage/budgets/${id}`)).status).toBe(404)
  })

  test('is seen by admins of its project, who cannot change it', async () => {
    await admin('POST', '/projects', { name: 'Lab' })
    const workflow = await workflowIn('lab', 'lab')
    const made = [
      await create({ scope: 'project', subject: 'lab', limit: 10 }),
      await create({ scope: 'workflow', subject: workflow, limit: 10 }),
      await create({ scope: 'instance', limit: 1000 }),
    ]
    const [own] = made
    const seen = await asMember('admin', 'lab', { url: '/usage/budgets' })
    expect(JSON.parse(seen.text).data).toMatchObject([{ name: 'Lab' }, { subject: workflow }])
    expect(JSON.parse((await asMember('admin', 'other', { url: '/usage/budgets' })).text).data).toEqual([])
    expect((await asMember('editor', 'lab', { url: '/usage/budgets' })).status).toBe(403)
    const url = `/usage/budgets/${own?.id}`
    for (const request of [
      {
        method: 'POST',
        url: '/usage/budgets',
        payload: { scope: 'project', subject: 'lab', unit: 'tokens', limit: 1 },
      },
      { method: 'PATCH', url, payload: { limit: 1000 } },
      { method: 'DELETE', url },
    ] as const) {
      expect((await asMember('admin', 'lab', request)).status).toBe(403)
    }
    for (const { id } of made) await admin('DELETE', `/usage/budgets/${id}`)
  })

  test('needs a subject that fits its scope', async () => {
    for (const fields of [
      { scope: 'workflow', limit: 1 },
      { scope: 'project', limit: 1 },
      { scope: 'project', subject: 'unknown', limit: 1 },
      { scope: 'workflow', subject: 'unknown', limit: 1 },
      { scope: 'workflow', subject: '00000000-0000-4000-8000-000000000000', limit: 1 },
      { scope: 'instance', subject: 'x', limit: 1 },
      { scope: 'instance', limit: 0 },
    ]) {
      expect((await admin('POST', '/usage/budgets', fields)).status).toBe(422)
    }
  })

  test('counts and stops the assistant, which answers by rules then', async () => {
    const { client } = receiver
    const connection = { name: 'helper', provider: 'openai_compatible', baseUrl: models.baseUrl, apiKey: 'sk-1' }
    const { data: made } = await admin<{ id: string }>('POST', '/connections', connection)
    const settings = { mode: 'model', connection: made.id, model: 'helper' }
    expect((await admin('PUT', '/assistant/settings', settings)).status).toBe(200)
    const workflow = await client.store(asking('tiny'))
    const chat = () =>
      client.call<{ source: string }>('POST', `/workflows/${workflow}/chat/messages`, {
        message: 'Add a text input',
        workflowState: null,
      })
    models.script({ text: 'Hello.', usage: { input: 7, output: 3 } })
    expect((await chat()).status).toBe(200)
    expect(await usage(`group_by=model&workflow=${workflow}`)).toMatchObject([
      { key: 'openai_compatible/helper', calls: 1, input_tokens: 7, output_tokens: 3 },
    ])
    const { id } = await create({ scope: 'workflow', subject: workflow, unit: 'tokens', limit: 10 })
    const before = models.requests.length
    const { data } = await chat()
    expect(JSON.stringify(data)).toContain('The monthly budget of this workflow (10 tokens) is used up.')
    expect(models.requests).toHaveLength(before)
    await admin('DELETE', `/usage/budgets/${id}`)
  })
})
