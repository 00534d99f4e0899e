/**
 * Everything at once, at random: see `Chaos`. Whatever happens, all that was promised comes to an end, nothing that was
 * recorded is done again, and if nobody cancels, all ends as it would have in peace. A failing seed is named; `SEED=n`
 * replays it, `SEEDS=n` runs more of them, and both together so many from there on.
 */
import { expect, test } from 'vitest'
import { Chaos } from './chaos.ts'
import { Random } from './random.ts'

const FIRST = Number(process.env.SEED ?? 1)
const COUNT = Number(
  process.env.SEEDS ?? (process.env.SEED !== undefined ? 1 : process.env.CI === undefined ? 60 : 2000),
)

test.each([true, false])(
  `${COUNT} seeds from ${FIRST}: nothing is lost, stuck or done twice (gentle: %s)`,
  async (isGentle) => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
      const troubled = new Chaos(new Random(seed), { isGentle })
      try {
        await troubled.inTrouble()
        expect(troubled.broken()).toEqual([])
        expect(troubled.repeated).toEqual([])
        if (!isGentle) continue
        const peaceful = new Chaos(new Random(seed), { isGentle })
        await peaceful.inPeace()
        expect(peaceful.broken()).toEqual([])
        expect(await troubled.ends()).toEqual(await peaceful.ends())
      } catch (error) {
        throw new Error(`seed ${seed}\n${troubled.one.drawing}`, { cause: error })
      }
    }
  },
  3_600_000,
)
