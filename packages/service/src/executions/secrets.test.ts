/** Secrets reach nodes but never a detail, log, stream, value or history. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, type Drawing, edge, node } from './testing/client.ts'

const KEY = 'sk-"very"/secret-1234'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

const blab = (config: object): Drawing => ({
  nodes: [node('b', 'blab', config), node('out', 'output')],
  edges: [edge('b:value', 'out:value')],
})

/** All views of an execution and all its stored data. */
async function everythingOf(id: string): Promise<string> {
  const detail = await client.untilOver(id)
  const values = await client.call('GET', `/pipelines/${id}/values/b/value`)
  const { record, events } = await client.service.services.executions.known(id)
  const stream = await client.service.app.inject({
    url: `/api/v1/pipelines/${id}/events`,
    headers: client.service.as('viewer'),
  })
  const seen = [detail, values.body, await client.logs(id), events, { ...record, secrets: null }, stream.body]
  return JSON.stringify([...seen, client.service.lines])
}

function expectNoKey(text: string): void {
  expect(text).not.toContain('very')
  expect(text).not.toContain('secret-1234')
}

describe('a node that outputs its secret', () => {
  test('E6 in outputs, keys and logs: every view and every event shows a mask', async () => {
    const id = await client.start(await client.store(blab({ key: KEY })))
    const detail = await client.untilOver(id)
    expect(detail.outputs).toEqual({
      out: { 'k__secret__:****': ['__secret__:****', 'x__secret__:****', KEY.length] },
    })
    expect(await client.logs(id)).toMatchObject([
      { message: 'the key is __secret__:****', context: { key: '__secret__:****', length: KEY.length } },
    ])
    expectNoKey(await everythingOf(id))
  })

  test('E6 in an error: every view and every event shows a mask', async () => {
    const id = await client.start(await client.store(blab({ key: KEY, fails: true })))
    expect((await client.untilOver(id)).error).toContain('the key __secret__:**** is wrong')
    expectNoKey(await everythingOf(id))
  })

  test('has the secret again in a rerun', async () => {
    const id = await client.start(await client.store(blab({ key: KEY })))
    await client.untilOver(id)
    const { data } = await client.call('POST', `/pipelines/${id}/rerun`)
    expect(JSON.stringify((await client.untilOver(String(data.pipeline_id))).outputs)).toContain(`,${KEY.length}]`)
    expectNoKey(await everythingOf(String(data.pipeline_id)))
  })
})

describe('secrets of a launch', () => {
  test('are used and stored like those of the workflow', async () => {
    const workflow = await client.store(blab({ key: 'another-one' }))
    const id = await client.start(workflow, { inputs: { b: { key: KEY } } })
    const detail = await client.untilOver(id)
    expect(JSON.stringify(detail.outputs)).toContain(`,${KEY.length}]`)
    expect(detail.inputs).toEqual({ b: { key: '__secret__:1234' } })
    expectNoKey(await everythingOf(id))
  })

  test('are accepted when a pipeline is created, not at its start', async () => {
    const workflow = await client.store(blab({}))
    const { data } = await client.call('POST', `/workflows/${workflow}/pipelines`, { inputs: { b: { key: KEY } } })
    const late = await client.call('POST', `/pipelines/${data.id}/execute`, { inputs: { b: { key: 'quite-new' } } })
    expect(late).toMatchObject({ status: 422, body: { error: /Secrets/ } })
    expect((await client.call('POST', `/pipelines/${data.id}/execute`)).status).toBe(202)
    expectNoKey(await everythingOf(String(data.id)))
  })
})

describe('an unsaved workflow', () => {
  const run = async (workflow: object, role: 'operator' | 'editor' = 'editor') =>
    client.call('POST', '/execute', { workflow }, role)

  test('may contain new secrets', async () => {
    const { data } = await run(blab({ key: KEY }))
    expect(JSON.stringify((await client.untilOver(String(data.execution_id))).outputs)).toContain(`,${KEY.length}]`)
    expectNoKey(await everythingOf(String(data.execution_id)))
  })

  test('uses the secrets of the stored workflow for its placeholders', async () => {
    const id = await client.store(blab({ key: KEY }))
    const { data } = await run({ id, ...blab({ key: '__secret__:1234' }) })
    const detail = await client.untilOver(String(data.execution_id))
    expect(detail.workflow_id).toBe(id)
    expect(JSON.stringify(detail.outputs)).toContain(`,${KEY.length}]`)
  })

  test('uses no secret of another or an unknown workflow', async () => {
    await client.store(blab({ key: KEY }))
    for (const id of ['00000000-0000-4000-8000-000000000000', await client.store(blab({}))]) {
      const { data } = await run({ id, ...blab({ key: '__secret__:1234' }) })
      // There the value is missing; it is not the placeholder either.
      const detail = await client.untilOver(String(data.execution_id))
      expect(detail).toMatchObject({ status: 'failed', error: /reading 'length'/ })
    }
  })

  test('uses no secrets for a caller without write access, who could redirect them', async () => {
    const id = await client.store(blab({ key: KEY }))
    const refused = await run({ id, ...blab({ key: '__secret__:1234' }) }, 'operator')
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await run({ id, ...blab({ key: 'their own key' }) }, 'operator')).status).toBe(202)
  })
})
