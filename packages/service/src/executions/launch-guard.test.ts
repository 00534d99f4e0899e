/** A launch without write access cannot redirect the secrets of a stored workflow. */
import { describe, expect, test } from 'vitest'
import { askedHost } from './testing/asked-host.ts'
import { type Drawing, edge, node } from './testing/client.ts'

const KEY = 'a-token-that-is-nobodys-business'

/** One server plays both hosts; tests compare the paths and headers of its requests. */
const host = askedHost()
const { asked } = host

const request = (config: object = {}) =>
  node('call', 'http_request', { url: `${host.origin}/meant`, auth: 'bearer', token: KEY, ...config })
const calling = (config?: object): Drawing => ({ nodes: [request(config)], edges: [] })
/** A request whose address is the output of a node without a secret. */
const written = (): Drawing => ({
  nodes: [node('text', 'prompt_template', { template: `${host.origin}/meant` }), request()],
  edges: [edge('text:output', 'call:url')],
})
const stolen = () => ({ call: { url: `${host.origin}/stolen` } })

const launch = (workflow: string, inputs: object, role: 'operator' | 'editor' = 'operator') =>
  host.client.call('POST', '/execute', { workflow_id: workflow, inputs }, role)
const NOT_ALLOWED = { status: 403, body: { code: 'FORBIDDEN', error: expect.stringContaining('"write"') } }

describe('a caller with run but without write access', () => {
  test('cannot have its secret sent to another address', async () => {
    expect(await launch(await host.client.store(calling()), stolen())).toMatchObject(NOT_ALLOWED)
    expect(asked).toEqual([])
  })

  test('cannot set an open address of a node with a secret', async () => {
    expect(await launch(await host.client.store(calling({ url: '' })), stolen())).toMatchObject(NOT_ALLOWED)
  })

  test('cannot change the settings of the node that produces the address', async () => {
    const inputs = { text: { template: `${host.origin}/stolen` } }
    expect(await launch(await host.client.store(written()), inputs)).toMatchObject(NOT_ALLOWED)
  })

  test('cannot redirect it when starting a waiting execution', async () => {
    const id = await host.client.store(calling())
    const made = await host.client.call('POST', `/workflows/${id}/pipelines`, {}, 'operator')
    const started = await host.client.call(
      'POST',
      `/pipelines/${made.data.id}/execute`,
      { inputs: stolen() },
      'operator',
    )
    expect(started).toMatchObject(NOT_ALLOWED)
    const remade = await host.client.call('POST', `/workflows/${id}/pipelines`, { inputs: stolen() }, 'operator')
    expect(remade).toMatchObject(NOT_ALLOWED)
  })

  test('cannot redirect it with results of another workflow', async () => {
    const id = await host.client.store(written())
    const own = { id, nodes: [node('text', 'prompt_template', { template: `${host.origin}/stolen` })], edges: [] }
    const made = await host.client.call('POST', '/execute', { workflow: own }, 'operator')
    const execution = String(made.data.execution_id)
    await host.client.untilOver(execution)
    const from = { node: 'call', execution }
    const started = await host.client.call('POST', '/execute', { workflow_id: id, from }, 'operator')
    expect(started).toMatchObject(NOT_ALLOWED)
  })

  test('cannot redirect it in a conversation', async () => {
    const id = await host.client.store(calling())
    const session = await host.client.call('POST', `/workflows/${id}/playground/sessions`, {}, 'operator')
    const path = `/playground/sessions/${session.data.id}/messages`
    const sent = await host.client.call('POST', path, { content: 'Hello', inputs: stolen() }, 'operator')
    expect(sent).toMatchObject(NOT_ALLOWED)
  })

  test('runs it unchanged, fills open inputs and reuses results of the same workflow', async () => {
    const id = await host.client.store(calling({ method: 'POST' }))
    const first = await launch(id, { call: { body: 'hello' } })
    expect((await host.client.untilOver(String(first.data.execution_id))).status).toBe('completed')
    const from = { node: 'call', execution: String(first.data.execution_id) }
    const again = await host.client.call('POST', '/execute', { workflow_id: id, from }, 'operator')
    expect((await host.client.untilOver(String(again.data.execution_id))).status).toBe('completed')
    expect(asked).toEqual(Array(2).fill({ path: '/meant', authorization: `Bearer ${KEY}` }))
  })

  test('may change settings of a workflow without secrets and provide a secret', async () => {
    const open = { nodes: [node('call', 'http_request', { url: `${host.origin}/meant` })], edges: [] }
    const changed = await launch(await host.client.store(open), stolen())
    await host.client.untilOver(String(changed.data.execution_id))
    const own = await launch(await host.client.store(calling()), { call: { token: 'their-own-token' } })
    await host.client.untilOver(String(own.data.execution_id))
    expect(asked).toEqual([
      { path: '/stolen', authorization: undefined },
      { path: '/meant', authorization: 'Bearer their-own-token' },
    ])
  })
})

describe('a caller with write access', () => {
  test('may change settings for one launch, in a conversation too', async () => {
    const id = await host.client.store(calling())
    const { data } = await launch(id, { call: { url: `${host.origin}/other` } }, 'editor')
    expect((await host.client.untilOver(String(data.execution_id))).status).toBe('completed')
    const session = await host.client.call('POST', `/workflows/${id}/playground/sessions`, {})
    const inputs = { call: { url: `${host.origin}/third` } }
    const path = `/playground/sessions/${session.data.id}/messages`
    const sent = await host.client.call('POST', path, { content: 'Hello', inputs })
    expect(sent.status).toBeLessThan(300)
    await expect.poll(() => asked.map((one) => one.path)).toEqual(['/other', '/third'])
  })
})

test('inputs from a calling workflow cannot redirect the secrets of the called one', async () => {
  const called = await host.client.store(calling())
  const id = await host.client.store({
    nodes: [node('data', 'json_input'), node('sub', 'sub_workflow', { workflow: called })],
    edges: [edge('data:value', 'sub:inputs')],
  })
  const { data } = await launch(id, { data: { value: stolen() } }, 'editor')
  const detail = await host.client.untilOver(String(data.execution_id))
  expect(detail).toMatchObject({ status: 'failed', error: expect.stringContaining('"write"') })
  expect(asked).toEqual([])
})

describe('an agent with a tool that has a secret', () => {
  const agent = (url: string, asks: string): Drawing => ({
    nodes: [
      node('in', 'text_input', { defaultValue: 'Go' }),
      node('agent', 'simple_agent', {
        provider: 'echo',
        model: 'echo',
        script: [{ toolCalls: [{ name: 'call', args: { url: asks } }] }, 'Done.'],
      }),
      request({ url }),
    ],
    edges: [edge('in:text', 'agent:message'), edge('call:tool', 'agent:tool')],
  })

  test('may choose another path but not another host', async () => {
    await host.client.run(agent(`${host.origin}/meant`, `${host.origin}/other`))
    expect(asked).toEqual([{ path: '/other', authorization: `Bearer ${KEY}` }])
    const detail = await host.client.run(agent('https://api.example/meant', `${host.origin}/stolen`))
    expect(asked).toHaveLength(1)
    expect(JSON.stringify(detail)).toContain('has to be an address at https://api.example')
  })

  test('cannot call a tool that has no host in its settings', async () => {
    await host.client.run(agent('', `${host.origin}/stolen`))
    expect(asked).toEqual([])
  })
})

describe('a workflow that asks people', () => {
  const approving = (): Drawing => ({
    nodes: [
      node('text', 'text_input', { defaultValue: 'x' }),
      node('ask', 'confirmation', { message: 'Really?', approvers: ['the boss'] }),
      node('say', 'text_output'),
    ],
    edges: [edge('text:trigger', 'ask:trigger'), edge('ask:confirmed', 'say:trigger'), edge('text:text', 'say:text')],
  })

  test('asks the people named by its writer, no matter who launches it', async () => {
    const id = await host.client.store(approving())
    for (const setting of [{ approvers: [] }, { defaultAnswer: true, expiresIn: 1 }]) {
      expect(await launch(id, { ask: setting })).toMatchObject(NOT_ALLOWED)
    }
    expect(await launch(id, { text: { text: 'y' } })).toMatchObject({ status: 202 })
    expect(await launch(id, { ask: { approvers: [] } }, 'editor')).toMatchObject({ status: 202 })
  })

  test('can be run from a node after its question only by its writers', async () => {
    const id = await host.client.store(approving())
    const { data } = await launch(id, { ask: { approvers: [] } }, 'editor')
    const execution = String(data.execution_id)
    const open = async () =>
      (await host.client.call<{ id: string }[]>('GET', `/pipelines/${execution}/interrupts?status=pending`)).data
    await host.client.until(async () => (await open()).length === 1)
    const question = (await open())[0]
    expect((await host.client.call('POST', `/interrupts/${question?.id}/resolve`, { value: true })).status).toBe(200)
    await host.client.untilOver(execution)
    const from = { node: 'say', execution }
    const again = (role: 'operator' | 'editor') => host.client.call('POST', '/execute', { workflow_id: id, from }, role)
    expect(await again('operator')).toMatchObject(NOT_ALLOWED)
    expect((await again('editor')).status).toBe(202)
  })
})
