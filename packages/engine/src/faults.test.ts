/** A journal that fails for a while: what was under way goes on once it works again, without a restart. */
import { expect, test } from 'vitest'
import { planOf } from './testing/drawing.ts'
import { MemoryJournal } from './testing/memory-journal.ts'
import { endOf, recordOf, type Script, simulation } from './testing/simulate.ts'

const LOOP = 'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out'
const SCRIPTS: Record<string, Script> = {
  list: () => ({ outputs: { out: [1, 2, 3] } }),
  call: () => ({ child: { workflow: 'inner', inputs: {}, wait: true } }),
}

async function run(drawing: string, failing: (write: number) => boolean) {
  const journal = new MemoryJournal()
  let writes = 0
  // A start that cannot be written is refused, of a child too; here is what happens to those that were made.
  const all = drawing.includes('call') ? 2 : 1
  journal.tap = (when) => {
    if (when === 'before' && journal.rows.size === all && failing(++writes)) throw new Error('disk full')
  }
  const made = simulation(SCRIPTS, { journal, children: { inner: planOf('inside -> out') } })
  await made.engine.start(recordOf('execution-1', planOf(drawing), made.clock), { inputs: {} })
  await made.settle()
  const end = endOf(await made.state())
  await made.engine.close()
  return { end, writes, isQuiet: [...journal.rows.values()].every((row) => !row.head.isActive) }
}

test.each(['a -> b \n b -> out', LOOP, 'a -> call \n call -outputs-> b'])('%s', async (drawing) => {
  const calm = await run(drawing, () => false)
  expect(calm.end.status).toBe('completed')
  for (let first = 1; first <= calm.writes; first++) {
    for (const length of [1, 3]) {
      const { end, isQuiet } = await run(drawing, (write) => write >= first && write < first + length)
      expect(end, `writes ${first} and ${length - 1} after it fail`).toEqual(calm.end)
      expect(isQuiet, 'nothing is left active').toBe(true)
    }
  }
})
