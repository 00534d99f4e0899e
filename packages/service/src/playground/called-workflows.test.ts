/** Messages and questions of workflows that a step or an agent tool calls within a conversation. */
import type { Interrupt } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Drawing, edge, jobOf, node } from '../executions/testing/client.ts'
import { saidIn, Talk } from './testing/talk.ts'

let talk: Talk
beforeAll(async () => {
  talk = await Talk.open()
})
afterAll(() => talk[Symbol.asyncDispose]())

/** Asks for a text, sends it as a message and returns it. */
const asking: Drawing = {
  nodes: [
    node('ask', 'text_prompt', { message: 'Which?' }),
    node('say', 'chat_output'),
    node('out', 'output', { name: 'picked' }),
  ],
  edges: [edge('ask:text', 'say:message'), edge('ask:text', 'out:value')],
}

const calling = (workflow: string): Drawing => ({
  nodes: [node('in', 'chat_input'), node('call', 'sub_workflow', { workflow })],
  edges: [edge('in:message', 'call:trigger')],
})

/** An agent that calls a workflow as a tool the given number of times, concurrently. */
function agent(workflow: string, times = 1): Drawing {
  const script = [{ toolCalls: Array.from({ length: times }, () => ({ name: 'pick', args: {} })) }, 'Picked.']
  return {
    nodes: [
      node('in', 'chat_input'),
      node('agent', 'simple_agent', { provider: 'echo', model: 'echo', script }),
      node('out', 'chat_output'),
      node('pick', 'sub_workflow', { workflow }),
    ],
    edges: [
      edge('in:message', 'agent:message'),
      edge('agent:response', 'out:message'),
      edge('pick:tool', 'agent:tool'),
    ],
  }
}

const interrupts = async (path: string) => (await talk.client.call<Interrupt[]>('GET', `${path}/interrupts`)).data

describe('a workflow that is the tool of an agent', () => {
  test('sends its questions and messages to the conversation', async () => {
    const { id } = await talk.begin(agent(await talk.client.store(asking)))
    const { data: sent } = await talk.send(id, 'hello')
    const question = await talk.question(id)
    expect(question).toMatchObject({ content: 'Which?', parentMessageId: sent.id })
    expect(question.executionId).not.toBe(sent.executionId)
    expect((await talk.client.detail(String(sent.executionId))).waiting_for).toMatchObject([{ message: 'Which?' }])
    expect(await interrupts(`/playground/sessions/${id}`)).toMatchObject([{ sessionId: id, messageId: question.id }])
    expect((await talk.answer(question, 'the blue one')).status).toBe(200)
    await talk.until(id, 'idle')
    const { data } = await talk.page(id)
    expect(saidIn(data).filter(([role]) => role === 'assistant')).toEqual([
      ['assistant', 'Which?'],
      ['assistant', 'the blue one'],
      ['assistant', 'Picked.'],
    ])
    expect(data.find((one) => one.id === question.id)).toMatchObject({
      status: 'completed',
      metadata: { response_value: 'the blue one' },
    })
    expect(jobOf(await talk.client.detail(String(sent.executionId)), 'agent').output_data?.steps).toMatchObject([
      { tool: 'pick', result: { picked: 'the blue one' } },
    ])
  })

  test('asks once per call, and a stop closes all questions', async () => {
    const { id } = await talk.begin(agent(await talk.client.store(asking), 3))
    await talk.send(id, 'hello')
    await talk.client.until(async () => (await interrupts(`/sessions/${id}`)).length === 3)
    expect((await talk.client.call('POST', `/sessions/${id}/stop`)).status).toBe(200)
    await talk.client.until(async () =>
      (await interrupts(`/sessions/${id}`)).every(({ reason }) => reason === 'stopped'),
    )
    const asked = (await talk.page(id)).data.filter(({ metadata }) => metadata.type === 'interrupt_request')
    expect(asked.every(({ status }) => status === 'completed')).toBe(true)
  })

  test('occupies no slot while it waits for a person', async () => {
    await using alone = await Talk.open('--max-concurrent-executions', '1')
    const waiting = await alone.begin(agent(await alone.client.store(asking)))
    await alone.send(waiting.id, 'hello')
    const question = await alone.question(waiting.id)
    const plain = await alone.client.store({ nodes: [node('in', 'text_input', { defaultValue: 'x' })], edges: [] })
    for (const _ of [1, 2]) {
      expect((await alone.client.untilOver(await alone.client.start(plain))).status).toBe('completed')
    }
    expect((await alone.answer(question, 'the red one')).status).toBe(200)
    await alone.until(waiting.id, 'idle')
    const said = saidIn((await alone.page(waiting.id)).data)
    expect(said).toContainEqual(['assistant', 'Picked.'])
  })

  test('is deleted with the session', async () => {
    const { id } = await talk.begin(agent(await talk.client.store(asking)))
    await talk.send(id, 'hello')
    const { executionId } = await talk.question(id)
    expect((await talk.client.call('DELETE', `/sessions/${id}`)).status).toBe(200)
    expect((await talk.client.call('GET', `/pipelines/${executionId}`)).status).toBe(404)
  })
})

describe('a workflow that is called by a called workflow', () => {
  test('sends questions and messages to the conversation; every calling execution lists the question', async () => {
    const middle = await talk.client.store(calling(await talk.client.store(asking)))
    const { id } = await talk.begin(calling(middle))
    const { data: sent } = await talk.send(id, 'hello')
    const question = await talk.question(id)
    const top = String(sent.executionId)
    const below = String(jobOf(await talk.client.detail(top), 'call').child_id)
    for (const execution of [top, below, question.executionId]) {
      expect(await interrupts(`/pipelines/${execution}`)).toMatchObject([{ messageId: question.id }])
      expect(await interrupts(`/executions/${execution}`)).toHaveLength(1)
      expect((await talk.client.detail(String(execution))).waiting_for).toEqual([
        {
          interrupt_id: question.metadata.interrupt_id,
          type: 'text',
          message: 'Which?',
          node_id: 'ask',
          execution_id: question.executionId,
        },
      ])
    }
    await talk.answer(question, 'red')
    await talk.until(id, 'idle')
    expect(await talk.client.detail(top)).not.toHaveProperty('waiting_for')
    expect(
      saidIn((await talk.page(id)).data)
        .filter(([role]) => role === 'assistant')
        .at(-1),
    ).toEqual(['assistant', 'red'])
  })

  test('is not listed under unrelated executions', async () => {
    const inner = await talk.client.store(asking)
    const twice = {
      nodes: [node('one', 'sub_workflow', { workflow: inner }), node('two', 'sub_workflow', { workflow: inner })],
      edges: [],
    }
    const outer = await talk.client.store(calling(await talk.client.store(twice)))
    const top = await talk.client.start(outer)
    await talk.client.until(async () => (await interrupts(`/pipelines/${top}`)).length === 2)
    const waits = async (id: string) => (await talk.client.detail(id)).jobs.every(({ status }) => status !== 'running')
    await talk.client.until(() => waits(top))
    const middle = String(jobOf(await talk.client.detail(top), 'call').child_id)
    await talk.client.until(() => waits(middle))
    expect(await interrupts(`/pipelines/${middle}`)).toHaveLength(2)
    const { jobs } = await talk.client.detail(middle)
    for (const { child_id } of jobs) {
      expect(await interrupts(`/pipelines/${child_id}`)).toMatchObject([{ executionId: child_id }])
    }
    const narrowed = await talk.client.call<Interrupt[]>('GET', `/interrupts?execution_id=${middle}&limit=1`)
    expect([narrowed.data.length, Number(narrowed.headers['x-total-count'])]).toEqual([1, 2])
  })
})

describe('several questions at once', () => {
  test('the reply to an answer waits for its follow-up messages although other questions are open', async () => {
    const { id } = await talk.begin({
      nodes: [
        ...[node('in', 'chat_input'), node('a', 'text_prompt', { message: 'A?' })],
        ...[node('b', 'text_prompt', { message: 'B?' }), node('said', 'chat_output')],
      ],
      edges: [edge('in:message', 'a:trigger'), edge('in:message', 'b:trigger'), edge('a:text', 'said:message')],
    })
    await talk.send(id, 'hello')
    await talk.client.until(async () => (await interrupts(`/sessions/${id}`)).length === 2)
    const [first] = (await interrupts(`/sessions/${id}`)).filter(({ config }) => config.message === 'A?')
    expect((await talk.client.call('POST', `/interrupts/${first?.id}`, { value: 'one' })).status).toBe(200)
    const { data, sessionStatus } = await talk.page(id)
    expect(sessionStatus).toBe('awaiting_input')
    expect(saidIn(data)).toContainEqual(['assistant', 'one'])
  })
})
