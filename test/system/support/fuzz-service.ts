/** The service as the fuzzer sees it: on a database that can be watched, with things to ask for and people who ask. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { NodeType } from '@millrace/model'
import { type TestService, testService } from '../../../packages/service/src/testing/test-service.ts'
import { type DatabaseWatch, watchDatabase } from './database-watch.ts'
import type { HostileRequest, World } from './hostile-requests.ts'
import type { Answered } from './judge.ts'
import type { OpenApi } from './operations.ts'

export interface FuzzService extends AsyncDisposable {
  readonly service: TestService
  readonly document: OpenApi
  readonly nodeTypes: readonly NodeType[]
  readonly world: World
  readonly watch: DatabaseWatch
  send(request: Pick<HostileRequest, 'method' | 'url'> & Partial<HostileRequest>): Promise<Answered>
  /** Puts back what a request has taken away: workflows, tokens that may go, the session. */
  restock(): Promise<void>
  /** Resolves once nothing has been written for a moment. */
  settled(): Promise<void>
}

interface FoundWorkflow {
  readonly id: string
  readonly machineName: string
  readonly config?: { readonly publish?: string }
}

const BASE = '/api/v1'
const WORKFLOWS = 5
const SETTLING_MS = 20
const SETTLING_LOOKS = 200

export async function fuzzService(): Promise<FuzzService> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-fuzz-'))
  const file = join(folder, 'fuzz.db')
  const service = await testService({ flags: ['--database', file, '--max-body-mib', '1'] })
  const watch = watchDatabase(file)
  const ids: Record<string, string[]> = {
    workflows: [],
    tokens: [],
    versions: ['1', '2', '3', '99'],
    docs: ['swagger-ui.css', 'start.js'],
  }
  const admin = { ...service.as('admin') }
  const credentials: Record<string, Record<string, string>> = {
    admin,
    editor: { ...service.as('editor') },
    viewer: { ...service.as('viewer') },
    key: { 'x-api-key': service.tokens.admin },
    session: {},
  }

  async function send({ method, url, headers = {}, payload }: Parameters<FuzzService['send']>[0]): Promise<Answered> {
    const answer = await service.app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload }
  }

  async function asked<T>(method: string, path: string, body?: unknown): Promise<{ data: T; answer: Answered }> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const answer = await send({ method, url: BASE + path, headers: { ...admin, ...json }, payload })
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`)
    return { data: (JSON.parse(answer.text) as { data: T }).data, answer }
  }

  async function restock(): Promise<void> {
    const { data: found } = await asked<FoundWorkflow[]>('GET', '/workflows?limit=20')
    // Operations on workflows need some that can be published, however many others the requests have made.
    const stock = found.filter(({ config }) => config?.publish === 'manual')
    const others = found.filter((workflow) => !stock.includes(workflow)).slice(0, WORKFLOWS)
    for (let made = stock.length; made < WORKFLOWS; made++) {
      const { data } = await asked<FoundWorkflow>('POST', '/workflows', {
        name: `Stock ${made}`,
        config: { publish: 'manual' },
      })
      await asked('PUT', `/workflows/${data.id}`, { description: 'second' })
      stock.push(data)
    }
    ids.workflows = [...stock, ...others].flatMap(({ id, machineName }) => [id, machineName])
    const hasRuns = Object.hasOwn(document.paths, `${BASE}/executions`)
    const { data: executions } = hasRuns ? await asked<{ id: string }[]>('GET', '/executions?limit=20') : { data: [] }
    for (const segment of ['executions', 'pipelines', 'pipeline']) ids[segment] = executions.map(({ id }) => id)
    ids.workflow = ids.workflows
    const { data: token } = await asked<{ id: string }>('POST', '/auth/tokens', { name: 'may go', role: 'viewer' })
    ids.tokens = [token.id]
    const { answer } = await asked('POST', '/auth/session', { token: service.tokens.editor })
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    credentials.session = { cookie, 'sec-fetch-site': 'same-origin' }
    const { data: sessions } = await asked<{ id: string }[]>('GET', '/auth/sessions')
    ids.sessions = sessions.map(({ id }) => id)
  }

  const written = await send({ method: 'GET', url: `${BASE}/openapi.json`, headers: admin })
  const document = JSON.parse(written.text) as OpenApi
  const { data: nodeTypes } = await asked<NodeType[]>('GET', '/nodes?limit=1000')
  ids.nodes = nodeTypes.map((type) => type.node_type_id)
  await restock()
  // The first use of a credential is noted in the database; from here on only requests change it.
  for (const who of Object.values(credentials)) await send({ method: 'GET', url: `${BASE}/auth/session`, headers: who })

  return {
    service,
    document,
    nodeTypes,
    world: { ids: (segment) => ids[segment] ?? [], credentials },
    watch,
    send,
    restock,
    async settled() {
      let [before, looks] = [-1, 0]
      while (before !== watch.version() && looks++ < SETTLING_LOOKS) {
        before = watch.version()
        await wait(SETTLING_MS)
      }
    },
    async [Symbol.asyncDispose]() {
      watch.close()
      await service[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
