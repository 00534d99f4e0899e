import {
  type LoadKind,
  type Measured,
  type MeasuredSystem,
  measuredBareLoop,
  measuredCluster,
  STEPS,
} from './cluster/measured-cluster.ts'
import { median, ms, perSecond, type Row } from './row.ts'

const KINDS: readonly [LoadKind, string][] = [
  ['driven', 'executions of 10 pure steps on a worker'],
  ['quick', 'executions of 10 quick steps'],
]
const WORKERS = [2, 1, 4]
const ROUNDS = 3
/** Long enough for the compiler: an execution takes twice the CPU time in the first seconds of a process. */
const WARM_UP_MS = 20_000
const DURATION_MS = 3000
const GOAL = 0.7
const LATENCY_GOAL = 2

/** A cluster against a bare loop over the SDK, in which each step is one `ctx.run`. */
export async function bench(): Promise<Row[]> {
  const rows: Row[] = []
  for (const workers of WORKERS) rows.push(...(await rowsWith(workers)))
  return rows
}

async function rowsWith(workers: number): Promise<Row[]> {
  await using own = await measuredCluster(workers)
  await using bare = await measuredBareLoop(workers)
  for (const [kind] of KINDS) await own.load({ durationMs: WARM_UP_MS, kind })
  await bare.load({ durationMs: WARM_UP_MS })
  const isFirst = workers === WORKERS[0]
  const rows: Row[] = []
  for (const [kind, work] of isFirst ? KINDS : KINDS.slice(0, 1)) {
    const [ours, limits] = await alternately(own, bare, { durationMs: DURATION_MS, kind })
    rows.push(rateRow(`${work}, 50 at a time, ${workers} ${workers === 1 ? 'worker' : 'workers'}`, ours, limits))
    if (!isFirst) continue
    rows.push(costRow(`CPU per step of these, ${workers} workers`, ours, limits))
    rows.push(latencyRow(work, ...(await alternately(own, bare, { durationMs: DURATION_MS, kind, connections: 1 }))))
  }
  return rows
}

type Load = Parameters<MeasuredSystem['load']>[0]

async function alternately(own: MeasuredSystem, bare: MeasuredSystem, load: Load): Promise<[Measured[], Measured[]]> {
  const ours: Measured[] = []
  const limits: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await own.load(load))
    limits.push(await bare.load(load))
  }
  return [ours, limits]
}

function rateOf(rounds: readonly Measured[]): number {
  return median(rounds.map(({ executionsPerSecond }) => executionsPerSecond))
}

function rateRow(work: string, ours: readonly Measured[], limits: readonly Measured[]): Row {
  const [rate, limit] = [STEPS * rateOf(ours), STEPS * rateOf(limits)]
  const figure = rate / limit
  return {
    work: `steps a second of a cluster, ${work}`,
    measured: perSecond(rate),
    limit: `a bare loop over the SDK: ${perSecond(limit)}`,
    figure,
    goal: `at least ${GOAL}`,
    met: figure >= GOAL,
  }
}

function latencyRow(work: string, ours: readonly Measured[], limits: readonly Measured[]): Row {
  const [own, bare] = [1000 / rateOf(ours), 1000 / rateOf(limits)]
  const figure = own / bare
  return {
    work: `latency of a cluster, ${work}, one at a time`,
    measured: ms(own),
    limit: `a bare loop over the SDK: ${ms(bare)}`,
    figure,
    goal: `at most ${LATENCY_GOAL}`,
    met: figure <= LATENCY_GOAL,
  }
}

function costRow(work: string, ours: readonly Measured[], limits: readonly Measured[]): Row {
  const per = (rounds: readonly Measured[], name: 'apiUs' | 'workerUs' | 'restateUs' | 'postgresUs') =>
    median(rounds.map((round) => round[name])) / STEPS
  const parts = (['apiUs', 'workerUs', 'restateUs', 'postgresUs'] as const).map((name) => per(ours, name))
  const [api = 0, worker = 0, restate = 0, postgres = 0] = parts.map(Math.round)
  const bare = Math.round(per(limits, 'workerUs') + per(limits, 'restateUs'))
  const total = parts.reduce((sum, part) => sum + part, 0)
  return {
    work,
    measured: `API ${api}, worker ${worker}, Restate ${restate}, Postgres ${postgres} µs`,
    limit: `the bare loop: ${bare} µs in its workers and Restate`,
    figure: total,
    goal: 'for planning',
    met: true,
  }
}
