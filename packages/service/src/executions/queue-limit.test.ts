import { expect, test } from 'vitest'
import { QueueLimit } from './queue-limit.ts'

function limitOf(maxWaiting: number) {
  const world = { now: 0, pending: 0, counts: 0 }
  const store = {
    counts: async () => {
      world.counts += 1
      return { pending: world.pending, running: 0, completed: 0, failed: 0, cancelled: 0 }
    },
  }
  return { world, limit: new QueueLimit({ store, maxWaiting, now: () => world.now }) }
}

test('many starts far below the limit share one count', async () => {
  const { world, limit } = limitOf(1000)
  for (let start = 0; start < 400; start++) await limit.check()
  expect(world.counts).toBe(1)
  world.now += 1000
  await limit.check()
  expect(world.counts).toBe(2)
})

test('starts that arrive while another one counts share its count far below the limit', async () => {
  const { world, limit } = limitOf(1000)
  await Promise.all(Array.from({ length: 50 }, () => limit.check()))
  expect(world.counts).toBe(1)
})

test('starts that arrive while another one counts do not share its count near the limit', async () => {
  const { world, limit } = limitOf(10)
  world.pending = 9
  const checks = Array.from({ length: 5 }, () => limit.check())
  await Promise.all(checks)
  expect(world.counts).toBe(5)
})

test('near the limit every start counts, and the one above it is rejected', async () => {
  const { world, limit } = limitOf(10)
  for (; world.pending < 10; world.pending++) await limit.check()
  expect(world.counts).toBeGreaterThan(5)
  await expect(limit.check()).rejects.toMatchObject({ code: 'TOO_MANY_EXECUTIONS' })
  world.pending = 9
  await limit.check()
})
