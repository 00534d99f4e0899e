/**
 * Random workflows, random moments of death: whatever happens, an execution ends as it would have ended in peace, and
 * nothing that was recorded runs again. A failing seed is named; `SEED=n` replays it, `SEEDS=n` runs more of them, and
 * both together so many from there on.
 */
import { expect, test } from 'vitest'
import { planOf } from './drawing.ts'
import { FakeClock } from './fake-clock.ts'
import { MemoryJournal } from './memory-journal.ts'
import { Random } from './random.ts'
import { type RandomCase, randomCase } from './random-case.ts'
import { answerAll, endOf, recordOf, simulation } from './simulate.ts'

const FIRST = Number(process.env.SEED ?? 1)
const COUNT = Number(
  process.env.SEEDS ?? (process.env.SEED !== undefined ? 1 : process.env.CI === undefined ? 300 : 10_000),
)
const MOST_LIVES = 20

class PowerCut extends Error {}

async function peaceful({ drawing, nodes, scripts, quick }: RandomCase) {
  const run = simulation(scripts, { nodes, quick })
  await run.engine.start(recordOf('execution-1', planOf(drawing, nodes), run.clock), { inputs: {} })
  await run.settle()
  await answerAll(run)
  return endOf(await run.state())
}

async function troubled({ drawing, nodes, scripts, quick }: RandomCase, random: Random) {
  const journal = new MemoryJournal()
  const clock = new FakeClock()
  const done = new Set<string>()
  for (let life = 0; life < MOST_LIVES; life++) {
    let isDark = false
    const danger = life < MOST_LIVES - 1 ? 0.15 : 0
    journal.tap = () => {
      isDark ||= random.chance(danger)
      if (isDark) throw new PowerCut()
    }
    const run = simulation(scripts, { nodes, quick, journal, clock })
    const begins = journal.rows.has('execution-1')
      ? run.engine.recover()
      : run.engine.start(recordOf('execution-1', planOf(drawing, nodes), clock), { inputs: {} })
    await begins.catch((error: unknown) => {
      if (!(error instanceof PowerCut)) throw error
    })
    await run.settle()
    await answerAll(run).catch((error: unknown) => {
      if (!(error instanceof PowerCut)) throw error
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

test(`${COUNT} seeds from ${FIRST}: a run full of crashes ends like a peaceful one`, async () => {
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
    const one = randomCase(new Random(seed))
    try {
      expect(await troubled(one, new Random(seed * 7919))).toEqual(await peaceful(one))
    } catch (error) {
      throw new Error(`seed ${seed}\n${one.drawing}`, { cause: error })
    }
  }
}, 3_600_000)
