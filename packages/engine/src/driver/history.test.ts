import { expect, test } from 'vitest'
import { fold } from '../core/apply.ts'
import { goldenJournals } from '../testing/golden-files.ts'
import { endOf } from '../testing/simulate.ts'
import { indexed, Replay } from './history.ts'

test.each(goldenJournals())('$name is replayed to the state that it folds to', ({ record, events }) => {
  const replay = new Replay(record.plan)
  for (const event of events) replay.apply(event)
  expect(endOf(replay.state)).toEqual(endOf(fold(indexed(record.plan), events)))
})

test('every change is taken once', () => {
  const { record, events } = goldenJournals().find(({ name }) => name === 'v1-chain') ?? expect.fail('no such journal')
  const replay = new Replay(record.plan)
  for (const event of events) replay.apply(event)
  const { steps } = replay.takeChange()
  expect([...steps]).toEqual(replay.state.steps)
  expect(replay.takeChange().steps.size).toBe(0)
})
