/** Saved, published, active: which version webhooks, schedules, tools, calls and the API start. */
import type { Workflow, WorkflowState } from '@millrace/model'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Client, edge, node, type Reply } from '../executions/testing/client.ts'

let client: Client
beforeEach(async () => {
  client = await Client.open()
})
afterEach(() => client[Symbol.asyncDispose]())

const MANUAL = { publish: 'manual' }

/** A webhook that answers with a text, so that a reply shows which version ran. */
const answering = (answer: string, path = 'live', secret?: string) => ({
  nodes: [
    node('in', 'webhook_trigger', {
      path,
      respond: 'finished',
      ...(secret === undefined ? {} : { auth: 'token', secret }),
    }),
    node('text', 'text_input', { defaultValue: answer }),
    node('out', 'output', { name: 'answer' }),
  ],
  edges: [edge('in:trigger', 'text:trigger'), edge('text:text', 'out:value')],
})

const create = async (body: object) =>
  (await client.call<Workflow>('POST', '/workflows', { name: 'Flow', ...body })).data
const save = async (id: string, body: object) => (await client.call<Workflow>('PUT', `/workflows/${id}`, body)).data
const publish = (id: string, body?: object) => client.call<WorkflowState>('POST', `/workflows/${id}/publish`, body)

async function hook(path = 'live', headers: Record<string, string> = {}) {
  const answer = await client.service.app.inject({ method: 'POST', url: `/api/v1/hooks/${path}`, headers, payload: {} })
  const { data, code } = answer.json<{ data?: { outputs?: { answer?: string } }; code?: string }>()
  return [answer.statusCode, data?.outputs?.answer ?? code]
}

const errorOf = ({ status, body: { code } }: Reply) => [status, code]

/** The output of an execution that is started with a body. */
async function outputOf(id: string, body: object = {}): Promise<unknown> {
  const { data } = await client.call<{ execution_id: string }>('POST', `/workflows/${id}/execute`, body)
  return (await client.untilOver(data.execution_id)).outputs
}

test('a save does not undo a publication that happens while it is made', async () => {
  const flow = await create({ ...answering('one'), config: MANUAL })
  await publish(flow.id)
  await save(flow.id, { ...answering('two'), config: MANUAL })
  const { workflows } = client.service.services.store
  const update = workflows.update.bind(workflows)
  vi.spyOn(workflows, 'update').mockImplementationOnce(async (...given) => {
    expect((await publish(flow.id)).status).toBe(200)
    return update(...given)
  })
  expect(await save(flow.id, { ...answering('three'), config: MANUAL })).toMatchObject({
    published_revision: 2,
    has_unpublished_changes: true,
  })
  expect(await hook()).toEqual([200, 'two'])
})

describe('a workflow whose saves are live', () => {
  test('uses every save at once and reports it as published', async () => {
    const flow = await create(answering('one'))
    expect(flow).toMatchObject({
      published_revision: 1,
      active: true,
      has_triggers: true,
      has_unpublished_changes: false,
    })
    expect(await hook()).toEqual([200, 'one'])
    expect(await save(flow.id, answering('two'))).toMatchObject({ published_revision: 2 })
    expect(await hook()).toEqual([200, 'two'])
    const refused = await publish(flow.id)
    expect([refused.status, refused.body.error]).toEqual([
      422,
      'Every save of this workflow is live. Set config.publish to "manual" to publish versions yourself.',
    ])
  })
})

describe('a workflow that is published by hand', () => {
  test('starts nothing before it is published, and reports why', async () => {
    const flow = await create({ ...answering('one'), config: MANUAL })
    expect(flow).toMatchObject({ published_revision: null, has_unpublished_changes: true, has_triggers: true })
    expect(await hook()).toEqual([409, 'NOT_PUBLISHED'])
    expect(await outputOf(flow.id)).toEqual({ answer: 'one' })
    const start = await client.call('POST', `/workflows/${flow.id}/execute`, { version: 'published' })
    expect(errorOf(start)).toEqual([409, 'NOT_PUBLISHED'])
    const calling = {
      nodes: [node('call', 'sub_workflow', { workflow: flow.id })],
      edges: [],
    }
    const parent = await client.run(calling)
    expect(parent.status).toBe('failed')
    expect(parent.error).toContain('has no published version')
  })

  test('keeps answering with the published version while later saves are not published', async () => {
    const flow = await create({ ...answering('one'), config: MANUAL })
    const published = await publish(flow.id)
    expect([published.status, published.data]).toEqual([
      200,
      {
        id: flow.id,
        revision: 1,
        published_revision: 1,
        active: true,
        has_triggers: true,
        has_unpublished_changes: false,
        project: 'default',
      },
    ])
    const saved = await save(flow.id, answering('two', 'other'))
    expect(saved).toMatchObject({ revision: 2, published_revision: 1, has_unpublished_changes: true })
    expect((await client.call<Workflow>('GET', `/workflows/${flow.id}`)).data).toMatchObject({
      revision: 2,
      published_revision: 1,
    })
    expect([await hook(), await hook('other')]).toEqual([
      [200, 'one'],
      [404, 'NOT_FOUND'],
    ])
    expect(await outputOf(flow.id)).toEqual({ answer: 'two' })
    expect(await outputOf(flow.id, { version: 'latest' })).toEqual({ answer: 'two' })
    expect(await outputOf(flow.id, { version: 'published' })).toEqual({ answer: 'one' })
    await publish(flow.id)
    expect([await hook(), await hook('other')]).toEqual([
      [404, 'NOT_FOUND'],
      [200, 'two'],
    ])
    expect((await publish(flow.id, { revision: 1 })).data.published_revision).toBe(1)
    expect(await hook()).toEqual([200, 'one'])
    expect((await client.call<Workflow>('GET', `/workflows/${flow.id}`)).data.published_revision).toBe(1)
    expect(errorOf(await publish(flow.id, { revision: 9 }))).toEqual([404, 'NOT_FOUND'])
  })

  test('uses the secrets of the published version', async () => {
    const flow = await create({ ...answering('one', 'live', 'the first secret'), config: MANUAL })
    await publish(flow.id)
    await save(flow.id, answering('two', 'live', 'the second secret'))
    expect(await hook('live', { authorization: 'Bearer the second secret' })).toEqual([401, 'UNAUTHORIZED'])
    expect(await hook('live', { authorization: 'Bearer the first secret' })).toEqual([200, 'one'])
  })

  test('keeps the live version when publishing by hand is switched on, and goes live when it is switched off', async () => {
    const flow = await create(answering('one'))
    const switched = await save(flow.id, { config: MANUAL })
    expect(switched).toMatchObject({ revision: 2, published_revision: 2, has_unpublished_changes: false })
    await save(flow.id, answering('two'))
    expect(await hook()).toEqual([200, 'one'])
    expect(await save(flow.id, { config: {} })).toMatchObject({ published_revision: 4, has_unpublished_changes: false })
    expect(await hook()).toEqual([200, 'two'])
    const both = await save(flow.id, { ...answering('three'), config: MANUAL })
    expect(both).toMatchObject({ published_revision: 4, has_unpublished_changes: true })
    expect(await hook()).toEqual([200, 'two'])
  })

  test('keeps its switches when an old version is restored', async () => {
    const flow = await create(answering('one'))
    await save(flow.id, { ...answering('two'), config: MANUAL })
    await client.call('POST', `/workflows/${flow.id}/versions/1/restore`)
    const { data } = await client.call<Workflow>('GET', `/workflows/${flow.id}`)
    expect(data).toMatchObject({ revision: 3, config: MANUAL, published_revision: 1, has_unpublished_changes: true })
  })

  test('is called by others, as a step and as a tool, in its published version', async () => {
    const called = (answer: string) => ({
      nodes: [node('text', 'text_input', { defaultValue: answer }), node('out', 'output', { name: 'answer' })],
      edges: [edge('text:text', 'out:value')],
    })
    const flow = await create({ name: 'Called', ...called('one'), config: { ...MANUAL, tool: {} } })
    const { store } = client.service.services
    expect(await store.triggers.tool('called')).toBeUndefined()
    await publish(flow.id)
    expect(await store.triggers.tool('called')).toMatchObject({ workflowId: flow.id })
    await save(flow.id, called('two'))
    const parent = await client.run({
      nodes: [node('call', 'sub_workflow', { workflow: flow.id }), node('out', 'output')],
      edges: [edge('call:outputs', 'out:value')],
    })
    expect(parent.outputs).toEqual({ out: { answer: 'one' } })
  })
})

describe('the version of a start', () => {
  test('is any stored revision; an unknown one is an error', async () => {
    const flow = await create(answering('one'))
    await save(flow.id, answering('two'))
    expect(await outputOf(flow.id, { version: 1 })).toEqual({ answer: 'one' })
    const unknown = await client.call('POST', `/workflows/${flow.id}/execute`, { version: 9 })
    expect([unknown.status, unknown.body.error]).toEqual([404, 'The workflow has no version 9.'])
    for (const version of ['newest', 0, 1.5, null]) {
      expect((await client.call('POST', `/workflows/${flow.id}/execute`, { version })).status).toBe(422)
    }
    const byId = await client.call<{ execution_id: string }>('POST', '/execute', { workflow_id: flow.id, version: 1 })
    expect((await client.untilOver(byId.data.execution_id)).outputs).toEqual({ answer: 'one' })
    const prepared = await client.call<{ id: string }>('POST', `/workflows/${flow.id}/pipelines`, { version: 1 })
    await client.call('POST', `/pipelines/${prepared.data.id}/execute`)
    expect((await client.untilOver(prepared.data.id)).outputs).toEqual({ answer: 'one' })
  })
})

describe('an inactive workflow', () => {
  test('is started by no webhook, schedule or tool, but by the API', async () => {
    const { nodes, edges } = answering('one')
    const schedule = node('tick', 'schedule_trigger', { cron: '* * * * *' })
    const flow = await create({
      nodes: [...nodes, schedule],
      edges,
      config: { active: false, tool: { name: 'run_it' } },
    })
    expect(flow).toMatchObject({ active: false, has_triggers: true })
    expect(await hook()).toEqual([409, 'WORKFLOW_INACTIVE'])
    const { triggers } = client.service.services.store
    expect([await triggers.nextDue(), await triggers.tool('run_it')]).toEqual([null, undefined])
    expect(await outputOf(flow.id)).toEqual({ answer: 'one' })
    await save(flow.id, { config: { tool: { name: 'run_it' } } })
    expect(await hook()).toEqual([200, 'one'])
    expect(await triggers.nextDue()).not.toBe(null)
    expect(await triggers.tool('run_it')).toMatchObject({ workflowId: flow.id })
    expect(await save(flow.id, { config: { active: false } })).toMatchObject({ active: false })
    expect([await hook(), await triggers.nextDue()]).toEqual([[409, 'WORKFLOW_INACTIVE'], null])
  })

  test('releases its webhook path to another workflow', async () => {
    const first = await create(answering('one'))
    await create({ name: 'Second', ...answering('two') })
    expect(await hook()).toEqual([200, 'one'])
    await save(first.id, { config: { active: false } })
    expect(await hook()).toEqual([200, 'two'])
  })

  test('can be published and starts its published version once it is active', async () => {
    const flow = await create({ ...answering('one'), config: { ...MANUAL, active: false } })
    await publish(flow.id)
    await save(flow.id, answering('two'))
    expect(await hook()).toEqual([409, 'WORKFLOW_INACTIVE'])
    const active = await save(flow.id, { config: MANUAL })
    expect(active).toMatchObject({ active: true, published_revision: 1, has_unpublished_changes: true })
    expect(await hook()).toEqual([200, 'one'])
    expect(await save(flow.id, { config: { ...MANUAL, active: false } })).toMatchObject({ published_revision: 1 })
    expect(await hook()).toEqual([409, 'WORKFLOW_INACTIVE'])
  })

  test('needs no publishing when only the switch changes', async () => {
    const flow = await create({ ...answering('one'), config: MANUAL })
    await publish(flow.id)
    const off = await save(flow.id, { config: { ...MANUAL, active: false } })
    expect(off).toMatchObject({ revision: 2, published_revision: 2, has_unpublished_changes: false, active: false })
  })
})

test('state fields in a body are ignored and are not part of the document', async () => {
  const flow = await create(answering('one'))
  await save(flow.id, { ...flow, active: false, published_revision: 9 })
  const { document } = await client.service.services.workflows.get(flow.id)
  expect(document).not.toContain('has_triggers')
  expect((await client.call<Workflow[]>('GET', '/workflows')).data).toMatchObject([
    { revision: 2, published_revision: 2, active: true, has_triggers: true, has_unpublished_changes: false },
  ])
})
