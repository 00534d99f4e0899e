import { Problem } from '@millrace/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, NOON, newWorld, type World } from './testing/schedule-world.ts'

let world: World
beforeEach(async () => {
  world = await newWorld()
})
afterEach(() => world.store.close())

describe('normal operation', () => {
  test('starts one run per planned time, not before it', async () => {
    await world.save({})
    await world.passAt(59_999)
    expect(world.executions.plannedTimes).toEqual([])
    for (const minute of [1, 1.5, 2, 3]) {
      await world.passAt(minute * MINUTE)
      world.executions.endAll()
    }
    expect(world.executions.plannedTimes).toEqual(['12:01', '12:02', '12:03'])
  })

  test('a disabled schedule or one with an invalid cron expression starts nothing', async () => {
    await world.save({ enabled: false })
    await world.save({ cron: '99 * * * *' }, 'b')
    await world.save({ timezone: 'Nowhere' }, 'c')
    await world.passAt(48 * HOUR)
    expect(world.executions.runs.size).toBe(0)
  })

  test('starts many schedules that are due together', async () => {
    for (let n = 0; n < 230; n++) await world.save({}, `w${n}`)
    await world.passAt(MINUTE)
    expect(new Set([...world.executions.runs.values()].map(({ workflow }) => workflow)).size).toBe(230)
  })

  test('in Amsterdam both nights with a clock change have exactly one run', async () => {
    world.clock.advance(Date.parse('2026-03-28T12:00:00Z') - world.clock.now())
    await world.save({ cron: '30 2 * * *', timezone: 'Europe/Amsterdam' })
    const started = []
    for (const [from, to] of [
      ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
      ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ] as const) {
      for (let now = Date.parse(from); now <= Date.parse(to); now += 10 * MINUTE) {
        await world.passAt(now - NOON)
        world.executions.endAll()
      }
      started.push(
        [...world.executions.runs.values()].map(({ plannedFor }) => plannedFor).filter((time) => time > from),
      )
      world.executions.runs.clear()
    }
    expect(started).toEqual([['2026-03-29T01:00:00.000Z'], ['2026-10-25T00:30:00.000Z']])
  })
})

describe('while the previous run is still running', () => {
  test('skip: the next run is skipped', async () => {
    await world.save({ overlap: 'skip' })
    await world.passAt(MINUTE)
    await world.passAt(2 * MINUTE)
    world.executions.endAll()
    await world.passAt(3 * MINUTE)
    expect(world.executions.plannedTimes).toEqual(['12:01', '12:03'])
    expect(world.lines).toEqual(['a scheduled run was left out: the last one is still going'])
  })

  test('buffer: exactly one run waits for it to end', async () => {
    await world.save({ overlap: 'buffer' })
    for (const minute of [1, 2, 3, 4]) await world.passAt(minute * MINUTE)
    expect(world.executions.plannedTimes).toEqual(['12:01'])
    world.executions.endAll()
    await world.passAt(4.5 * MINUTE)
    expect(world.executions.plannedTimes).toEqual(['12:01', '12:02'])
    world.executions.endAll()
    await world.passAt(4.6 * MINUTE)
    expect(world.executions.plannedTimes).toEqual(['12:01', '12:02'])
    expect(world.lines).toHaveLength(2)
  })

  test('cancel: the previous run is cancelled and the next one starts', async () => {
    await world.save({ overlap: 'cancel' })
    for (const minute of [1, 2, 3]) await world.passAt(minute * MINUTE)
    expect(world.executions.plannedTimes).toEqual(['12:01', '12:02', '12:03'])
    expect(world.executions.cancelled).toEqual(['12:01', '12:02'])
  })
})

describe('after a downtime', () => {
  test('of many missed runs only the latest is started', async () => {
    await world.save({ cron: '*/10 * * * *' })
    await world.passAt(5 * HOUR + 3 * MINUTE)
    await world.passAt(5 * HOUR + 4 * MINUTE)
    expect(world.executions.plannedTimes).toEqual(['17:00'])
    expect(await world.store.triggers.nextDue()).toBe(NOON + 5 * HOUR + 10 * MINUTE)
    world.executions.endAll()
    await world.passAt(5 * HOUR + 10 * MINUTE)
    expect(world.executions.plannedTimes).toEqual(['17:00', '17:10'])
  })

  test('a missed run older than the grace period is skipped and logged, and the schedule continues', async () => {
    await world.save({ cron: '0 13 * * *' })
    await world.passAt(2 * HOUR + 1)
    expect([world.executions.plannedTimes, world.lines]).toEqual([
      [],
      ['a scheduled run was left out: it is too late for it'],
    ])
    await world.passAt(25 * HOUR)
    expect(world.executions.plannedTimes).toEqual(['13:00'])
  })

  test('a missed run within the grace period is started', async () => {
    await world.save({ cron: '0 13 * * *' })
    await world.passAt(2 * HOUR)
    expect(world.executions.plannedTimes).toEqual(['13:00'])
  })
})

describe('runs that cannot start', () => {
  test('an invalid workflow is logged and its schedule continues', async () => {
    await world.save({})
    world.executions.problem = new Problem('VALIDATION_ERROR')
    await world.passAt(MINUTE)
    expect(world.lines).toEqual(['a scheduled run cannot start: '])
    world.executions.problem = undefined
    await world.passAt(2 * MINUTE)
    expect(world.executions.plannedTimes).toEqual(['12:02'])
  })

  test('while the queue is full, the run waits', async () => {
    await world.save({})
    world.executions.problem = new Problem('TOO_MANY_EXECUTIONS')
    await world.passAt(MINUTE)
    world.executions.problem = undefined
    await world.passAt(MINUTE + 1000)
    expect(world.executions.plannedTimes).toEqual(['12:01'])
  })
})

describe('the timer', () => {
  test('sleeps until the next planned time, checks again after a change, and stops', async () => {
    const wakes: { time: number; wake: () => void }[] = []
    const at = (time: number, wake: () => void) => {
      wakes.push({ time, wake })
      return () => {}
    }
    const nextWake = () => expect.poll(() => wakes.at(-1)?.time)
    const schedules = world.schedulesWith({ clock: { now: () => world.clock.now(), at } })
    schedules.look()
    expect(wakes).toEqual([])
    schedules.begin()
    await nextWake().toBe(NOON + 30_000)
    await world.save({ cron: '*/10 * * * * *' })
    schedules.look()
    await nextWake().toBe(NOON + 10_000)
    world.clock.advance(10_000)
    wakes.at(-1)?.wake()
    await expect.poll(() => world.executions.runs.size).toBe(1)
    await schedules.stop()
    const count = wakes.length
    schedules.look()
    await schedules.stop()
    expect(wakes).toHaveLength(count)
  })
})

describe('a clock that is set back', () => {
  test('schedules continue by the new time', async () => {
    await world.save({})
    await world.passAt(2 * HOUR)
    world.executions.endAll()
    for (const minute of [1, 2, 3]) {
      await world.passAt(minute * MINUTE)
      world.executions.endAll()
    }
    expect(world.executions.plannedTimes).toEqual(['14:00', '12:02', '12:03'])
    expect(world.lines).toContainEqual(expect.stringContaining('set by a clock that was ahead'))
  })

  test('is detected at the next start as well', async () => {
    await world.save({})
    await world.passAt(2 * HOUR)
    world.executions.endAll()
    world.clock.advance(-2 * HOUR)
    const next = world.schedulesWith({})
    await next.pass()
    world.clock.advance(MINUTE)
    await next.pass()
    expect(world.executions.plannedTimes).toEqual(['14:00', '12:01'])
  })
})
