import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, NOON, newWorld, type World } from './testing/schedule-world.ts'

let world: World
beforeEach(async () => {
  world = await newWorld()
})
afterEach(() => world.store.close())

describe('crashes and concurrent processes', () => {
  /** Passes the first `calls` calls; the next one fails, before or after it took effect. */
  function cutting(calls: number, when: 'before' | 'after') {
    let left = calls
    const cut =
      <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        if (left < 0) throw new Error('the power is off')
        left -= 1
        if (left >= 0) return call(...args)
        if (when === 'after') await call(...args)
        throw new Error('the power is off')
      }
    const { triggers } = world.store
    return {
      triggers: {
        ...triggers,
        due: cut(triggers.due),
        waiting: cut(triggers.waiting),
        advance: cut(triggers.advance),
        settle: cut(triggers.settle),
      },
      heads: { get: cut(world.executions.get) },
      executions: { start: cut(world.executions.start), cancel: cut(world.executions.cancel) },
    }
  }

  const cases = ['skip', 'buffer', 'cancel'].flatMap((overlap) =>
    (['before', 'after'] as const).flatMap((when) =>
      Array.from({ length: 16 }, (_, calls) => [overlap, when, calls] as const),
    ),
  )

  test.each(cases)(
    '%s: after a crash %s call %i every planned time has exactly one run',
    async (overlap, when, calls) => {
      await world.save({ overlap })
      const frail = world.schedulesWith(cutting(calls, when))
      for (const minute of [1, 2]) {
        world.goTo(minute * MINUTE)
        // An error ends this process; the next one continues from the stored state.
        await frail.pass().catch(() => {})
        await world.schedulesWith().pass()
        if (overlap !== 'cancel') world.executions.endAll()
      }
      await world.schedulesWith().pass()
      expect(world.executions.plannedTimes).toEqual(['12:01', '12:02'])
      expect(world.executions.cancelled).toEqual(overlap === 'cancel' ? ['12:01'] : [])
      expect(await world.store.triggers.ofWorkflow('a')).toMatchObject([{ nextAt: NOON + 3 * MINUTE, waitingAt: null }])
    },
  )

  test('several concurrent processes start every run once', async () => {
    await world.save({ overlap: 'buffer' })
    const processes = Array.from({ length: 4 }, () => world.schedulesWith())
    for (const minute of [1, 2, 3]) {
      world.goTo(minute * MINUTE)
      await Promise.all(processes.map((each) => each.pass()))
      world.executions.endAll()
      await Promise.all(processes.map((each) => each.pass()))
    }
    expect(world.executions.plannedTimes).toEqual(['12:01', '12:02', '12:03'])
  })
})
