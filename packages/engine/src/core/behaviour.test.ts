import { expect, test } from 'vitest'
import { goldenJournals } from '../testing/golden-files.ts'
import { BEHAVIOUR, BEHAVIOUR_CHANGES, hasBehaviour } from './behaviour.ts'
import { openingEvents } from './launch.ts'

test('E7 every change of interpretation has a number, a release, a description and a reason', () => {
  expect(BEHAVIOUR_CHANGES.map(({ version }) => version)).toEqual(BEHAVIOUR_CHANGES.map((_, at) => at + 1))
  for (const { since, what, why } of BEHAVIOUR_CHANGES) {
    expect(since).toMatch(/^\d+\.\d+\.\d+$/)
    expect(what.length).toBeGreaterThan(10)
    expect(why.length).toBeGreaterThan(10)
  }
})

test('E7 new executions record the newest behaviour, and every older one has golden journals', () => {
  expect(BEHAVIOUR).toBe(BEHAVIOUR_CHANGES.at(-1)?.version)
  expect(openingEvents({ inputs: {} }, { at: 1, notes: [] })).toMatchObject([{ type: 'started', v: BEHAVIOUR }])
  const recorded = new Set(goldenJournals().map(({ events }) => (events[0]?.type === 'started' ? events[0].v : 0)))
  expect([...recorded].sort()).toEqual(BEHAVIOUR_CHANGES.map(({ version }) => version))
})

test('keeps the behaviour that an execution was started with', () => {
  expect([hasBehaviour({ started: { v: 1 } }, 2), hasBehaviour({ started: { v: 2 } }, 2)]).toEqual([false, true])
  expect(hasBehaviour({ started: undefined }, 2)).toBe(false)
})
