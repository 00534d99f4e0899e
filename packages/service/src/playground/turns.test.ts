/** Turns: history, failure, logs, stop, reset, modes. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edge, node } from '../executions/testing/client.ts'
import { gated, saidIn, shout, Talk } from './testing/talk.ts'

let talk: Talk
beforeAll(async () => {
  talk = await Talk.open()
})
afterAll(() => talk[Symbol.asyncDispose]())

/** A workflow that answers and outputs the conversation it received. */
const remembering = {
  nodes: [...shout.nodes, node('history', 'output'), node('session', 'output')],
  edges: [...shout.edges, edge('in:history', 'history:value'), edge('in:session_id', 'session:value')],
}

async function toldIn(id: string): Promise<unknown> {
  const last = (await talk.session(id)).executions.at(-1)
  const { outputs } = await talk.client.detail(String(last?.id))
  expect(outputs.session).toBe(id)
  return outputs.history
}

const post = (id: string, verb: string, own = talk) => own.client.call('POST', `/playground/sessions/${id}/${verb}`)

test('a workflow without a chat output answers with its outputs', async () => {
  const { id } = await talk.begin({
    nodes: [node('in', 'chat_input'), node('out', 'output', { name: 'told' })],
    edges: [edge('in:message', 'out:value')],
  })
  const said = await talk.say(id, 'Ahoy')
  const [answer] = said.filter(({ role }) => role === 'assistant')
  expect(answer?.content).toContain('Ahoy')
})

test('the first 2,000 log lines of a turn become messages; the pipeline has all of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-chatty-'))
  writeFileSync(
    join(folder, 'chatty.js'),
    `export default { id: 'chatty', version: '1.0.0', name: 'Chatty', description: 'Logs.', category: 'logic', icon: 'mdi:chat',
      tags: [], inputs: {}, outputs: {}, config: { type: 'object', properties: {} },
      run: ({ log }) => { for (let line = 0; line < 900; line++) log('info', 'line ' + line); return {} } }`,
  )
  await using own = await Talk.open('--nodes', folder)
  const { id } = await own.begin({
    nodes: [...shout.nodes, ...['a', 'b', 'c'].map((name) => node(name, 'chatty'))],
    edges: shout.edges,
  })
  await own.say(id, 'go')
  let [logged, after] = [0, 0]
  for (;;) {
    const { data, hasMore } = await own.page(id, `?since=${after}&limit=500`)
    logged += data.filter(({ role, content }) => role === 'log' && content.startsWith('line')).length
    after = data.at(-1)?.sequenceNumber ?? after
    if (!hasMore) break
  }
  expect(logged).toBe(2000)
  const { executions } = await own.session(id)
  expect((await own.client.logs(String(executions[0]?.id))).length).toBeGreaterThanOrEqual(2700)
})

describe('the conversation history', () => {
  test('is passed to the workflow in every turn', async () => {
    const { id } = await talk.begin(remembering)
    await talk.say(id, 'one')
    expect(await toldIn(id)).toEqual([])
    await talk.say(id, 'two')
    const first = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'ONE' },
    ]
    expect(await toldIn(id)).toEqual(first)
    await talk.say(id, 'three')
    const second = [
      { role: 'user', content: 'two' },
      { role: 'assistant', content: 'TWO' },
    ]
    expect(await toldIn(id)).toEqual([...first, ...second])
  })

  test('is limited to the newest 100 messages and 200,000 characters', async () => {
    const { id } = await talk.begin(remembering)
    const turns = [...'abcdefghijkl']
    for (const letter of turns) await talk.say(id, letter.repeat(10_000))
    await talk.say(id, 'last')
    const last = (await talk.session(id)).executions.at(-1)
    // The detail truncates long values.
    const { body: told } = await talk.client.call<{ content: string }[]>(
      'GET',
      `/pipelines/${last?.id}/values/history/value`,
    )
    // Each turn has 10,000 characters on both sides: ten turns fit.
    expect(told.map(({ content }) => content[0]).join('')).toBe('cCdDeEfFgGhHiIjJkKlL')

    const other = await talk.begin(remembering)
    for (let turn = 0; turn < 52; turn++) await talk.say(other.id, `turn ${turn}`)
    const newest = (await toldIn(other.id)) as { content: string }[]
    expect([newest.length, newest[0]?.content, newest.at(-1)?.content]).toEqual([100, 'turn 1', 'TURN 50'])
  })

  test('is kept but no longer passed after a reset', async () => {
    const { id, workflowId } = await talk.begin(remembering)
    const before = await talk.say(id, 'one')
    const reset = await post(id, 'reset')
    expect(reset).toMatchObject({ status: 200, body: { success: true, message: 'Session reset' } })
    expect(reset.data).toEqual(await talk.session(id))
    expect(reset.data).toMatchObject({ id, workflowId, status: 'idle', executions: [{ status: 'completed' }] })
    const after = await talk.say(id, 'two')
    expect(await toldIn(id)).toEqual([])
    const all = (await talk.page(id)).data
    expect(all.slice(0, before.length)).toEqual(before)
    expect(all.slice(-after.length)).toEqual(after)
    expect(all.map(({ sequenceNumber }) => sequenceNumber)).toEqual(all.map((_, at) => at + 1))
    await talk.say(id, 'three')
    expect(await toldIn(id)).toHaveLength(2)
  })
})

describe('a turn that fails', () => {
  const failing = {
    nodes: [node('in', 'chat_input'), node('f', 'fail', { code: 'NO_STOCK' })],
    edges: [edge('in:message', 'f:reason')],
  }

  test('ends with a system message with the error, and the session accepts the next message', async () => {
    const { id } = await talk.begin(failing)
    const said = await talk.say(id, 'sold out')
    expect(said[0]).toMatchObject({ role: 'user', status: 'failed' })
    expect(said.at(-1)).toMatchObject({
      role: 'system',
      content: 'sold out',
      status: 'completed',
      parentMessageId: said[0]?.id,
      metadata: { level: 'error', code: 'NO_STOCK', enableRun: true },
    })
    const session = await talk.session(id)
    expect(session).toMatchObject({ status: 'idle', executions: [{ status: 'failed' }] })
    expect((await talk.say(id, 'again')).at(-1)?.content).toBe('again')
  })
})

test('log lines of nodes become log messages with level and node', async () => {
  const logging = {
    nodes: [...shout.nodes, node('log', 'logger', { level: 'warning' })],
    edges: [...shout.edges, edge('in:message', 'log:message')],
  }
  const { id } = await talk.begin(logging)
  const said = await talk.say(id, 'careful')
  expect(said.filter(({ role }) => role === 'log')).toMatchObject([
    {
      content: 'careful',
      status: 'completed',
      nodeId: 'log',
      display: 'log',
      origin: 'workflow',
      parentMessageId: said[0]?.id,
      metadata: { level: 'warning', nodeLabel: 'log', source: 'job' },
    },
  ])
  expect(said.at(-1)?.role).toBe('system')
})

test('a chat output can use another role and add metadata', async () => {
  const roles = {
    nodes: [
      ...[node('in', 'chat_input'), node('meta', 'json_input', { defaultValue: { mood: 'good' } })],
      ...['assistant', 'user', 'system'].map((role) => node(role, 'chat_output', { role, format: 'plain' })),
    ],
    edges: ['assistant', 'user', 'system'].flatMap((role) => [
      edge('in:message', `${role}:message`),
      edge('meta:value', `${role}:metadata`),
    ]),
  }
  const { id } = await talk.begin(roles)
  const said = (await talk.say(id, 'hm')).slice(1, -1)
  expect(said.map(({ role }) => role).sort()).toEqual(['assistant', 'system', 'user'])
  for (const { role, nodeId, origin, content, metadata } of said) {
    expect([nodeId, origin, content]).toEqual([role, 'workflow', 'hm'])
    expect(metadata).toMatchObject({ mood: 'good', format: 'plain', nodeLabel: role })
  }
})

test('messages of a called workflow appear in the same conversation', async () => {
  const called = await talk.client.store({
    nodes: [node('hi', 'text_input', { defaultValue: 'from below' }), node('low', 'chat_output')],
    edges: [edge('hi:text', 'low:message')],
  })
  const calling = {
    nodes: [...shout.nodes, node('call', 'sub_workflow', { workflow: called })],
    edges: [...shout.edges, edge('call:trigger', 'out:trigger')],
  }
  const { id } = await talk.begin(calling)
  const said = await talk.say(id, 'from above')
  expect(saidIn(said).slice(0, -1)).toEqual([
    ['user', 'from above'],
    ['assistant', 'from below'],
    ['assistant', 'FROM ABOVE'],
  ])
  expect((await talk.session(id)).executions).toHaveLength(1)
  expect(new Set(said.map(({ executionId }) => executionId)).size).toBe(2)
})

describe('stop', () => {
  test('cancels running executions; the session is idle when it replies', async () => {
    await using own = await Talk.open()
    const { id } = await own.begin(gated)
    const { data: sent } = await own.send(id, 'hello')
    await own.client.until(() => own.client.closedGates === 1)
    const stopped = await post(id, 'stop', own)
    expect([stopped.status, stopped.body]).toEqual([200, { success: true, message: 'Execution stopped' }])
    const page = await own.page(id)
    expect(page.sessionStatus).toBe('idle')
    expect(page.data.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'failed'],
      ['system', 'completed'],
    ])
    expect(page.data.at(-1)?.metadata).toMatchObject({ level: 'warning', enableRun: true })
    expect(own.client.abortedGates).toBe(1)
    expect(await own.client.detail(String(sent.executionId))).toMatchObject({ status: 'cancelled' })
    expect((await own.session(id)).executions).toMatchObject([{ status: 'failed' }])
    expect((await own.send(id, 'again')).status).toBe(200)
  })

  test('succeeds without a running turn and changes nothing', async () => {
    const { id } = await talk.begin(shout)
    for (const root of ['/playground/sessions', '/sessions']) {
      const stopped = await talk.client.call('POST', `${root}/${id}/stop`)
      expect([stopped.status, stopped.body]).toEqual([200, { success: true, message: 'Nothing was running' }])
    }
    await talk.say(id, 'hello')
    const before = await talk.page(id)
    await post(id, 'stop')
    expect(await talk.page(id)).toEqual(before)
  })

  test('at any moment leaves a working session', async () => {
    const { id } = await talk.begin(shout)
    for (let turn = 0; turn < 15; turn++) {
      const sending = talk.send(id, `word ${turn}`)
      for (let pause = 0; pause < turn; pause++) await new Promise((resolve) => setImmediate(resolve))
      expect((await post(id, 'stop')).status).toBe(200)
      expect((await sending).status).toBe(200)
      await talk.until(id, 'idle')
    }
    const all = (await talk.page(id)).data
    expect(all.filter(({ role, status }) => role === 'user' && /pending|processing/.test(status))).toEqual([])
    expect(all.filter(({ metadata }) => metadata.enableRun === true)).toHaveLength(15)
    expect((await talk.say(id, 'still there'))[1]?.content).toBe('STILL THERE')
  })

  test('is part of a reset', async () => {
    await using own = await Talk.open()
    const { id } = await own.begin(gated)
    await own.send(id, 'hello')
    await own.client.until(() => own.client.closedGates === 1)
    expect((await post(id, 'reset', own)).data).toMatchObject({ status: 'idle', executions: [{ status: 'failed' }] })
    expect(own.client.abortedGates).toBe(1)
  })
})

describe('when all slots are taken', () => {
  const gate = { nodes: [node('g', 'gate')], edges: [] }

  test('a message runs at once, or is queued if the session is set to', async () => {
    await using own = await Talk.open('--max-concurrent-executions', '1')
    const workflow = await own.client.store(shout)
    await own.client.start(await own.client.store(gate))
    await own.client.until(() => own.client.closedGates === 1)

    for (const metadata of [undefined, {}, { executionMode: 'immediate' }]) {
      const { id } = await own.beginWith(workflow, metadata === undefined ? undefined : { metadata })
      expect((await own.say(id, 'now'))[1]?.content).toBe('NOW')
    }

    const queued = await own.beginWith(workflow, { metadata: { executionMode: 'queued' } })
    const { data: sent } = await own.send(queued.id, 'later')
    expect(await own.client.statusOf(String(sent.executionId))).toBe('pending')
    expect(await own.page(queued.id)).toMatchObject({ sessionStatus: 'running', data: [{ status: 'pending' }] })
    expect((await own.send(queued.id, 'too early')).body.code).toBe('SESSION_BUSY')
    await own.client.openGate()
    await own.until(queued.id, 'idle')
    expect((await own.page(queued.id)).data[1]?.content).toBe('LATER')
  })

  test('a turn reports whether it runs or is queued', async () => {
    await using own = await Talk.open('--max-concurrent-executions', '1')
    const workflow = await own.client.store(shout)
    await own.client.start(await own.client.store(gate))
    await own.client.until(() => own.client.closedGates === 1)
    for (const [executionMode, status] of [
      ['queued', 'queued'],
      ['immediate', 'running'],
    ]) {
      const { id } = await own.beginWith(workflow, { metadata: { executionMode } })
      expect((await own.client.call('POST', `/sessions/${id}/turn`, { content: 'hello' })).data.status).toBe(status)
    }
  })

  test('a queued turn can be stopped', async () => {
    await using own = await Talk.open('--max-concurrent-executions', '1')
    await own.client.start(await own.client.store(gate))
    await own.client.until(() => own.client.closedGates === 1)
    const { id } = await own.begin(shout, { metadata: { executionMode: 'queued' } })
    const { data: sent } = await own.send(id, 'later')
    expect((await post(id, 'stop', own)).body).toMatchObject({ message: 'Execution stopped' })
    expect(await own.page(id)).toMatchObject({
      sessionStatus: 'idle',
      data: [{ status: 'failed' }, { role: 'system' }],
    })
    expect(await own.client.statusOf(String(sent.executionId))).toBe('cancelled')
  })

  test('and the queue is full, a message is rejected and changes nothing', async () => {
    await using own = await Talk.open('--max-concurrent-executions', '1', '--max-waiting-executions', '1')
    const workflow = await own.client.store(gate)
    for (const _ of [1, 2]) await own.client.start(workflow)
    await own.client.until(() => own.client.closedGates === 1)
    const session = await own.begin(shout, { metadata: { executionMode: 'queued' } })
    for (const place of ['messages', 'turn']) {
      const refused = await own.client.call('POST', `/sessions/${session.id}/${place}`, { content: 'hello' })
      expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'TOO_MANY_EXECUTIONS' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(await own.session(session.id)).toEqual(session)
    expect((await own.page(session.id)).data).toEqual([])
  })
})
