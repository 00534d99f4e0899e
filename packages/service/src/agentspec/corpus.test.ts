/** The flows of the corpus, imported as workflows and run on the engine with the same results. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { Client } from '../executions/testing/client.ts'

type Json = Record<string, unknown>

interface ScriptedTool extends Json {
  readonly inputs?: readonly Json[]
  readonly outputs?: readonly Json[]
}

interface Case {
  readonly file: string
  readonly name: string
  readonly flow: unknown
  readonly inputs: Json
  readonly models?: Readonly<Record<string, readonly unknown[]>>
  readonly tools?: Readonly<Record<string, ScriptedTool>>
  readonly http?: readonly { readonly status: number; readonly body: string }[]
  readonly answers?: readonly unknown[]
  readonly expect: {
    readonly status: 'completed' | 'failed' | 'waiting'
    readonly outputs?: Json
    readonly error?: string
    readonly end_node?: string
    readonly end_branch?: string
    readonly node_statuses?: Readonly<Record<string, string>>
    readonly node_counts?: Readonly<Record<string, number>>
    readonly said?: readonly string[]
    readonly asked_models?: readonly string[]
    readonly asked?: readonly string[]
    readonly called?: readonly string[]
    readonly sent?: readonly string[]
  }
}

const FOLDER = new URL('../../../../test/agentspec/valid/', import.meta.url)
const cases = readdirSync(fileURLToPath(FOLDER))
  .sort()
  .map((file): Case => ({ ...parse(readFileSync(new URL(file, FOLDER), 'utf8')), file }))

let client: Client
let server: Server
let origin: string
const world = { replies: [] as { status: number; body: string }[], called: [] as string[], sent: [] as string[] }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    world.called.push(`${request.method} https://api.invalid${request.url}`)
    if (chunks.length > 0) world.sent.push(Buffer.concat(chunks).toString())
    const { status, body } = world.replies.shift() ?? { status: 500, body: '' }
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  client = await Client.open('--egress-allow', `127.0.0.1:${port}`)
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  server.close()
})

/** The document with loopback URLs and `echo` models. */
function offline(value: unknown, { models = {} }: Case): unknown {
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return one.replaceAll('https://api.invalid', origin)
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    const { url, api_key: _, ...rest } = one as Json
    const isModel = 'model_id' in one
    const made = Object.fromEntries(
      Object.entries(isModel ? rest : (one as Json)).map(([key, inner]) => [key, walk(inner)]),
    )
    const script = models[String((one as Json).name)] ?? []
    const type =
      'component_type' in one
        ? { component_type: /[A-Z]/.test(String(one.component_type)) ? 'LlmConfig' : 'llm_config' }
        : {}
    return isModel ? { ...made, ...type, provider: 'echo', script } : made
  }
  return walk(value)
}

/** A registered tool that behaves as the case defines. */
function toolOf(name: string, { inputs = [], outputs = [], ...script }: ScriptedTool): Json {
  const source = `
    const script = ${JSON.stringify(script)}
    const sorted = (v) => Array.isArray(v) ? v.map(sorted) : v && typeof v === 'object'
      ? Object.fromEntries(Object.keys(v).sort().map((k) => [k, sorted(v[k])])) : v
    const same = (a, b) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
    const found = (script.cases ?? []).find((one) => same(one.args, args)) ?? script
    if (found.error !== undefined) throw new Error(found.error)
    return found.result`
  return { name, inputs, outputs, implementation: { kind: 'code', source } }
}

/** Starts a case; returns the id of its execution. */
type Start = (one: Case) => Promise<string>

const asWorkflow: Start = async (one) => {
  const { body, data } = await client.call('POST', `/workflows/${await imported(one)}/execute`, { inputs: one.inputs })
  if (data === undefined) throw new Error(JSON.stringify(body))
  return String(data.execution_id)
}

const asFlow: Start = async (one) => {
  const flow = { flow: offline(one.flow, one), inputs: one.inputs }
  const { body } = await client.call('POST', '/agentspec/flows/execute', flow)
  if (body.id === undefined) throw new Error(JSON.stringify(body))
  return String(body.id)
}

async function imported(one: Case): Promise<string> {
  const reply = await client.call('POST', '/workflows/import/agentspec?save=true', offline(one.flow, one) as object)
  if (reply.status >= 300) throw new Error(JSON.stringify(reply.body))
  return String(reply.data.id ?? reply.body.id)
}

interface OpenQuestion {
  readonly id: string
  readonly config: { readonly message?: string }
}

/** Oldest first, of all executions: a nested flow is a separate execution. */
async function openQuestions(): Promise<readonly OpenQuestion[]> {
  const { data } = await client.call<readonly OpenQuestion[]>('GET', '/interrupts?status=pending')
  return data.toReversed()
}

async function waitFor(execution: string): Promise<Json> {
  const isWaiting = await vi.waitUntil(
    async () => {
      if (!['pending', 'running'].includes(await client.statusOf(execution))) return 'no'
      return (await openQuestions()).length > 0 && 'yes'
    },
    { timeout: 150_000, interval: 5 },
  )
  const { body: data } = await client.call('GET', `/pipelines/${execution}`)
  return isWaiting === 'yes' ? { ...data, status: 'waiting' } : data
}

interface Ran {
  readonly detail: Json
  readonly asked: readonly string[]
}

async function run(one: Case, start: Start): Promise<Ran> {
  for (const [name, tool] of Object.entries(one.tools ?? {})) {
    expect((await client.call('POST', '/agentspec/tools', toolOf(name, tool), 'admin')).status).toBe(201)
  }
  Object.assign(world, { replies: [...(one.http ?? [])], called: [], sent: [] })
  let execution = ''
  try {
    execution = await start(one)
    const asked: string[] = []
    for (const answer of [...(one.answers ?? []), undefined]) {
      const detail = await waitFor(execution)
      if (detail.status !== 'waiting') return { detail, asked }
      const [question] = await openQuestions()
      asked.push(String(question?.config.message))
      if (answer === undefined) return { detail, asked }
      await client.call('POST', `/interrupts/${question?.id}`, { value: answer })
    }
    return { detail: await waitFor(execution), asked }
  } finally {
    await client.call('POST', `/executions/${execution}/cancel`)
    await vi.waitUntil(async () => (await openQuestions()).length === 0, { timeout: 60_000, interval: 5 })
    for (const name of Object.keys(one.tools ?? {}))
      await client.call('DELETE', `/agentspec/tools/${name}`, undefined, 'admin')
  }
}

/** The sandbox adds the position at which the code of a tool failed. */
function withWords(outputs: Json): Json {
  const { caught_exception_info: caught } = outputs
  return typeof caught === 'string' ? { ...outputs, caught_exception_info: expect.stringContaining(caught) } : outputs
}

async function expectAsWanted(one: Case, start: Start): Promise<Ran> {
  const ran = await run(one, start)
  const { detail, asked } = ran
  const { expect: wanted } = one
  expect({ status: detail.status, error: detail.error }).toMatchObject({ status: wanted.status })
  if (wanted.status === 'failed') expect(detail.error).toContain(wanted.error)
  if (wanted.status === 'completed') expect(detail.outputs).toEqual(withWords(wanted.outputs ?? {}))
  for (const [at, text] of (wanted.asked ?? []).entries()) expect(asked[at]).toContain(text)
  if (wanted.called) expect(world.called).toEqual(wanted.called)
  if (wanted.sent) expect(world.sent).toEqual(wanted.sent)
  return ran
}

/** The nodes, result and conversation in the record of a submitted flow. */
function expectNodes({ expect: wanted }: Case, record: Json): void {
  const { node_statuses = {}, node_counts = {}, said, end_node, end_branch } = wanted
  const nodes = record.nodes as Record<string, Json>
  const kept = (names: object, field: string) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, nodes[name]?.[field]]))
  expect(kept(node_statuses, 'status')).toEqual(node_statuses)
  expect(kept(node_counts, 'execution_count')).toEqual(node_counts)
  if (end_node !== undefined) expect(record.end_node).toBe(end_node)
  if (end_branch !== undefined) expect(record.end_branch).toBe(end_branch)
  const messages = (record.messages ?? []) as readonly Json[]
  if (said !== undefined) expect(messages.map(({ content }) => content)).toEqual(said)
}

/** Rejected at submission, not at run time. */
const REFUSED = 'start-missing.yaml'

describe('a submitted flow', () => {
  test('without a required input is rejected', async () => {
    const refused = cases.filter(({ file }) => file === REFUSED)
    expect(refused).toHaveLength(1)
    for (const one of refused) await expect(asFlow(one)).rejects.toThrow('"code":"VALIDATION_ERROR"')
  })

  test.each(cases.filter(({ file }) => file !== REFUSED))(
    'runs as its document defines ($file: $name)',
    async (one) => {
      const { detail } = await expectAsWanted(one, asFlow)
      const { status, outputs, error } = one.expect
      const { body: record } = await client.call('GET', `/agentspec/executions/${detail.id}`)
      // Waiting flows were cancelled after the run.
      expect(record.status).toBe(status === 'waiting' ? 'cancelled' : status)
      if (status === 'failed') expect(record.error).toContain(error)
      if (status !== 'waiting') expectNodes(one, record)
      if (status !== 'completed') return
      const { body: results } = await client.call('GET', `/agentspec/executions/${detail.id}/results`)
      expect(results).toEqual(withWords(outputs ?? {}))
    },
  )
})

const prompted = cases.filter(({ expect: { asked_models } }) => asked_models !== undefined)

test.each(prompted)('a model receives the prompt of the document ($file: $name)', async (one) => {
  // Without a script the model repeats its input.
  const { detail } = await run({ ...one, models: {} }, asFlow)
  expect(Object.values(detail.outputs as Json)).toEqual(one.expect.asked_models)
})

describe('an imported flow runs on the canvas like the submitted flow', () => {
  test.each(cases)('$file: $name', async (one) => {
    await expectAsWanted(one, asWorkflow)
  })
})
