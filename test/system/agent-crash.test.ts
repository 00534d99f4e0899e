/**
 * Agents in the started program. `kill -9` at any moment: what was on disk is not asked for or called again, and every
 * agent completes. With faulty models the execution fails with the reason, and the service keeps running.
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '@millrace/engine/testing/random'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROTOCOLS } from '../../packages/service/src/effects/testing/model-protocols.ts'
import {
  type ModelServer,
  type ScriptedReply,
  startModelServer,
} from '../../packages/service/src/effects/testing/model-server.ts'
import { freshFolder, killAll } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'
import { drawing } from './support/drawing.ts'

const SEED = Number(process.env.CRASH_SEED ?? 1)
const KEY = 'sk-crash-4f9a1c7e2b8d'
const SETTLE_MS = 120_000

let service: CrashService
function end(): void {
  killAll()
  rmSync(dirname(service.folder), { recursive: true, force: true })
}

async function connected(baseUrl: string): Promise<void> {
  const body = { name: 'Loopback', provider: 'openai_compatible', baseUrl, apiKey: KEY }
  expect((await service.call('POST', '/connections', body)).status).toBe(201)
}

/** The pipeline of an execution that is over. */
async function over(id: string) {
  const pipeline = await poll(async () => {
    const { body } = await service.call('GET', `/pipelines/${id}`)
    return ['pending', 'running'].includes(body.status) ? undefined : body
  }, SETTLE_MS)
  if (pipeline === undefined) throw new Error(`${id} has no end: ${service.log}`)
  return pipeline
}

async function begun(workflow: string, inputs: object = {}): Promise<string> {
  const { status, body } = await service.call('POST', `/workflows/${workflow}/execute`, { inputs })
  expect(status, JSON.stringify(body)).toBe(202)
  return body.data.execution_id
}

describe('agents that are killed', () => {
  /** What the model wants in each turn; in the one after these it has its answer. */
  const TURNS = [
    [
      ['calculate', { expression: '6 * 7' }],
      ['look', {}],
    ],
    [
      ['look', {}],
      ['send', { body: { order: 7 } }],
      ['look', {}],
    ],
    [
      ['calculate', { expression: '1 / 0' }],
      ['order', { count: 3 }],
    ],
    [['send', { body: { order: 8 } }]],
  ] as const
  const CALLS = TURNS.flat()
  const USED = { input: 11, output: 5 }

  /** What arrived at a server: of which agent (the model knows its name, the counter its execution), and what. */
  interface Seen {
    readonly agent: string
    readonly what: string
    readonly method?: string
  }

  const random = new Random(SEED)
  const asked: Seen[] = []
  const called: Seen[] = []
  const servers: Server[] = []
  afterAll(() => {
    end()
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })

  async function listening(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
    const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** Derives the answer from the request alone, so that a repeated request gets the same answer. */
  async function model(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const { messages } = JSON.parse(Buffer.concat(pieces).toString()) as {
      messages: { role: string; content: string }[]
    }
    const turn = messages.filter(({ role }) => role === 'assistant').length
    const agent = messages.find(({ role }) => role === 'user')?.content ?? ''
    asked.push({ agent, what: `turn:${turn}` })
    const answer = {
      text: turn < TURNS.length ? 'Let me see.' : `${agent} is done.`,
      pieces: turn < TURNS.length ? ['Let me', ' see.'] : [agent, ' is done.'],
      calls: (TURNS[turn] ?? []).map(([name, args], at) => ({ id: `c${at}`, name, args: JSON.stringify(args) })),
      usage: USED,
      finish: 'stop',
    } as const
    await sleep(random.below(30))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const { data } of PROTOCOLS[0]!.stream(answer)) {
      response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
      await sleep(random.below(4))
    }
    response.end()
  }

  async function counter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [agent = '', , , number] = String(request.headers['idempotency-key']).split(':')
    called.push({ agent, what: `call:${number}`, method: request.method ?? '' })
    request.resume()
    await sleep(random.below(60))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ seen: `call:${number}` }))
  }

  function agents(url: string) {
    return drawing(
      'agents',
      [
        { id: 'in', type: 'text_input' },
        { id: 'agent', type: 'simple_agent', config: { model: 'm', connection: 'Loopback' } },
        { id: 'calculate', type: 'calculator' },
        { id: 'look', type: 'http_request', config: { url } },
        { id: 'send', type: 'http_request', config: { url, method: 'POST' } },
        { id: 'order', type: 'sub_workflow', config: { workflow: 'order' } },
        { id: 'out', type: 'output', config: { name: 'answer' } },
      ],
      `in.text -> agent.message
      calculate.tool -> agent.tool
      order.tool -> agent.tool
      look.tool -> agent.tool
      send.tool -> agent.tool
      agent.response -> out.value`,
    )
  }

  /** A workflow that is a tool, and takes a while. */
  const ORDER = drawing(
    'order',
    [
      {
        id: 'start',
        type: 'start',
        config: { schema: { type: 'object', properties: { count: { type: 'integer' } } } },
      },
      { id: 'wait', type: 'delay', config: { seconds: 0.08 } },
      { id: 'out', type: 'output', config: { name: 'ordered' } },
    ],
    'start.inputs -> wait.value\nwait.value -> out.value',
  )

  /** What the journal has at this moment: turns, calls that ended, and calls that began, by execution. */
  function recorded(): { done: Set<string>; begun: Set<string> } {
    const database = new DatabaseSync(join(service.folder, 'millrace.db'), { readOnly: true })
    const sql = `SELECT e.id, j.events FROM executions e JOIN journal j ON j.chapter = e.num
      OR j.chapter IN (SELECT c.chapter FROM journal_chapters c WHERE c.num = e.num)`
    const found = { done: new Set<string>(), begun: new Set<string>() }
    try {
      for (const { id, events } of database.prepare(sql).all()) {
        for (const event of JSON.parse(`[${events}]`)) {
          if (event.type !== 'step-noted') continue
          const isOpen = event.key.startsWith('call:') && event.value.endedAt === undefined
          found[isOpen ? 'begun' : 'done'].add(`${id} ${event.key}`)
        }
      }
    } finally {
      database.close()
    }
    return found
  }

  test(`at any moment, from seed ${SEED}: all come to their end, and nothing that was recorded is done again`, async () => {
    const url = `http://${await listening(counter)}/`
    service = new CrashService(freshFolder(), ['--egress-allow', new URL(url).host])
    await service.start()
    await connected(`http://${await listening(model)}/v1`)
    const order = await service.call('POST', '/workflows', ORDER)
    const agent = await service.call('POST', '/workflows', agents(url))
    expect([order.status, agent.status]).toEqual([201, 201])

    const ids = new Map<string, string>()
    const kills: (ReturnType<typeof recorded> & { readonly asked: number; readonly called: number })[] = []
    for (let round = 0; round < 5; round++) {
      const before = asked.length
      for (let more = 0; more < 5; more++) {
        const name = `Agent ${ids.size}`
        ids.set(name, await begun('agents', { in: { text: name } }))
      }
      // On a busy machine nothing may have happened by then, and there would be nothing to do again.
      await poll(() => (asked.length > before ? true : undefined), SETTLE_MS)
      await sleep(50 + random.below(900))
      await service.kill()
      kills.push({ ...recorded(), asked: asked.length, called: called.length })
      // Now and then it dies again while it starts.
      if (random.chance(0.3)) await service.startAndKill(300 + random.below(900))
      await service.start()
    }
    for (const id of ids.values()) await over(id)

    const keyOf = ({ agent, what }: Seen) => `${ids.get(agent) ?? agent} ${what}`
    const again = kills.flatMap(({ done, begun: open, ...from }) => {
      const later = called.slice(from.called)
      return [
        ...[...asked.slice(from.asked), ...later].map(keyOf).filter((key) => done.has(key)),
        // A call that is not idempotent is not repeated, even if its result is unknown.
        ...later
          .filter(({ method }) => method === 'POST')
          .map(keyOf)
          .filter((key) => open.has(key)),
      ]
    })
    expect(again).toEqual([])
    const isInTheMiddle = ({ done }: (typeof kills)[number], id: string) => {
      const count = [...done].filter((key) => key.startsWith(id)).length
      return count > 0 && count < TURNS.length + 1 + CALLS.length
    }
    expect([...ids.values()].filter((id) => kills.some((kill) => isInTheMiddle(kill, id))).length).toBeGreaterThan(2)

    // Over all kills: an answer is on disk before anything is done about it, so no turn is asked for after the next one.
    for (const [name, id] of ids) {
      const turns = asked.filter(({ agent }) => agent === name).map(({ what }) => Number(what.slice(5)))
      expect(turns, name).toEqual(turns.toSorted((a, b) => a - b))
      const sent = called.filter(({ agent, method }) => agent === id && method === 'POST').map(({ what }) => what)
      expect(sent, name).toEqual([...new Set(sent)])
      await expectWhole(name, id)
    }
    const { body } = await service.call('GET', `/executions?workflow_id=${order.body.data.id}&limit=100`)
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(Array(ids.size).fill('completed'))
    expect(service.faultsInFile()).toEqual([])
    expect(service.log).toBe('')
  })

  async function expectWhole(name: string, id: string): Promise<void> {
    const pipeline = await over(id)
    expect(pipeline, JSON.stringify(pipeline)).toMatchObject({
      status: 'completed',
      outputs: { answer: `${name} is done.` },
    })
    const turns = TURNS.length + 1
    const [inputTokens, outputTokens] = [USED.input * turns, USED.output * turns]
    expect(pipeline.usage).toEqual({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens })
    const jobs = pipeline.jobs.filter((job: { tool_of?: string }) => job.tool_of === 'agent')
    expect(jobs.map((job: { node_id: string }) => job.node_id)).toEqual(CALLS.map(([tool]) => tool))
    const { body: log } = await service.call('GET', `/pipelines/${id}/logs?limit=500`)
    const lines: string[] = (log.data ?? log).map((line: { message: string }) => line.message)
    expect(lines.filter((line) => line.startsWith('Calling ')).toSorted(), name).toEqual(
      CALLS.map(([tool, args]) => `Calling ${tool}: ${JSON.stringify(args)}`).toSorted(),
    )
    expect(
      lines.filter((line) => / (returned|failed)\b/.test(line)),
      name,
    ).toHaveLength(CALLS.length)
    const { steps } = pipeline.jobs.find((job: { id: string }) => job.id === 'agent').output_data
    for (const [at, { tool, result, error }] of steps.entries()) {
      if (tool === 'calculate')
        expect(result ?? error).toMatchObject(at === 0 ? { result: 42 } : { code: 'DIVISION_BY_ZERO' })
      else if (tool === 'order') expect(result).toEqual({ ordered: { count: 3 } })
      else if (error === undefined) expect(result.json).toEqual({ seen: `call:${at}` })
      else expect([tool, error.code]).toEqual(['send', 'INTERRUPTED_BY_CRASH'])
    }
  }
})

describe('a model on a bad day', () => {
  let server: ModelServer
  let workflows = 0
  beforeAll(async () => {
    server = await startModelServer()
    service = new CrashService(freshFolder())
    await service.start()
    await connected(server.baseUrl)
  })
  afterAll(async () => {
    end()
    await server.close()
  })

  /** Runs a node that asks a model which answers like this, and gives the pipeline and the job of the node. */
  async function run(replies: readonly ScriptedReply[], extensions: object = {}, type = 'chat_model') {
    server.script(...replies)
    const flow = drawing(
      `bad-day-${++workflows}`,
      [
        { id: 'in', type: 'text_input', config: { defaultValue: 'Hello?' } },
        { id: 'ask', type, config: { model: 'm', connection: 'Loopback' } },
        { id: 'out', type: 'output', config: { name: 'answer' } },
      ],
      'in.text -> ask.message\nask.response -> out.value',
    )
    const nodes = flow.nodes.map((node) => (node.id === 'ask' ? { ...node, data: { ...node.data, extensions } } : node))
    const { body } = await service.call('POST', '/workflows', { ...flow, nodes })
    const pipeline = await over(await begun(body.data.id))
    return { ...pipeline, ask: pipeline.jobs.find((job: { id: string }) => job.id === 'ask') }
  }

  const BUSY = { status: 429, headers: { 'retry-after': '1' }, body: { error: { message: 'Slow down.' } } }
  const RETRY = { 'millrace:retry': { maxAttempts: 3, delayMs: 20 } }

  test.each(['chat_model', 'simple_agent'])(
    '%s: rate-limited requests are retried by the policy of the node',
    async (type) => {
      const before = server.requests.length
      expect(await run([BUSY, BUSY, 'There you are.'], RETRY, type)).toMatchObject({
        status: 'completed',
        outputs: { answer: 'There you are.' },
        ask: { attempt: 3 },
      })
      expect(await run([BUSY, BUSY, BUSY], RETRY, type)).toMatchObject({
        status: 'failed',
        error_code: 'RATE_LIMITED',
        ask: {
          attempt: 3,
          error_message: expect.stringMatching(/limits the rate of requests \(retry in 1 s\): Slow down\./),
        },
      })
      expect(await run([BUSY], {}, type)).toMatchObject({ error_code: 'RATE_LIMITED', ask: { attempt: 1 } })
      expect(server.requests.length - before).toBe(7)
    },
  )

  test.each<[string, ScriptedReply, string, RegExp]>([
    ['hangs', { fault: 'hang' }, 'TIMED_OUT', /longer than 400 ms/],
    ['stops in the middle', { fault: 'stall' }, 'TIMED_OUT', /longer than 400 ms/],
    ['is cut off', { fault: 'break' }, 'UPSTREAM_FAILED', /ended its response early|connection/i],
    ['ends too early', { fault: 'end' }, 'UPSTREAM_FAILED', /ended its response early/],
    ['talks without an end', { fault: 'endless' }, 'TIMED_OUT', /longer than 400 ms/],
    ['talks nonsense', { fault: 'garbage' }, 'MODEL_BAD_ANSWER', /sent a response that/],
    [
      'refuses',
      { status: 401, body: { error: { message: `No ${KEY}` } } },
      'MODEL_REFUSED',
      /status 401: No __secret__/,
    ],
  ])('that %s: the execution fails with the reason, and the next one succeeds', async (_, reply, code, words) => {
    const failed = await run([reply], { 'millrace:timeoutMs': 400 })
    expect(failed).toMatchObject({ status: 'failed', error_code: code })
    expect(failed.ask.error_message).toMatch(words)
    expect(JSON.stringify(failed)).not.toContain(KEY)
    expect(await run(['Better now.'])).toMatchObject({ status: 'completed', outputs: { answer: 'Better now.' } })
  })

  test('that talks without an end does not keep others waiting', async () => {
    const asked = server.next()
    const talking = run([{ fault: 'endless' }], { 'millrace:timeoutMs': 10_000 })
    await asked
    let isTalking = true
    void talking.finally(() => {
      isTalking = false
    })
    let answered = 0
    for (; isTalking && answered < 20; answered++) expect((await service.call('GET', '/workflows')).status).toBe(200)
    // A service whose event loop is blocked answers once the model is cut off, and not before.
    expect(answered).toBeGreaterThan(2)
    // Whichever limit a machine of this speed comes to first.
    const error_code = expect.stringMatching(/^(TIMED_OUT|RESPONSE_TOO_LARGE)$/)
    expect(await talking).toMatchObject({ status: 'failed', error_code })
  })

  test('whose answer exceeds the size limit fails the call without a retry', async () => {
    const large = await run([{ text: 'x'.repeat(17 * 2 ** 20) }], RETRY)
    expect(large).toMatchObject({ status: 'failed', error_code: 'RESPONSE_TOO_LARGE', ask: { attempt: 1 } })
  })
})
