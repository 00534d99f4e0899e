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

interface Wait {
  readonly from: string
  readonly to?: string
}
interface JobView {
  readonly id: string
  readonly status: string
  readonly completed?: string
  readonly waits?: readonly Wait[]
}

function jobsOf({ detail }: ReturnType<typeof clientView>): readonly JobView[] {
  return isObject(detail) && Array.isArray(detail.jobs) ? detail.jobs : expect.fail('the view has no jobs')
}

/** The view without the waits of jobs: views recorded before jobs listed them have none, and are never changed. */
function withoutWaits(view: ReturnType<typeof clientView>): ReturnType<typeof clientView> {
  const jobs = jobsOf(view).map(({ waits: _, ...job }) => job)
  return { ...view, detail: { ...(isObject(view.detail) ? view.detail : {}), jobs } }
}

describe('golden journals', () => {
  test.each(goldenJournals())('E7 $name gives its recorded view', ({ record, events, expected: { detail, log } }) => {
    const view = clientView(record, events)
    const hasWaits = jobsOf({ detail, log }).some(({ waits }) => waits !== undefined)
    expect(hasWaits ? view : withoutWaits(view)).toEqual({ detail: asShown(detail), log })
  })

  test.each(goldenJournals())('$name has waits in order, open only while a step waits', ({ record, events }) => {
    for (const { status, completed, waits = [] } of jobsOf(clientView(record, events))) {
      const isWaiting = status === 'paused' || status === 'interrupted'
      expect(waits.filter(({ to }) => to === undefined)).toHaveLength(isWaiting ? 1 : 0)
      const times = waits.flatMap(({ from, to }) => (to === undefined ? [from] : [from, to]))
      const all = completed === undefined ? times : [...times, completed]
      expect(all).toEqual(all.toSorted())
    }
  })
})

test.each(Object.entries(GOLDEN))('%s gives the same view when it is read back', async (_, one) => {
  const { journal, engine } = await runGolden(one)
  await engine.close()
  const { record, events } = journal.rows.get(ID) ?? expect.fail('not recorded')
  const stored = JSON.parse(JSON.stringify({ record, events }))
  expect(clientView(stored.record, stored.events)).toEqual(clientView(record, events))
})
