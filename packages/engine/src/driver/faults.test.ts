/** A journal that fails for a while: executions continue once it works again, without a restart. */
import { expect, test } from 'vitest'
import { planOf } from '../testing/drawing.ts'
import { MemoryJournal } from '../testing/memory-journal.ts'
import { endOf, recordOf, type Script, simulation } from '../testing/simulate.ts'

const LOOP = 'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out'
const SCRIPTS: Record<string, Script> = {
  list: () => ({ outputs: { out: [1, 2, 3] } }),
  call: () => ({ child: { workflow: 'inner', inputs: {}, wait: true } }),
}

/** Fails before the write, or after it so that only the reply is lost. */
type Moment = Parameters<MemoryJournal['tap']>[0]

async function run(drawing: string, failing: (write: number) => boolean, moment: Moment = 'before') {
  const journal = new MemoryJournal()
  let writes = 0
  // A start that cannot be written is rejected, also of a child; this test is about those that were created.
  const all = drawing.includes('call') ? 2 : 1
  journal.tap = (when) => {
    if (when === moment && journal.rows.size === all && failing(++writes)) throw new Error('disk full')
  }
  const notified: number[] = []
  const made = simulation(SCRIPTS, {
    journal,
    children: { inner: planOf('inside -> out') },
    onEvents: ({ record, length, state }) => {
      if (record.id === 'execution-1' && state.finishedAt !== undefined) notified.push(length)
    },
  })
  await made.engine.start(recordOf('execution-1', planOf(drawing), made.clock), { inputs: {} }).catch(() => {})
  await made.settle()
  // It may be over in the journal before the engine notices.
  made.clock.moveTo(made.clock.now() + 60_000)
  await made.settle()
  const end = endOf(await made.state())
  await made.engine.close()
  const isQuiet = [...journal.rows.values()].every((row) => !row.head.isActive)
  return { end, writes, isQuiet, isNotified: notified.includes(journal.rows.get('execution-1')?.events.length ?? 0) }
}

test.each(['a -> b \n b -> out', LOOP, 'a -> call \n call -outputs-> b'])(
  'continues after failed writes: %s',
  async (drawing) => {
    const calm = await run(drawing, () => false)
    expect(calm.end.status).toBe('completed')
    for (let first = 1; first <= calm.writes; first++) {
      for (const length of [1, 3]) {
        for (const moment of ['before', 'after'] as const) {
          const failing = (write: number) => write >= first && write < first + length
          const { end, isQuiet, isNotified } = await run(drawing, failing, moment)
          const where = `writes ${first} and ${length - 1} after it fail, ${moment} they are made`
          expect(end, where).toEqual(calm.end)
          expect(isQuiet, `${where}: nothing is left active`).toBe(true)
          expect(isNotified, `${where}: subscribers are notified of the end`).toBe(true)
        }
      }
    }
  },
)

test('wakes, admits and recovers executions although another one cannot be read', async () => {
  class Torn extends MemoryJournal {
    override async load(id: string) {
      if (id === 'torn') throw new Error('not JSON')
      return super.load(id)
    }
  }
  const naps: Script = ({ clock }) => ({ sleepUntil: clock.now() + 1000, outputs: { out: 1 } })
  const whole = new MemoryJournal()
  const first = simulation({ nap: naps }, { journal: whole })
  const plan = planOf('nap -> out')
  for (const id of ['torn', 'whole']) await first.engine.start(recordOf(id, plan, first.clock), { inputs: {} })
  await first.engine.close()
  const journal = new Torn()
  for (const [id, row] of whole.rows) journal.rows.set(id, row)
  const next = simulation({ nap: naps }, { journal, clock: first.clock, maxActive: 1 })
  // Retried forever, so this never settles.
  const aWhile = async () => {
    for (let timers = 0; timers < 30; timers++) {
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
      next.clock.moveTo(next.clock.next() ?? next.clock.now())
    }
  }
  await next.engine.recover()
  await aWhile()
  await next.engine.start(recordOf('new', plan, next.clock), { inputs: {} })
  await aWhile()
  for (const id of ['whole', 'new']) expect((await next.state(id)).status, id).toBe('completed')
  await next.engine.close()
})
