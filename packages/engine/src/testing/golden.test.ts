/** Recorded histories fold to the same view in every later version. */
import { describe, expect, test } from 'vitest'
import { BEHAVIOUR } from '../core/behaviour.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { GOLDEN, ID, runGolden } from './golden-cases.ts'
import { engineView, goldenJournals } from './golden-files.ts'

const journals = goldenJournals()

/** Every event type; the compiler reports a missing one. */
const EVENT_TYPES = {
  started: true,
  queued: true,
  released: true,
  'step-started': true,
  'step-completed': true,
  'step-failed': true,
  'step-waits': true,
  'step-woken': true,
  'step-asks': true,
  'step-answered': true,
  'step-unanswered': true,
  'step-noted': true,
  'loop-opened': true,
  'loop-checked': true,
  logged: true,
  paused: true,
  resumed: true,
  'timed-out': true,
  finished: true,
} as const satisfies Record<ExecutionEvent['type'], true>

describe('golden journals', () => {
  test.each(journals)('E7 $name folds to the view that it always had', ({ record, events, expected }) => {
    const { end, progress, questions } = expected
    expect(engineView(record, events)).toEqual({ end, progress, questions })
  })

  test('contain every type of event', () => {
    const held = new Set(journals.flatMap(({ events }) => events.map((event) => event.type)))
    expect(Object.keys(EVENT_TYPES).filter((type) => !held.has(type as ExecutionEvent['type']))).toEqual([])
  })

  test('contain every case with the newest behaviour', () => {
    const held = new Set(journals.map(({ name }) => name))
    expect(Object.keys(GOLDEN).filter((name) => !held.has(`v${BEHAVIOUR}-${name}`))).toEqual([])
    const newest = journals.filter(({ name }) => name.startsWith(`v${BEHAVIOUR}-`))
    expect(newest.filter(({ events }) => events[0]?.type !== 'started' || events[0].v !== BEHAVIOUR)).toEqual([])
  })
})

test.each(Object.entries(GOLDEN))('records %s so that it can be read back', async (_, one) => {
  const { journal, engine } = await runGolden(one)
  await engine.close()
  const { record, events } = journal.rows.get(ID) ?? expect.fail('not recorded')
  const stored = JSON.parse(JSON.stringify({ record, events }))
  expect(engineView(stored.record, stored.events)).toEqual(engineView(record, events))
})
