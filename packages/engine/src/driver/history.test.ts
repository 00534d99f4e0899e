import { expect, test } from 'vitest'
import { fold } from '../core/apply.ts'
import { goldenJournals } from '../testing/golden-files.ts'
import { endOf } from '../testing/simulate.ts'
import { indexed, Replay } from './history.ts'

test.each(goldenJournals())('replays $name to the same state as fold', ({ record, events }) => {
  const replay = new Replay(record.plan)
  for (const event of events) replay.apply(event)
  expect(endOf(replay.state)).toEqual(endOf(fold(indexed(record.plan), events)))
})

test('returns every change once', () => {
  const { record, events } = goldenJournals().find(({ name }) => name === 'v1-chain') ?? expect.fail('no such journal')
  const replay = new Replay(record.plan)
  for (const event of events) replay.apply(event)
  const { steps } = replay.takeChange()
  expect([...steps]).toEqual(replay.state.steps)
  expect(replay.takeChange().steps.size).toBe(0)
})
