/**
 * Random faults and events at the same time; see `Chaos`. Every acknowledged execution ends, no recorded result is
 * computed again, and without cancels everything ends as it does without faults. A failure names its seed. `SEED=n`
 * replays it, `SEEDS=n` sets how many run.
 */
import { expect, test } from 'vitest'
import { Chaos } from './chaos.ts'
import { Random } from './random.ts'

const FIRST = Number(process.env.SEED ?? 1)
const COUNT = Number(process.env.SEEDS ?? (process.env.SEED !== undefined ? 1 : 60))

test.each([true, false])(
  `${COUNT} seeds from ${FIRST}: nothing is lost, stuck or done twice (gentle: %s)`,
  async (isGentle) => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
      const faulty = new Chaos(new Random(seed), { isGentle })
      try {
        await faulty.withFaults()
        expect(faulty.broken()).toEqual([])
        expect(faulty.repeated).toEqual([])
        if (!isGentle) continue
        const calm = new Chaos(new Random(seed), { isGentle })
        await calm.withoutFaults()
        expect(calm.broken()).toEqual([])
        expect(await faulty.ends()).toEqual(await calm.ends())
      } catch (error) {
        throw new Error(`seed ${seed}\n${faulty.one.drawing}`, { cause: error })
      }
    }
  },
  3_600_000,
)
