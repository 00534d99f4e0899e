/** Concurrent operations on a session are serialized and leave nothing behind. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { edge, node } from '../executions/testing/client.ts'
import { Talk } from './testing/talk.ts'

let talk: Talk
beforeAll(async () => {
  talk = await Talk.open()
})
afterAll(() => talk[Symbol.asyncDispose]())

/** A workflow that waits for a person. */
const ask = {
  nodes: [node('in', 'chat_input'), node('ask', 'confirmation', { message: 'Go on?' })],
  edges: [edge('in:message', 'ask:message')],
}

test('deleting a session while messages are sent leaves no execution and no question', async () => {
  const workflow = await talk.client.store(ask)
  for (let race = 0; race < 30; race++) {
    const { id } = await talk.beginWith(workflow)
    if (race % 3 === 0) await talk.send(id, 'first')
    const [gone] = await Promise.all([
      talk.client.call('DELETE', `/playground/sessions/${id}`),
      talk.send(id, 'beside it'),
      talk.send(id, 'and again'),
    ])
    expect(gone.status).toBe(200)
    expect((await talk.client.call('GET', `/playground/sessions/${id}`)).status).toBe(404)
  }
  const running = await talk.client.call<object[]>('GET', `/executions?workflow_id=${workflow}&status=running`)
  expect(running.data).toEqual([])
  expect((await talk.client.call<object[]>('GET', `/interrupts?workflow_id=${workflow}`)).data).toEqual([])
})

test('a concurrent reset never writes into a turn', async () => {
  const workflow = await talk.client.store(ask)
  for (let race = 0; race < 15; race++) {
    const { id } = await talk.beginWith(workflow)
    await Promise.all([talk.client.call('POST', `/sessions/${id}/reset`), talk.send(id, 'beside it')])
    await talk.client.call('POST', `/sessions/${id}/stop`)
    const said = (await talk.page(id)).data.map(({ role, content }) => `${role}: ${content}`)
    const line = said.indexOf('system: New conversation started.')
    const ends = said.indexOf('system: Stopped.')
    const begins = said.indexOf('user: beside it')
    expect(line).toBeGreaterThanOrEqual(0)
    if (begins >= 0) expect(line < begins || line > ends, said.join('\n')).toBe(true)
  }
})

test('rejects or truncates fields that every list contains', async () => {
  const workflow = await talk.client.store({
    nodes: [node('in', 'text_input', { defaultValue: 'x'.repeat(600_000) }), node('out', 'chat_output')],
    edges: [edge('in:text', 'out:message')],
  })
  const metadata = { note: 'x'.repeat(70_000) }
  const refused = await talk.client.call('POST', `/workflows/${workflow}/playground/sessions`, { metadata })
  expect([refused.status, refused.body.details?.[0]?.path]).toEqual([422, '/metadata'])
  const { id } = await talk.beginWith(workflow)
  const said = await talk.say(id, 'hello')
  expect(said.find(({ role }) => role === 'assistant')?.content.length).toBe(500_001)

  const speechless = await talk.begin({
    nodes: [node('in', 'text_input', { defaultValue: 'x'.repeat(600_000) }), node('out', 'output', { name: 'all' })],
    edges: [edge('in:text', 'out:value')],
  })
  const [, answer, end] = await talk.say(speechless.id, 'hello')
  expect(answer?.content.length).toBe(500_001)
  for (const message of [answer, end]) {
    expect(message?.metadata.outputs).toMatchObject({ all: { $cut: true, characters: 600_002 } })
    expect(JSON.stringify(message?.metadata).length).toBeLessThan(2000)
  }
})
