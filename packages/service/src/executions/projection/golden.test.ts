/** Recorded histories give the same views in every later version. */
import { GOLDEN, ID, runGolden } from '@millrace/engine/testing/golden-cases'
import { goldenJournals } from '@millrace/engine/testing/golden-files'
import { isObject } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { clientView } from './testing/golden-view.ts'

/** Removes errors of retried attempts: recorded views contain them, but clients never received them. */
function asShown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asShown)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, one]) => [key, asShown(one)] as const)
  const isHidden = (key: string) => ['error', 'error_message', 'error_code'].includes(key)
  return Object.fromEntries(value.status === 'completed' ? entries.filter(([key]) => !isHidden(key)) : entries)
}

describe('golden journals', () => {
  test.each(goldenJournals())('E7 $name gives its recorded view', ({ record, events, expected: { detail, log } }) => {
    expect(clientView(record, events)).toEqual({ detail: asShown(detail), log })
  })
})

test.each(Object.entries(GOLDEN))('%s gives the same view when it is read back', async (_, one) => {
  const { journal, engine } = await runGolden(one)
  await engine.close()
  const { record, events } = journal.rows.get(ID) ?? expect.fail('not recorded')
  const stored = JSON.parse(JSON.stringify({ record, events }))
  expect(clientView(stored.record, stored.events)).toEqual(clientView(record, events))
})
