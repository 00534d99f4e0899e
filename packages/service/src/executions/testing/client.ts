/** A client of a service under test: creates workflows, starts them, waits for their end. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ExecutionStatus,
  isExecutionOver,
  type Job,
  type LogEntry,
  type PipelineDetail,
  type Role,
} from '@millrace/model'
import { expect, vi } from 'vitest'
import { type TestService, testService } from '../../testing/test-service.ts'

export interface Reply<T = Record<string, unknown>> {
  readonly status: number
  readonly headers: Record<string, unknown>
  /** The whole body. */
  readonly body: T & { code?: string; error?: string; details?: { code: string; message: string; path: string }[] }
  /** `data` of an envelope. */
  readonly data: T
}

export interface Drawing {
  readonly nodes: object[]
  readonly edges: object[]
  readonly config?: object
}

/** `node('a', 'text_input', { defaultValue: 'x' })` */
export function node(id: string, type: string, config: object = {}, extensions?: object): object {
  const metadata = { node_type_id: type, id: type }
  return { id, type: 'universalNode', position: { x: 0, y: 0 }, data: { label: id, config, metadata, extensions } }
}

/** `edge('a:text', 'b:message')` */
export function edge(from: string, to: string): object {
  const [source, out] = from.split(':')
  const [target, input] = to.split(':')
  const handles = { sourceHandle: `${source}-output-${out}`, targetHandle: `${target}-input-${input}` }
  return { id: `${from}-${to}`, source, target, ...handles }
}

/** A workflow that passes a text to an output called `answer`. */
export const echo: Drawing = {
  nodes: [node('in', 'text_input', { defaultValue: 'Ada' }), node('out', 'output', { name: 'answer' })],
  edges: [edge('in:text', 'out:value')],
}

/** Node types for tests: one that runs until released, one that outputs its secret, one whose result is not JSON. */
const CUSTOM = {
  'gate.js': `export default { id: 'gate', version: '1.0.0', name: 'Gate', description: 'Waits.', category: 'logic',
    icon: 'mdi:gate', tags: [], inputs: {}, outputs: { value: { dataType: 'mixed' } },
    config: { type: 'object', properties: {} },
    run: ({ signal }) => new Promise((resolve, reject) => {
      globalThis.millraceGates.push(() => resolve({ value: 'open' }))
      globalThis.millraceMostGates = Math.max(globalThis.millraceMostGates, globalThis.millraceGates.length)
      signal.addEventListener('abort', () => { globalThis.millraceAborted++; reject(new Error('aborted')) })
    }) }`,
  'blab.js': `export default { id: 'blab', version: '1.0.0', name: 'Blab', description: 'Tells.', category: 'logic',
    icon: 'mdi:bullhorn', tags: [], inputs: {}, outputs: { value: { dataType: 'mixed' } },
    config: { type: 'object', properties: {
      key: { type: 'string', format: 'hidden' }, fails: { type: 'boolean' } } },
    run: ({ config, log }) => {
      log('info', 'the key is ' + config.key, { key: config.key, length: config.key.length })
      if (config.fails) throw new Error('the key ' + config.key + ' is wrong')
      return { value: { ['k' + config.key]: [config.key, 'x' + config.key, config.key.length] } }
    } }`,
  'odd.js': `export default { id: 'odd', version: '1.0.0', name: 'Odd', description: 'No JSON.', category: 'logic',
    icon: 'mdi:help', tags: [], inputs: {}, outputs: { value: { dataType: 'mixed' } },
    config: { type: 'object', properties: {} },
    run: () => { const circle = {}; circle.self = circle; return { value: circle } } }`,
}

interface Gates {
  millraceGates: (() => void)[]
  millraceMostGates: number
  millraceAborted: number
}
const gates = globalThis as unknown as Gates

let folder: string | undefined
function customNodes(): string {
  folder ??= mkdtempSync(join(tmpdir(), 'millrace-executions-'))
  for (const [name, text] of Object.entries(CUSTOM)) writeFileSync(join(folder, name), text)
  return folder
}

export class Client implements AsyncDisposable {
  readonly service: TestService
  readonly #ticking: NodeJS.Timeout

  private constructor(service: TestService) {
    this.service = service
    // Advance the clock automatically so that delays end.
    this.#ticking = setInterval(() => service.clock.advance(5), 5)
  }

  static async open(...flags: string[]): Promise<Client> {
    gates.millraceGates = []
    gates.millraceMostGates = 0
    gates.millraceAborted = 0
    return new Client(await testService({ flags: ['--nodes', customNodes(), ...flags] }))
  }

  /** One of several processes on a Postgres database. */
  static async inCluster(database: string, ...flags: string[]): Promise<Client> {
    gates.millraceGates ??= []
    const options = { flags: ['--nodes', customNodes(), '--database', database, ...flags], cluster: true }
    return new Client(await testService(options))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#ticking)
    await this.service[Symbol.asyncDispose]()
  }

  async call<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH',
    path: string,
    body?: unknown,
    role: Role = 'editor',
  ): Promise<Reply<T>> {
    const answer = await this.service.app.inject({
      method,
      url: path.startsWith('/api') ? path : `/api/v1${path}`,
      headers: this.service.as(role),
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const json = answer.json()
    return { status: answer.statusCode, headers: answer.headers, body: json, data: json?.data }
  }

  /** Saves a workflow and returns its id. */
  async store(drawing: Drawing, name = 'A workflow'): Promise<string> {
    const { status, data } = await this.call<{ id: string }>('POST', '/workflows', { name, ...drawing })
    expect(status).toBe(201)
    return data.id
  }

  /** Starts a stored workflow and returns the execution id. */
  async start(workflow: string, body: object = {}): Promise<string> {
    const reply = await this.call<{ execution_id: string }>('POST', `/workflows/${workflow}/execute`, body)
    expect(reply.body).toMatchObject({ success: true })
    return reply.data.execution_id
  }

  /** Saves and starts a workflow and waits for its end. */
  async run(drawing: Drawing, body: object = {}): Promise<PipelineDetail> {
    return this.untilOver(await this.start(await this.store(drawing), body))
  }

  async detail(id: string): Promise<PipelineDetail> {
    const { status, body } = await this.call<PipelineDetail>('GET', `/pipelines/${id}`)
    expect(status).toBe(200)
    return body
  }

  async statusOf(id: string): Promise<ExecutionStatus> {
    return (await this.call<{ status: ExecutionStatus }>('GET', `/pipelines/${id}/status`)).data.status
  }

  /** The log without the lines of the engine about started, waiting and failed steps. */
  async logs(id: string, query = ''): Promise<LogEntry[]> {
    return (await this.wholeLog(id, query)).filter(({ message }) => !/^(Started|Waits |Failed \()/.test(message))
  }

  async wholeLog(id: string, query = ''): Promise<LogEntry[]> {
    return (await this.call<LogEntry[]>('GET', `/executions/${id}/logs${query}`)).data
  }

  async untilOver(id: string): Promise<PipelineDetail> {
    await this.until(async () => isExecutionOver(await this.statusOf(id)))
    return this.detail(id)
  }

  async until(holds: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
    await vi.waitUntil(holds, { timeout: ms, interval: 3 })
  }

  /** Waits until the given number of gates are closed and opens the oldest. */
  async openGate(): Promise<void> {
    await this.until(() => gates.millraceGates.length > 0)
    gates.millraceGates.shift()?.()
  }

  get closedGates(): number {
    return gates.millraceGates.length
  }

  /** The maximum number of gates closed at the same time. */
  get mostShutGates(): number {
    return gates.millraceMostGates
  }

  get abortedGates(): number {
    return gates.millraceAborted
  }
}

export function jobOf({ jobs }: PipelineDetail, nodeId: string): Job {
  const found = jobs.find((job) => job.node_id === nodeId)
  if (found === undefined) throw new Error(`there is no job of ${nodeId}`)
  return found
}
