/**
 * Random workflows with crashes at random moments: every execution ends as it does without crashes, and no recorded
 * result is computed again. A failure names its seed. `SEED=n` replays it, `SEEDS=n` sets how many run.
 */
import { expect, test } from 'vitest'
import { BATCH_LIMITS } from '../driver/batch.ts'
import { planOf } from './drawing.ts'
import { FakeClock } from './fake-clock.ts'
import { MemoryJournal } from './memory-journal.ts'
import { Random } from './random.ts'
import { type RandomCase, randomCase } from './random-case.ts'
import { answerAll, appendsOf, endOf, recordOf, simulation } from './simulate.ts'

const FIRST = Number(process.env.SEED ?? 1)
const COUNT = Number(process.env.SEEDS ?? (process.env.SEED !== undefined ? 1 : 300))
const MAX_LIVES = 20

class Crash extends Error {}

async function calm({ drawing, nodes, scripts, quick, pure }: RandomCase) {
  const run = simulation(scripts, { nodes, quick, pure })
  await run.engine.start(recordOf('execution-1', planOf(drawing, nodes), run.clock), { inputs: {} })
  await run.settle()
  await answerAll(run)
  const runs = run.tasks.map(({ node, scope, attempt, round, replies }) =>
    [node, scope, attempt, round, replies.length].join(),
  )
  expect(new Set(runs).size, 'ran an attempt twice').toBe(runs.length)
  return endOf(await run.state())
}

async function crashing({ drawing, nodes, scripts, quick, pure }: RandomCase, random: Random) {
  const journal = new MemoryJournal()
  const clock = new FakeClock()
  const done = new Set<string>()
  for (let life = 0; life < MAX_LIVES; life++) {
    let isDead = false
    const danger = life < MAX_LIVES - 1 ? 0.15 : 0
    journal.tap = () => {
      isDead ||= random.chance(danger)
      if (isDead) throw new Crash()
    }
    // Small appends put cuts between the events of a batch.
    const batchLimits = random.chance(0.5) ? BATCH_LIMITS : appendsOf(1 + random.below(4))
    const run = simulation(scripts, { nodes, quick, pure, journal, clock, batchLimits })
    const begins = journal.rows.has('execution-1')
      ? run.engine.recover()
      : run.engine.start(recordOf('execution-1', planOf(drawing, nodes), clock), { inputs: {} })
    await begins.catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
    await run.settle()
    await answerAll(run).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
    await run.engine.close()
    const again = run.tasks
      .map((task) => `${task.record.plan.nodes[task.node]?.id}:${task.scope}`)
      .filter((key) => done.has(key))
    expect(again, 'ran again though it was recorded').toEqual([])
    for (const { events, record } of journal.rows.values()) {
      for (const event of events) {
        const isLast = event.type === 'step-completed' || (event.type === 'step-failed' && event.retryAt === undefined)
        if (isLast) done.add(`${record.plan.nodes[event.node]?.id}:${event.scope ?? ''}`)
      }
    }
    journal.tap = () => {}
    if (journal.rows.get('execution-1')?.events.at(-1)?.type === 'finished') break
  }
  const view = simulation(scripts, { journal, clock })
  return endOf(await view.state())
}

test(`${COUNT} seeds from ${FIRST}: a run with crashes ends like one without`, async () => {
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
    const one = randomCase(new Random(seed))
    try {
      expect(await crashing(one, new Random(seed * 7919))).toEqual(await calm(one))
    } catch (error) {
      throw new Error(`seed ${seed}\n${one.drawing}`, { cause: error })
    }
  }
}, 3_600_000)
