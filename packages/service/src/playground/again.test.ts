/** What people do with a conversation besides sending the next message: rename, repeat, edit, stop, try the canvas. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edge, node } from '../executions/testing/client.ts'
import { type MessageBody, mumble, type SessionBody, shout, Talk } from './testing/talk.ts'

let talk: Talk
beforeAll(async () => {
  talk = await Talk.open()
})
afterAll(() => talk[Symbol.asyncDispose]())

/** Answers with the message, and outputs the conversation and the value of an input. */
const remembering = {
  nodes: [
    ...shout.nodes,
    node('topic', 'text_input', { defaultValue: 'none' }),
    node('history', 'output'),
    node('about', 'output'),
  ],
  edges: [...shout.edges, edge('in:history', 'history:value'), edge('topic:text', 'about:value')],
}

async function sendAgain(id: string, body: object): Promise<MessageBody> {
  const sent = await talk.client.call<MessageBody>('POST', `/playground/sessions/${id}/messages`, body)
  expect(sent.body).toMatchObject({ success: true })
  await talk.until(id, 'idle')
  return sent.data
}

async function outputsOf(id: string): Promise<Readonly<Record<string, unknown>>> {
  const last = (await talk.session(id)).executions.at(-1)
  return (await talk.client.detail(String(last?.id))).outputs
}

const contents = (history: unknown) => (history as { content: string }[]).map(({ content }) => content)

describe('a message that replaces an earlier one', () => {
  test('is answered without the replaced message and those after it, also in later turns', async () => {
    const { id } = await talk.begin(remembering)
    await talk.say(id, 'one')
    const [two] = await talk.say(id, 'two')
    await talk.say(id, 'three')
    const edited = await sendAgain(id, { content: 'zwei', replaces: two?.id })
    expect(edited.metadata).toMatchObject({ replaces: two?.sequenceNumber })
    expect(contents((await outputsOf(id)).history)).toEqual(['one', 'ONE'])
    await talk.say(id, 'four')
    expect(contents((await outputsOf(id)).history)).toEqual(['one', 'ONE', 'zwei', 'ZWEI'])
    // Everything stays readable.
    expect((await talk.page(id)).data.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      ...['one', 'two', 'three', 'zwei', 'four'],
    ])
  })

  test('may be replaced itself, and so may the message that it replaced', async () => {
    const { id } = await talk.begin(remembering)
    await talk.say(id, 'one')
    const [two] = await talk.say(id, 'two')
    const second = await sendAgain(id, { content: 'second', replaces: two?.id })
    await sendAgain(id, { content: 'third', replaces: second.id })
    expect(contents((await outputsOf(id)).history)).toEqual(['one', 'ONE'])
    await sendAgain(id, { content: 'fourth', replaces: two?.id })
    await talk.say(id, 'last')
    expect(contents((await outputsOf(id)).history)).toEqual(['one', 'ONE', 'fourth', 'FOURTH'])
  })

  test('repeats content and inputs where it has none of its own', async () => {
    const { id } = await talk.begin(remembering)
    const [first] = await talk.say(id, 'hello', { topic: { text: 'tea' } })
    expect((await outputsOf(id)).about).toBe('tea')
    const again = await sendAgain(id, { replaces: first?.id })
    expect(again.content).toBe('hello')
    expect((await outputsOf(id)).about).toBe('tea')
    await sendAgain(id, { content: 'hello', inputs: {}, replaces: first?.id })
    expect((await outputsOf(id)).about).toBe('none')
  })

  test('does not repeat the inputs of another person', async () => {
    const { id } = await talk.begin(remembering)
    const [first] = await talk.say(id, 'hello', { topic: { text: 'private' } })
    const headers = talk.client.service.as('admin')
    const sent = await talk.client.service.app.inject({
      ...{ method: 'POST', url: `/api/v1/sessions/${id}/messages`, headers },
      payload: { replaces: first?.id },
    })
    expect(sent.statusCode).toBe(200)
    await talk.until(id, 'idle')
    expect((await outputsOf(id)).about).toBe('none')
  })

  test('must name a message of a person in the current conversation', async () => {
    const { id } = await talk.begin(remembering)
    const [first, answer] = await talk.say(id, 'one')
    const { id: other } = await talk.begin(remembering)
    const refused = async (session: string, replaces: unknown) => {
      const { status, body } = await talk.client.call('POST', `/sessions/${session}/messages`, {
        content: 'x',
        replaces,
      })
      expect([status, body]).toMatchObject([422, { code: 'VALIDATION_ERROR', details: [{ path: '/replaces' }] }])
    }
    await refused(id, crypto.randomUUID())
    await refused(id, answer?.id)
    await refused(id, 'not-an-id')
    await refused(other, first?.id)
    await talk.client.call('POST', `/sessions/${id}/reset`)
    await refused(id, first?.id)
    expect((await talk.session(id)).executions).toHaveLength(1)
  })
})

describe('a message with a document', () => {
  const lower = {
    ...shout,
    nodes: [
      node('in', 'chat_input'),
      node('up', 'text_formatter', { operation: 'lowercase' }),
      node('out', 'chat_output'),
    ],
  }

  test('runs the document instead of the stored workflow', async () => {
    const { id, workflowId } = await talk.begin(shout)
    await sendAgain(id, { content: 'Hello', workflow: { name: 'Canvas', ...lower } })
    await talk.say(id, 'Hello')
    const answers = (await talk.page(id)).data.filter(({ role }) => role === 'assistant')
    expect(answers.map(({ content }) => content)).toEqual(['hello', 'HELLO'])
    const [first] = (await talk.session(id)).executions
    expect((await talk.client.detail(String(first?.id))).workflow_id).toBe(workflowId)
  })

  test('is refused if the document cannot run, and changes nothing', async () => {
    const { id } = await talk.begin(shout)
    const workflow = { nodes: [node('x', 'no_such_type')], edges: [] }
    const { status } = await talk.client.call('POST', `/sessions/${id}/messages`, { content: 'Hello', workflow })
    expect(status).toBe(422)
    expect((await talk.page(id)).data).toEqual([])
  })
})

test('a stop keeps the text that was streamed', async () => {
  await using own = await Talk.open()
  const { id } = await own.begin(mumble)
  await own.send(id, 'one two three')
  await own.client.openGate()
  await own.client.until(() => own.client.closedGates === 1)
  await own.client.call('POST', `/sessions/${id}/stop`)
  const { data, sessionStatus } = await own.page(id)
  expect(sessionStatus).toBe('idle')
  const [asked, partial, end] = data.filter(({ role }) => role !== 'log')
  expect(partial).toMatchObject({
    ...{ role: 'assistant', content: 'one two ', nodeId: 'm', status: 'completed', parentMessageId: asked?.id },
    metadata: { isPartial: true },
  })
  expect(end).toMatchObject({ role: 'system' })
})

test('a session is renamed; a blank name is refused', async () => {
  const { id } = await talk.begin(shout)
  const rename = (name: unknown) => talk.client.call<SessionBody>('PATCH', `/playground/sessions/${id}`, { name })
  expect((await rename('  Saturday ')).data).toMatchObject({ id, name: 'Saturday' })
  expect((await talk.session(id)).name).toBe('Saturday')
  for (const name of ['', '  ', 'x'.repeat(101), 'a\u0000b', 7]) expect((await rename(name)).status).toBe(422)
  expect((await talk.session(id)).name).toBe('Saturday')
  await talk.say(id, 'still works')
  expect((await talk.session(id)).name).toBe('Saturday')
})
