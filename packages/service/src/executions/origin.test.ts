/** Results and launches are reused only by callers who could have produced them, so no secret can be redirected. */
import type { Role } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { askedHost } from './testing/asked-host.ts'
import { type Drawing, edge, node } from './testing/client.ts'

const KEY = 'a-token-for-one-host-only-4711'
const PLACEHOLDER = '__secret__:4711'

const host = askedHost()
const { asked } = host

/** A request with a secret whose address is the output of a node without one. */
const written = (token = KEY, pinned?: object): Drawing => ({
  nodes: [
    node('make', 'prompt_template', { template: `${host.origin}/meant` }, pinned && { 'millrace:pinned': pinned }),
    node('call', 'http_request', { auth: 'bearer', token }),
  ],
  edges: [edge('make:output', 'call:url')],
})
const stolen = () => ({ make: { template: `${host.origin}/stolen` } })

const NOT_ALLOWED = { status: 403, body: { code: 'FORBIDDEN', error: expect.stringContaining('"write"') } }

async function start(body: object, role: Role = 'operator'): Promise<string> {
  const { status, data } = await host.client.call('POST', '/execute', body, role)
  expect(status).toBe(202)
  await host.client.untilOver(String(data.execution_id))
  return String(data.execution_id)
}

const from = (workflow_id: string, execution: string, role: Role = 'operator') =>
  host.client.call('POST', '/execute', { workflow_id, from: { node: 'call', execution } }, role)
const rerun = (execution: string, role: Role = 'operator') =>
  host.client.call('POST', `/pipelines/${execution}/rerun`, undefined, role)

function expectNothingStolen(): void {
  expect(asked.filter(({ path, authorization }) => path !== '/meant' && authorization?.includes(KEY))).toEqual([])
}

describe('results of an unsaved copy with changed settings', () => {
  test.each([
    ['without the id of the workflow', false],
    ['with it', true],
  ])('are not reused by a stored workflow with secrets: %s', async (_, withId) => {
    const id = await host.client.store(written())
    const copy = { ...(withId ? { id } : {}), ...written(withId ? 'their-own-token' : PLACEHOLDER) }
    const forged = await start({ workflow: copy, inputs: stolen() })
    expect(await from(id, forged)).toMatchObject(NOT_ALLOWED)
    const body = { from: { node: 'call', execution: forged } }
    expect(await host.client.call('POST', `/workflows/${id}/execute`, body, 'operator')).toMatchObject(NOT_ALLOWED)
    expect(await host.client.call('POST', `/workflows/${id}/pipelines`, body, 'operator')).toMatchObject(NOT_ALLOWED)
    expectNothingStolen()
  })

  test('are not reused by writers either if another caller launched them', async () => {
    const id = await host.client.store(written())
    const forged = await start({ workflow: { id, ...written('their-own-token') }, inputs: stolen() })
    expect(await from(id, forged, 'editor')).toMatchObject(NOT_ALLOWED)
    const unsaved = { workflow: { id, ...written(PLACEHOLDER) }, from: { node: 'call', execution: forged } }
    expect(await host.client.call('POST', '/execute', unsaved, 'editor')).toMatchObject(NOT_ALLOWED)
    expectNothingStolen()
  })

  test('are reused by writers from their own runs, and by every caller in unsaved documents', async () => {
    const id = await host.client.store(written())
    const own = await start({ workflow: { id, ...written(PLACEHOLDER) } }, 'editor')
    expect(await from(id, own, 'editor')).toMatchObject({ status: 202 })
    const first = await start({ workflow: written('their-own-token') })
    const again = { workflow: written('their-own-token'), from: { node: 'call', execution: first } }
    expect(await host.client.call('POST', '/execute', again, 'operator')).toMatchObject({ status: 202 })
  })

  test('stay untrusted after a rerun', async () => {
    const id = await host.client.store(written())
    const forged = await start({ workflow: { id, ...written('their-own-token') }, inputs: stolen() })
    for (const role of ['operator', 'editor'] as const) {
      const { data } = await rerun(forged, role)
      await host.client.untilOver(String(data.pipeline_id))
      expect(await from(id, String(data.pipeline_id))).toMatchObject(NOT_ALLOWED)
      expect(await from(id, String(data.pipeline_id), 'editor')).toMatchObject(NOT_ALLOWED)
    }
    expectNothingStolen()
  })
})

describe('results of the stored workflow', () => {
  test('are not reused if that launch changed its settings', async () => {
    const id = await host.client.store(written())
    const changed = await start({ workflow_id: id, inputs: { make: { template: `${host.origin}/other` } } }, 'editor')
    asked.length = 0
    expect(await from(id, changed)).toMatchObject(NOT_ALLOWED)
    expect(await rerun(changed)).toMatchObject(NOT_ALLOWED)
    expect(asked).toEqual([])
    expect(await from(id, changed, 'editor')).toMatchObject({ status: 202 })
    expect(await rerun(changed, 'editor')).toMatchObject({ status: 202 })
  })

  test('are not reused if they were reused from such a launch before', async () => {
    const id = await host.client.store(written())
    const changed = await start({ workflow_id: id, inputs: { make: { template: `${host.origin}/other` } } }, 'editor')
    const second = await start({ workflow_id: id, from: { node: 'call', execution: changed } }, 'editor')
    const third = await start({ workflow_id: id, from: { node: 'call', execution: second } }, 'editor')
    asked.length = 0
    for (const execution of [second, third]) {
      expect(await from(id, execution)).toMatchObject(NOT_ALLOWED)
      expect(await rerun(execution)).toMatchObject(NOT_ALLOWED)
    }
    expect(asked).toEqual([])
  })

  test('are not reused by another workflow with the same nodes', async () => {
    const id = await host.client.store(written())
    const other = await start({ workflow_id: await host.client.store(written()) })
    expect(await from(id, other)).toMatchObject(NOT_ALLOWED)
  })

  test('are reused any number of times, also by reruns', async () => {
    const id = await host.client.store(written())
    const first = await start({ workflow_id: id })
    const second = await start({ workflow_id: id, from: { node: 'call', execution: first } })
    const third = await start({ workflow_id: id, from: { node: 'call', execution: second } })
    const { data } = await rerun(third)
    await host.client.untilOver(String(data.pipeline_id))
    expect(asked).toEqual(Array(4).fill({ path: '/meant', authorization: `Bearer ${KEY}` }))
  })
})

test('an unsaved run with stored secrets can be rerun by writers only', async () => {
  const id = await host.client.store(written())
  const run = await start({ workflow: { id, ...written(PLACEHOLDER) } }, 'editor')
  expect(await rerun(run)).toMatchObject(NOT_ALLOWED)
  expect(await rerun(run, 'editor')).toMatchObject({ status: 202 })
  const own = await start({ workflow: written('their-own-token') })
  expect(await rerun(own)).toMatchObject({ status: 202 })
})

describe('a placeholder in launch inputs', () => {
  /** A second request whose address and secret are open inputs. */
  const twoCalls = (): Drawing => ({
    nodes: [
      node('a', 'http_request', { url: `${host.origin}/meant`, auth: 'bearer', token: KEY }),
      node('b', 'http_request', { auth: 'bearer' }),
    ],
    edges: [edge('a:trigger', 'b:trigger')],
  })
  const inputs = () => ({ b: { url: `${host.origin}/stolen`, token: PLACEHOLDER } })

  test.each(['operator', 'editor'] as const)('never refers to the secret of another node: %s', async (role) => {
    const id = await host.client.store(twoCalls())
    await start({ workflow_id: id, inputs: inputs() }, role)
    const made = await host.client.call('POST', `/workflows/${id}/pipelines`, { inputs: inputs() }, role)
    await host.client.call('POST', `/pipelines/${made.data.id}/execute`, {}, role)
    await host.client.untilOver(String(made.data.id))
    expectNothingStolen()
    expect(asked).toContainEqual({ path: '/meant', authorization: `Bearer ${KEY}` })
  })

  test('does not either in a conversation or for a waiting execution', async () => {
    const id = await host.client.store(twoCalls())
    const session = await host.client.call('POST', `/workflows/${id}/playground/sessions`, {}, 'operator')
    const path = `/playground/sessions/${session.data.id}/messages`
    await host.client.call('POST', path, { content: 'Hello', inputs: inputs() }, 'operator')
    const settled = () => host.client.call('GET', `/playground/sessions/${session.data.id}`, undefined, 'operator')
    await host.client.until(async () => (await settled()).data.status === 'idle')
    const made = await host.client.call('POST', `/workflows/${id}/pipelines`, {}, 'operator')
    await host.client.call('POST', `/pipelines/${made.data.id}/execute`, { inputs: inputs() }, 'operator')
    await host.client.untilOver(String(made.data.id))
    expect(asked).toEqual(Array(2).fill({ path: '/meant', authorization: `Bearer ${KEY}` }))
  })

  test('refers to the secret of its own node', async () => {
    const id = await host.client.store(twoCalls())
    await start({ workflow_id: id, inputs: { a: { token: PLACEHOLDER }, b: { url: `${host.origin}/open` } } })
    expect(asked).toContainEqual({ path: '/meant', authorization: `Bearer ${KEY}` })
  })
})

describe('a test run without write access', () => {
  const asking = (type: string, output: string, config: object): Drawing => ({
    nodes: [
      node('text', 'text_input', { defaultValue: 'x' }),
      node('ask', type, { message: 'Really?', ...config }, { 'millrace:pinned': { [output]: 'yes' } }),
      node('out', 'output', { name: 'answer' }),
    ],
    edges: [edge('text:trigger', 'ask:trigger'), edge(`ask:${output}`, 'out:value')],
  })
  const questions = [
    ['choice', 'choice', { options: [{ value: 'yes' }] }],
    ['text_prompt', 'text', {}],
  ] as const

  test.each(questions)('does not answer a question with pinned data: %s', async (type, output, config) => {
    const drawing = asking(type, output, config)
    const id = await host.client.store(drawing)
    const sent = [
      ['/execute', { workflow_id: id, test: true }],
      ['/execute', { workflow: drawing, test: true }],
      [`/workflows/${id}/execute`, { test: true }],
      [`/workflow/${id}/run`, { test: true }],
      [`/workflows/${id}/pipelines`, { test: true }],
      [`/workflow/${id}/pipelines`, { test: true }],
    ] as const
    for (const [path, body] of sent) {
      expect(await host.client.call('POST', path, body, 'operator'), path).toMatchObject(NOT_ALLOWED)
    }
    const run = await start({ workflow_id: id, test: true }, 'editor')
    expect(await rerun(run)).toMatchObject(NOT_ALLOWED)
    const made = await host.client.call('POST', `/workflows/${id}/pipelines`, { test: true }, 'editor')
    const inputs = { text: { text: 'changed' } }
    const released = await host.client.call('POST', `/pipelines/${made.data.id}/execute`, { inputs }, 'operator')
    expect(released).toMatchObject(NOT_ALLOWED)
  })

  test('does not send a secret to a pinned address', async () => {
    const id = await host.client.store(written(KEY, { output: `${host.origin}/pinned` }))
    expect(await host.client.call('POST', `/workflows/${id}/execute`, { test: true }, 'operator')).toMatchObject(
      NOT_ALLOWED,
    )
    expect(asked).toEqual([])
    const run = await start({ workflow_id: id, test: true }, 'editor')
    expect(asked).toEqual([{ path: '/pinned', authorization: `Bearer ${KEY}` }])
    expect(await rerun(run)).toMatchObject(NOT_ALLOWED)
    expect(await from(id, run)).toMatchObject(NOT_ALLOWED)
  })

  test('is allowed where there is neither a secret nor a question', async () => {
    const pinned = { 'millrace:pinned': { text: 'pinned' } }
    const drawing = { nodes: [node('in', 'text_input', { defaultValue: 'x' }, pinned)], edges: [] }
    await start({ workflow_id: await host.client.store(drawing), test: true })
    await start({ workflow: drawing, test: true })
  })
})

test('an unsaved run by a writer has the secret of a node that undo restored after a save', async () => {
  const id = await host.client.store(written())
  await host.client.call('PUT', `/workflows/${id}`, { nodes: [], edges: [] }, 'editor')
  const workflow = { id, ...written(PLACEHOLDER) }
  expect(await host.client.call('POST', '/execute', { workflow }, 'operator')).toMatchObject(NOT_ALLOWED)
  const before = asked.length
  await start({ workflow }, 'editor')
  expect(asked.slice(before)).toEqual([{ path: '/meant', authorization: `Bearer ${KEY}` }])
})
