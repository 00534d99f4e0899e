/** `kill -9` at random moments under load. The long version of this is `npm run soak`. */
import { afterAll, expect, test } from 'vitest'
import { killAll } from './program.ts'
import { crashLoop } from './support/crash-loop.ts'

const ROUNDS = 8
const SEED = Number(process.env.CRASH_SEED ?? 1)

afterAll(killAll)

test(`${ROUNDS} kills from seed ${SEED}: nothing promised is lost, nothing is stuck, nothing recorded runs again`, async () => {
  const summary = await crashLoop({ rounds: ROUNDS, seed: SEED })
  expect(summary.violations).toEqual([])
  expect(summary.kills).toBe(ROUNDS)
  expect(summary.checked).toBeGreaterThan(ROUNDS)
  expect(summary.calls).toBeGreaterThan(ROUNDS)
  expect(summary.saves).toBeGreaterThan(0)
})
