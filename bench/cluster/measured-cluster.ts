/** A cluster and the bare loop over the SDK, each under the same load: executions of ten steps without effects. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { startBareLoop } from '../../test/system/support/cluster/bare-loop.ts'
import { type Cluster, startCluster } from '../../test/system/support/cluster/cluster.ts'
import { freeLayout } from '../../test/system/support/cluster/layout.ts'
import { edge, node } from '../event-loop-runs.ts'
import { rateOf } from '../load.ts'
import { familyCpuUs, processCpuUs } from './process-cpu.ts'

export const STEPS = 10
const CONNECTIONS = 50
const CHANNELS = ['written', 'calls', 'replies', 'deltas', 'asks', 'sessions', 'changes']

/** CPU time per execution, in microseconds. */
export interface Cost {
  readonly apiUs: number
  readonly workerUs: number
  readonly restateUs: number
  readonly balancerUs: number
  readonly postgresUs: number
}

export interface Measured extends Cost {
  readonly executionsPerSecond: number
  readonly executions: number
}

/** quick: the process that starts an execution also ends it. driven: its last step is not quick, so a worker drives it. */
export type LoadKind = 'quick' | 'driven'

export interface Load {
  readonly durationMs: number
  /** Default: driven. */
  readonly kind?: LoadKind
  readonly connections?: number
}

export interface MeasuredSystem extends AsyncDisposable {
  load(load: Load): Promise<Measured>
}

/** Two API processes and some workers. */
export async function measuredCluster(workers: number): Promise<MeasuredSystem & { readonly cluster: Cluster }> {
  const cluster = await startCluster({ layout: await freeLayout(2, workers), flags: ['--log-level', 'error'] })
  for (const kind of ['quick', 'driven'] as const) await createWorkflow(cluster, kind)
  const postmaster = await postmasterOf(cluster.database)
  const spent = async (): Promise<Cost> => ({
    apiUs: await sumOf(cluster.apis.map(({ pid }) => familyCpuUs(pid))),
    workerUs: await sumOf(cluster.workers.map(({ pid }) => familyCpuUs(pid))),
    restateUs: await processCpuUs(cluster.restate.pid),
    balancerUs: await processCpuUs(cluster.haproxy.pid),
    postgresUs: await familyCpuUs(postmaster),
  })
  return {
    cluster,
    load: ({ kind = 'driven', ...load }) =>
      measured(cluster.layout.balancer.api, postRequest(hookOf(kind)), { ...load, spent }),
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  }
}

/** The same without Millrace: each of the ten steps is one `ctx.run`. */
export async function measuredBareLoop(workers: number): Promise<MeasuredSystem> {
  const bare = await startBareLoop(workers)
  const spent = async (): Promise<Cost> => ({
    apiUs: 0,
    workerUs: await sumOf(bare.pids.workers.map(processCpuUs)),
    restateUs: await processCpuUs(bare.pids.restate),
    balancerUs: await processCpuUs(bare.pids.balancer),
    postgresUs: 0,
  })
  return {
    load: (load) => measured(bare.port, postRequest('/Bare/loop'), { ...load, spent }),
    [Symbol.asyncDispose]: () => bare[Symbol.asyncDispose](),
  }
}

interface LoadOptions extends Load {
  spent(): Promise<Cost>
}

async function measured(
  port: number,
  request: string,
  { durationMs, connections = CONNECTIONS, spent }: LoadOptions,
): Promise<Measured> {
  const before = await spent()
  const began = performance.now()
  const executionsPerSecond = await rateOf({ port, request, connections, durationMs })
  const executions = (executionsPerSecond * (performance.now() - began)) / 1000
  const after = await spent()
  const per = (name: keyof Cost) => (after[name] - before[name]) / executions
  return {
    executionsPerSecond,
    executions,
    apiUs: per('apiUs'),
    workerUs: per('workerUs'),
    restateUs: per('restateUs'),
    balancerUs: per('balancerUs'),
    postgresUs: per('postgresUs'),
  }
}

/** Counts the messages of the bus until it is called again. */
export async function countMessages(database: string): Promise<() => Promise<number>> {
  const client = await connected(database)
  let count = 0
  client.on('notification', () => {
    count += 1
  })
  for (const channel of CHANNELS) await client.query(`LISTEN millrace_${channel}`)
  return async () => {
    await client.end()
    return count
  }
}

export async function databaseBytes(database: string): Promise<number> {
  const client = await connected(database)
  const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
  await client.end()
  return Number(rows[0]?.bytes)
}

export async function postmasterOf(database: string): Promise<number> {
  const client = await connected(database)
  const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder")
  await client.end()
  return Number.parseInt(await readFile(`${rows[0]?.folder}/postmaster.pid`, 'utf8'), 10)
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

const BODY = '"hello"'

function hookOf(kind: LoadKind): string {
  return `/api/v1/hooks/bench/${kind}`
}

async function createWorkflow({ origin, token }: Cluster, kind: LoadKind): Promise<void> {
  const ids = Array.from({ length: STEPS }, (_, at) => `step${at}`)
  const formats = ids.slice(0, kind === 'quick' ? STEPS : STEPS - 1)
  const [last = ''] = ids.slice(formats.length)
  const document = {
    name: `Ten steps, ${kind}`,
    nodes: [
      node('hook', 'webhook_trigger', { path: `bench/${kind}`, respond: 'finished' }),
      ...formats.map((id) => node(id, 'text_formatter', { operation: 'uppercase' })),
      ...(last === '' ? [] : [node(last, 'if_else', { operator: 'equals', matchText: 'hello' })]),
    ],
    edges: ids.map((id, at) =>
      edge(at === 0 ? 'hook:body' : `${ids[at - 1]}:formatted`, id === last ? `${id}:data` : `${id}:text`),
    ),
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const saved = await fetch(`${origin}/api/v1/workflows`, { method: 'POST', headers, body: JSON.stringify(document) })
  if (saved.status !== 201) throw new Error(await saved.text())
  const answer = await fetch(`${origin}${hookOf(kind)}`, { method: 'POST', headers, body: BODY })
  const text = await answer.text()
  if (!text.includes('"completed"')) throw new Error(text)
}

function postRequest(path: string): string {
  const head = `host: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n`
  return `POST ${path} HTTP/1.1\r\n${head}\r\n${BODY}`
}

async function sumOf(times: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0)
}
