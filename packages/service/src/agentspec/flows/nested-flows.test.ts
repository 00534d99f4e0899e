/** Nested flows: each is a separate execution that belongs to its node. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OVERRUN } from '../../platform/broadcast.ts'
import { type TestService, testService } from '../../testing/test-service.ts'
import { asks, chain, clientOf, llm, text } from '../testing/flows.ts'

let service: TestService
let client: ReturnType<typeof clientOf>
beforeAll(async () => {
  service = await testService()
  client = clientOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

type Json = Record<string, unknown>

const holds = (name: string, flow: Json): Json => ({
  component_type: 'flow_node',
  name,
  flow: { ...flow, name: `${name} flow` },
})
const asking = chain([asks('ask', 'How are you?', 'mood')], [], [text('mood')])
const nested = chain([holds('inner', asking)], [], [text('mood')])
const list = (title: string) => ({ title, type: 'array', items: { type: 'string' } })
const each = (flow: Json, kind = 'map_node'): Json =>
  chain([{ component_type: kind, name: 'map', map_flow: flow }], [list('iterated_x')], [{ title: 'collected_y' }])
const greets = chain([llm('greet', 'Hello {{x}}', 'y')], [text('x')], [text('y')])

async function listed(): Promise<string[]> {
  const { body } = await client.call('GET', '/executions?limit=100')
  return (body.data as { id: string }[]).map(({ id }) => id)
}

/** The child executions of this one. */
async function childrenOf(id: string): Promise<string[]> {
  const { events } = await service.services.executions.known(id)
  return events.flatMap((event) =>
    event.type === 'step-noted' && event.key.startsWith('child:') ? [event.key.slice('child:'.length)] : [],
  )
}

describe('a question inside a flow', () => {
  test('belongs to the enclosing node at any depth', async () => {
    const id = await client.start(chain([holds('outer', nested)], [], [text('mood')]))
    const record = await client.waiting(id)
    expect(record).toMatchObject({
      status: 'running',
      waiting_for: [{ node: 'outer', type: 'text' }],
      nodes: { outer: { status: 'interrupted', execution_count: 1 }, end: { status: 'idle' } },
    })
    const [open] = record.waiting_for as { interruptId: string }[]
    await client.answer(open?.interruptId, 'Fine')
    expect(await client.over(id)).toMatchObject({
      status: 'completed',
      nodes: { outer: { status: 'completed' } },
      messages: [
        { role: 'assistant', content: 'How are you?' },
        { role: 'user', content: 'Fine' },
      ],
    })
    expect((await client.results(id)).body).toEqual({ mood: 'Fine' })
  })

  test('is streamed with the whole flow', async () => {
    const id = await client.start(nested)
    const { agentspec } = service.services
    const seen: string[] = []
    for await (const message of agentspec.runtime.follow(id, new AbortController().signal)) {
      if (message === OVERRUN) throw new Error('overrun')
      seen.push(message.type === 'node_status' ? `${message.node} ${message.status.status}` : message.type)
      if (seen.at(-1) !== 'inner interrupted') continue
      const [open] = (await client.waiting(id)).waiting_for as { interruptId: string }[]
      await client.answer(open?.interruptId, 'Well')
    }
    expect(seen.slice(seen.indexOf('inner interrupted'))).toEqual([
      'inner interrupted',
      'inner running',
      'inner completed',
      'end completed',
      'execution_complete',
    ])
  })

  test('is cancelled together with its flow', async () => {
    const id = await client.start(nested)
    await client.waiting(id)
    const [child] = await childrenOf(id)
    await client.call('POST', `/agentspec/executions/${id}/cancel`)
    expect(await client.over(id)).toMatchObject({ status: 'cancelled', nodes: { inner: { status: 'cancelled' } } })
    const over = await client.untilAt(`/pipelines/${child}`, ({ status }) => status !== 'running')
    expect(over.status).toBe('cancelled')
  })

  test('ends with the timeout of the whole flow', async () => {
    const id = await client.start(nested, {}, { options: { timeout: 200 } })
    await client.waiting(id)
    const [child] = await childrenOf(id)
    service.clock.advance(1000)
    expect(await client.over(id)).toMatchObject({ status: 'failed', nodes: { inner: { status: 'failed' } } })
    expect((await client.untilAt(`/pipelines/${child}`, ({ status }) => status !== 'running')).status).toBe('cancelled')
  })
})

describe('the steps of flows inside a flow', () => {
  test('count towards the step limit of the flow', async () => {
    const inputs = { iterated_x: ['a', 'b', 'c'] }
    // Start, map and end; and three times start, greet and end.
    expect(await client.over(await client.start(each(greets), inputs, { options: { maxSteps: 12 } }))).toMatchObject({
      status: 'completed',
    })
    for (const maxSteps of [11, 10, 5]) {
      expect(await client.over(await client.start(each(greets), inputs, { options: { maxSteps } }))).toMatchObject({
        status: 'failed',
        error: `The flow has visited ${maxSteps} nodes and may visit no more.`,
      })
    }
  })

  test('cannot be caught when the step limit is reached', async () => {
    const inner = chain([llm('greet', 'Hello {{x}}', 'y')], [text('x')], [text('y', { default: '' })])
    const caught = { component_type: 'catch_exception_node', name: 'try', flow: inner, inputs: [text('x')] }
    const flow = chain([caught], [text('x')], [])
    const withBranch = {
      ...flow,
      control_flow_connections: [
        ...(flow.control_flow_connections as Json[]),
        { name: 'caught', from_node: 'try', to_node: 'end', from_branch: 'caught_exception_branch' },
      ],
    }
    const id = await client.start(withBranch, { x: 'a' }, { options: { maxSteps: 4 } })
    expect(await client.over(id)).toMatchObject({
      status: 'failed',
      error: 'The flow has visited 4 nodes and may visit no more.',
    })
  })
})

test('a submitted flow is in the list of executions and in the viewer; nested flows only in the viewer', async () => {
  const id = await client.start(each(greets, 'parallel_map_node'), { iterated_x: ['a', 'b'] })
  await client.over(id)
  const children = await childrenOf(id)
  expect(children).toHaveLength(2)
  const ids = await listed()
  expect(ids).toContain(id)
  expect(ids.filter((one) => children.includes(one))).toEqual([])
  const { body: detail } = await client.call('GET', `/pipelines/${id}`)
  const jobs = detail.jobs as { label: string; status: string }[]
  expect(jobs.map(({ label, status }) => `${label} ${status}`)).toEqual([
    'start completed',
    'map completed',
    'end completed',
  ])
  for (const child of children) {
    expect((await client.call('GET', `/pipelines/${child}`)).body).toMatchObject({ status: 'completed' })
    expect((await client.call('GET', `/agentspec/executions/${child}`)).status).toBe(404)
  }
})

test('secrets of a nested flow are encrypted with its execution', async () => {
  const config = {
    name: 'm',
    provider: 'openai',
    model_id: 'x',
    url: 'http://10.1.2.3/v1',
    api_key: 'sk-inner-secret-key',
  }
  const inner = chain([llm('ask', 'Hi', 'answer', { llm_config: config })], [], [text('answer')])
  const id = await client.start(chain([holds('inner', inner)], [], [text('answer')]))
  await client.over(id)
  for (const one of [id, ...(await childrenOf(id))]) {
    const { record, events } = await service.services.executions.known(one)
    expect(JSON.stringify([record.plan, events])).not.toContain('sk-inner-secret-key')
    expect(record.secrets).not.toBeNull()
  }
})
