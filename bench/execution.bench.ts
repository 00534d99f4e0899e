import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { alternately } from './alternate.ts'
import { type EngineOnDisk, engineOnDisk } from './engine-on-disk.ts'
import { graphOf } from './graphs.ts'
import { median, ms, perSecond, type Row } from './row.ts'

const AT_A_TIME = 100
/** Of 0.15 to 0.3 s each. */
const ROUNDS = 21
/** A run of 1,000 steps takes about ten milliseconds, so many are needed for a stable median. */
const SHORT_ROUNDS = 31
const WARM_UP_ROUNDS = 5
/** A service runs for days: without these, half of the measured time would be that of code that V8 has not optimised. */
const WARM_UP_EXECUTIONS = 20_000

/** The engine, compared with raw writes in the same database settings or with itself. */
export async function bench(): Promise<Row[]> {
  const on = await engineOnDisk()
  const limit = rawJournal()
  try {
    return [await throughput(on, limit), await latency(on, limit), await growth(on), await breadth(on)]
  } finally {
    limit.close()
    await on.close()
  }
}

async function throughput(on: EngineOnDisk, limit: RawJournal): Promise<Row> {
  const plan = on.planOf(graphOf(10))
  await stepsPerSecond(on, plan, WARM_UP_EXECUTIONS)
  const own = () => stepsPerSecond(on, plan, 2000)
  const { ours, others, figure } = await alternately(own, () => limit.rowsPerSecond(), { warmUp: 1, measured: ROUNDS })
  return {
    work: 'steps a second, 100 executions of a 10-step chain at a time',
    measured: perSecond(ours),
    limit: `raw journal rows, group commit: ${perSecond(others)}`,
    figure,
    goal: 'at least 0.25',
    met: figure >= 0.25,
  }
}

async function stepsPerSecond(
  on: EngineOnDisk,
  plan: ReturnType<EngineOnDisk['planOf']>,
  count: number,
): Promise<number> {
  let left = count
  const before = performance.now()
  const worker = async () => {
    while (left-- > 0) await on.run(plan)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  return ((count * plan.nodes.length) / (performance.now() - before)) * 1000
}

async function latency(on: EngineOnDisk, limit: RawJournal): Promise<Row> {
  const plan = on.planOf(graphOf(10))
  const ours: number[] = []
  const raw: number[] = []
  for (let round = 0; round < 200; round++) {
    const before = performance.now()
    await on.run(plan)
    const between = performance.now()
    for (let commit = 0; commit < 10; commit++) limit.commit(1)
    raw.push(performance.now() - between)
    ours.push(between - before)
  }
  const figure = median(ours) / median(raw)
  return {
    work: 'latency of one 10-step execution, idle service',
    measured: ms(median(ours)),
    limit: `ten single commits: ${ms(median(raw))}`,
    figure,
    goal: 'at most 1',
    met: figure <= 1,
  }
}

async function growth(on: EngineOnDisk): Promise<Row> {
  const large = on.planOf(graphOf(10_000))
  const small = on.planOf(graphOf(1_000))
  const rateOf = async (plan: typeof large, runs: number) => {
    const before = performance.now()
    for (let run = 0; run < runs; run++) await on.run(plan)
    return (10_000 / (performance.now() - before)) * 1000
  }
  // Each side takes about 0.06 s.
  const rounds = { warmUp: 3, measured: ROUNDS }
  const { ours, others, figure } = await alternately(
    () => rateOf(large, 1),
    () => rateOf(small, 10),
    rounds,
  )
  return {
    work: 'steps a second in one 10,000-node workflow',
    measured: perSecond(ours),
    limit: `ten 1,000-node ones: ${perSecond(others)}`,
    figure,
    goal: 'at least 0.8',
    met: figure >= 0.8,
  }
}

async function breadth(on: EngineOnDisk): Promise<Row> {
  const chain = graphOf(1_000)
  const start = chain.nodes[0]
  const wide = {
    ...chain,
    nodes: chain.nodes.map((node) => ({ ...node, data: { ...node.data, config: { ...node.data.config, text: 'x' } } })),
    edges: chain.nodes.slice(1).map((node, at) => ({
      id: `w${at}`,
      source: start?.id ?? '',
      target: node.id,
      sourceHandle: `${start?.id}-output-trigger`,
      targetHandle: `${node.id}-input-trigger`,
      type: 'default',
    })),
  }
  const widePlan = on.planOf(wide)
  const chainPlan = on.planOf(chain)
  const rates: number[] = []
  const base: number[] = []
  // Earlier rows have run chains only: without a warm-up, the branches would be compared as uncompiled code.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    await on.run(widePlan)
    await on.run(chainPlan)
  }
  for (let round = 0; round < SHORT_ROUNDS; round++) {
    let before = performance.now()
    await on.run(widePlan)
    rates.push((1000 / (performance.now() - before)) * 1000)
    before = performance.now()
    await on.run(chainPlan)
    base.push((1000 / (performance.now() - before)) * 1000)
  }
  const figure = median(rates) / median(base)
  return {
    work: '1,000 parallel branches of one execution',
    measured: perSecond(median(rates)),
    limit: `the same steps in a chain: ${perSecond(median(base))}`,
    figure,
    goal: 'at least 0.8',
    met: figure >= 0.8,
  }
}

interface RawJournal {
  /** Rows per second if a hundred of them share a commit. */
  rowsPerSecond(): number
  commit(rows: number): void
  close(): void
}

/** The limit of the database: an append-only table in the same settings. */
function rawJournal(): RawJournal {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-raw-'))
  const db = new DatabaseSync(join(dir, 'raw.db'))
  db.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE j (id INTEGER PRIMARY KEY, e INTEGER, data TEXT)',
  )
  const insert = db.prepare('INSERT INTO j (e, data) VALUES (?, ?)')
  const data = JSON.stringify({
    type: 'step-completed',
    at: 1_700_000_000_000,
    node: 7,
    outputs: { formatted: '> > > HELLO < < <' },
  })
  const commit = (rows: number) => {
    db.exec('BEGIN')
    for (let row = 0; row < rows; row++) insert.run(row, data)
    db.exec('COMMIT')
  }
  return {
    commit,
    rowsPerSecond() {
      const batches = 600
      const before = performance.now()
      for (let batch = 0; batch < batches; batch++) commit(AT_A_TIME)
      return ((batches * AT_A_TIME) / (performance.now() - before)) * 1000
    },
    close() {
      db.close()
      rmSync(dir, { recursive: true })
    },
  }
}
