/**
 * Agent Spec flows in the started program, and `kill -9` at any moment: every flow that was accepted comes to its end,
 * non-repeatable calls happen once, answers of people count once, and the stream reports the end.
 */
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { Random } from '@millrace/engine/testing/random'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'

const SEED = Number(process.env.CRASH_SEED ?? 1)
const FLOWS = 12
const ITEMS = [1, 2, 3, 4]
const SETTLE_MS = 120_000

let service: CrashService
let server: Server | undefined
afterEach(() => {
  killAll()
  server?.close()
  rmSync(dirname(service.folder), { recursive: true, force: true })
})

const text = (title: string) => ({ title, type: 'string' })
const edge = (from_node: string, to_node: string) => ({ name: `${from_node}_${to_node}`, from_node, to_node })

/** For every item: look (may be repeated), send (must not be); then ask a person and send a message. */
function flowTo(url: string) {
  const data = { flow: '{{flow}}', n: '{{n}}' }
  const each = {
    component_type: 'flow',
    name: 'each',
    start_node: 's',
    nodes: [
      { component_type: 'start_node', name: 's', outputs: [{ title: 'n', type: 'number' }, text('flow')] },
      {
        component_type: 'api_node',
        name: 'look',
        endpoint: `${url}/look/{{flow}}/{{n}}`,
        method: 'GET',
        inputs: [text('flow'), text('n')],
        outputs: [text('seen')],
      },
      {
        component_type: 'api_node',
        name: 'send',
        endpoint: `${url}/send`,
        method: 'POST',
        body: data,
        inputs: [text('flow'), text('n')],
        outputs: [text('sent')],
      },
      { component_type: 'end_node', name: 'e', inputs: [text('seen'), text('sent')] },
    ],
    control_flow_connections: [edge('s', 'look'), edge('look', 'send'), edge('send', 'e')],
    data_flow_connections: null,
  }
  return {
    component_type: 'flow',
    name: 'everything',
    start_node: 'start',
    nodes: [
      {
        component_type: 'start_node',
        name: 'start',
        outputs: [{ title: 'iterated_n', type: 'array', items: { type: 'number' } }, text('iterated_flow')],
      },
      { component_type: 'map_node', name: 'map', map_flow: each },
      { component_type: 'input_message_node', name: 'ask', message: 'Go on?', outputs: [text('answer')] },
      {
        component_type: 'end_node',
        name: 'end',
        inputs: [{ title: 'collected_seen' }, { title: 'collected_sent' }, text('answer')],
      },
    ],
    control_flow_connections: [edge('start', 'map'), edge('map', 'ask'), edge('ask', 'end')],
    data_flow_connections: null,
  }
}

interface Arrived {
  readonly sent: string[]
  readonly keys: Map<string, string>
}

async function world(arrived: Arrived): Promise<string> {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const isSend = request.method === 'POST'
    const body = isSend ? (JSON.parse(Buffer.concat(chunks).toString()) as { flow: string; n: string }) : undefined
    if (body !== undefined) arrived.sent.push(`${body.flow}/${body.n}`)
    const what = body === undefined ? String(request.url) : `${body.flow}/${body.n}`
    arrived.keys.set(`${request.headers['idempotency-key']}`, what)
    // Slow enough to be killed in the middle.
    setTimeout(() => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ seen: `saw ${what}`, sent: `sent ${what}` }))
    }, 15)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  service = new CrashService(freshFolder(), ['--egress-allow', `127.0.0.1:${port}`])
  await service.start()
  return `http://127.0.0.1:${port}`
}

/** Answers every question. */
async function answerAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { body } = await service.call('GET', `/agentspec/executions/${id}`)
    for (const { interruptId } of body.waiting_for ?? [])
      await service.call('POST', `/interrupts/${interruptId}`, { value: `yes ${id}` })
  }
}

test(`flows through kills from seed ${SEED}: all of them end, and nothing is sent twice`, async () => {
  const random = new Random(SEED)
  const arrived: Arrived = { sent: [], keys: new Map() }
  const flow = flowTo(await world(arrived))
  const ids: string[] = []
  for (let at = 0; at < FLOWS; at++) {
    const inputs = { iterated_n: ITEMS, iterated_flow: `flow${at}` }
    const { status, body } = await service.call('POST', '/agentspec/flows/execute', { flow, inputs })
    expect(status, JSON.stringify(body)).toBe(200)
    ids.push(body.execution_id)
  }
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 30 + random.below(150)))
    await service.kill()
    await service.start()
    if (round > 2) await answerAll(ids).catch(() => {})
  }
  const over = await poll(async () => {
    await answerAll(ids)
    const records = await Promise.all(
      ids.map(async (id) => (await service.call('GET', `/agentspec/executions/${id}`)).body),
    )
    return records.every(({ status }) => status !== 'running') ? records : undefined
  }, SETTLE_MS)
  expect(over, service.log).toBeDefined()
  for (const [at, record] of (over ?? []).entries()) {
    if (record.status === 'failed') {
      expect(record.error).toMatch('The service stopped during this call')
      continue
    }
    expect(record).toMatchObject({
      status: 'completed',
      end_node: 'end',
      nodes: { map: { execution_count: 1 }, ask: { execution_count: 1 } },
    })
    const { body } = await service.call('GET', `/agentspec/executions/${record.id}/results`)
    expect(body).toEqual({
      collected_seen: ITEMS.map((n) => `saw /look/flow${at}/${n}`),
      collected_sent: ITEMS.map((n) => `sent flow${at}/${n}`),
      answer: `yes ${record.id}`,
    })
  }
  expect(new Set(arrived.sent).size).toBe(arrived.sent.length)
  // Every call has a key of its own, the same when it is made again.
  expect(new Set(arrived.keys.values()).size).toBe(arrived.keys.size)
  expect(service.faultsInFile()).toEqual([])
})

test('imported flows through kills: the flows inside of their nodes are found again, and nothing is sent twice', async () => {
  const random = new Random(SEED + 1)
  const arrived: Arrived = { sent: [], keys: new Map() }
  const flow = flowTo(await world(arrived))
  const { body: stored } = await service.call('POST', '/workflows/import/agentspec?save=true', flow)
  const ids: string[] = []
  const launch = async () => {
    const inputs = { iterated_n: ITEMS, iterated_flow: `flow${ids.length}` }
    const { body } = await service.call('POST', `/workflows/${stored.data.id}/execute`, { inputs })
    ids.push(body.data.execution_id)
  }
  for (let at = 0; at < FLOWS; at++) await launch()
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 30 + random.below(150)))
    await service.kill()
    await service.start()
  }
  // A kill may meet each of the others in the middle of a call, which fails it.
  await launch()
  const over = await poll(async () => {
    const { body: open } = await service.call('GET', '/interrupts?status=pending')
    for (const { id } of open.data) await service.call('POST', `/interrupts/${id}`, { value: 'yes' })
    const details = await Promise.all(ids.map(async (id) => (await service.call('GET', `/pipelines/${id}`)).body))
    return details.every(({ status }) => status === 'completed' || status === 'failed') ? details : undefined
  }, SETTLE_MS)
  expect(over, service.log).toBeDefined()
  for (const [at, detail] of (over ?? []).entries()) {
    if (detail.status === 'failed') {
      expect(detail.error).toMatch('The service stopped during this call')
      continue
    }
    expect(detail.outputs).toEqual({
      collected_seen: ITEMS.map((n) => `saw /look/flow${at}/${n}`),
      collected_sent: ITEMS.map((n) => `sent flow${at}/${n}`),
      answer: 'yes',
    })
  }
  expect(over?.at(-1)?.status).toBe('completed')
  expect(new Set(arrived.sent).size).toBe(arrived.sent.length)
  expect(new Set(arrived.keys.values()).size).toBe(arrived.keys.size)
  expect(service.faultsInFile()).toEqual([])
})

test('a waiting flow survives, and its stream reports the end to readers after the crash', async () => {
  const flow = flowTo(await world({ sent: [], keys: new Map() }))
  const { body: started } = await service.call('POST', '/agentspec/flows/execute', {
    flow,
    inputs: { iterated_n: [1], iterated_flow: 'one' },
  })
  const id = started.execution_id
  await poll(async () => (await service.call('GET', `/agentspec/executions/${id}`)).body.waiting_for, SETTLE_MS)
  await service.kill()
  const program = await service.start()
  const { body } = await service.call('POST', '/auth/tickets')
  const address = `${program.origin.replace('http', 'ws')}/api/v1/agentspec/executions/${id}/stream?ticket=${body.data.ticket}`
  const socket = new WebSocket(address)
  const messages: { type: string; node?: string; status?: { status: string } }[] = []
  socket.addEventListener('message', ({ data }) => {
    messages.push(JSON.parse(String(data)))
    if (messages.length === 4) void answerAll([id])
  })
  const code = await new Promise((resolve) => socket.addEventListener('close', (event) => resolve(event.code)))
  expect(code).toBe(1000)
  expect(messages.slice(0, 4).map(({ node, status }) => `${node} ${status?.status}`)).toEqual([
    'start completed',
    'map completed',
    'ask interrupted',
    'end idle',
  ])
  expect(messages.at(-1)).toMatchObject({ type: 'execution_complete', results: { answer: `yes ${id}` } })
})

/** Asks the server in every round whether there is another one; cycles are only legal in the official form. */
function roundsAt(url: string) {
  const ref = (id: string) => ({ $component_ref: id })
  const order = (from: string, to: string, from_branch: string | null = null) => ({
    component_type: 'ControlFlowEdge',
    id: `${from} ${to}`,
    name: `${from} ${to}`,
    from_node: ref(from),
    to_node: ref(to),
    from_branch,
  })
  const part = (component_type: string, id: string, more: object) => ({ component_type, id, name: id, ...more })
  const components = [
    part('StartNode', 'start', { inputs: [text('flow')], outputs: [text('flow')] }),
    part('ApiNode', 'round', {
      url: `${url}/round/{{flow}}`,
      http_method: 'GET',
      inputs: [text('flow')],
      outputs: [text('again')],
    }),
    part('BranchingNode', 'choose', { mapping: { yes: 'more' }, inputs: [text('again')], outputs: [] }),
    part('EndNode', 'end', { inputs: [text('flow')], outputs: [text('flow')] }),
  ]
  return {
    component_type: 'Flow',
    id: 'rounds',
    name: 'rounds',
    agentspec_version: '25.4.1',
    start_node: ref('start'),
    nodes: components.map(({ id }) => ref(id)),
    control_flow_connections: [
      order('start', 'round'),
      order('round', 'choose'),
      order('choose', 'round', 'more'),
      order('choose', 'end', 'default'),
    ],
    data_flow_connections: null,
    $referenced_components: Object.fromEntries(components.map((one) => [one.id, one])),
  }
}

test('a looping flow that is killed continues in the same round and ends after the last one', async () => {
  const ROUNDS = 8
  const keys = new Map<string, Set<string>>()
  server = createServer((request, response) => {
    const known = keys.get(String(request.url)) ?? new Set()
    keys.set(String(request.url), known.add(String(request.headers['idempotency-key'])))
    const again = known.size < ROUNDS ? 'yes' : 'no'
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ again })), 20)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  service = new CrashService(freshFolder(), ['--egress-allow', `127.0.0.1:${port}`])
  await service.start()
  const flow = roundsAt(`http://127.0.0.1:${port}`)
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    const { status, body } = await service.call('POST', '/agentspec/flows/execute', { flow, inputs: { flow: name } })
    expect(status, JSON.stringify(body)).toBe(200)
    ids.push(body.execution_id)
  }
  const random = new Random(SEED)
  for (let kill = 0; kill < 4; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 20 + random.below(60)))
    await service.kill()
    await service.start()
  }
  for (const id of ids) {
    const over = await poll(async () => {
      const { body } = await service.call('GET', `/agentspec/executions/${id}`)
      return body.status === 'running' ? undefined : body
    }, SETTLE_MS)
    expect(over).toMatchObject({
      status: 'completed',
      nodes: { round: { execution_count: ROUNDS }, choose: { execution_count: ROUNDS }, end: { execution_count: 1 } },
    })
  }
  // A round that is run again sends the key that it sent before.
  expect([...keys.values()].map(({ size }) => size)).toEqual(ids.map(() => ROUNDS))
})
