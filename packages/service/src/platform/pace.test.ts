import { beforeEach, expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { Pace } from './pace.ts'

const MINUTE_MS = 60_000

let clock: FakeClock
let rests: number[]
let pace: Pace

beforeEach(() => {
  clock = new FakeClock()
  rests = []
  pace = new Pace(clock, async (ms) => {
    rests.push(ms)
    clock.advance(ms)
  })
  pace.begin()
})

/** Writes for as long as each of these times, and returns the rests after the writes. */
async function restsAfter(...works: readonly number[]): Promise<readonly number[]> {
  rests = []
  for (const ms of works) {
    clock.advance(ms)
    await pace.rest()
  }
  return rests.map(Math.round)
}

test('rests for twice the time of the write', async () => {
  expect(await restsAfter(5, 10)).toEqual([10, 20])
})

test('adds up short rests', async () => {
  expect(await restsAfter(1, 0, 1, 1, 1)).toEqual([4, 4])
})

test('rests less and less in a pass that takes long, and not at all after a minute', async () => {
  clock.advance(MINUTE_MS / 2)
  await pace.rest()
  expect(await restsAfter(20)).toEqual([20])
  clock.advance(MINUTE_MS / 2)
  expect(await restsAfter(20, 20)).toEqual([])
  pace.begin()
  expect(await restsAfter(20)).toEqual([40])
})

test('rests briefly although the clock is set', async () => {
  expect(await restsAfter(MINUTE_MS / 2)).toEqual([100])
  expect(await restsAfter(-MINUTE_MS, 10)).toEqual([])
  pace.begin()
  expect(await restsAfter(10)).toEqual([20])
})
