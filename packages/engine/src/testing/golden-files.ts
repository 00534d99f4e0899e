/**
 * Golden journals: a line with the record, a line per event; beside it what that must always add up to. They are
 * written once per release and never again: a history that was recorded has to be understood for ever.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fold } from '../core/apply.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { indexed } from '../core/plan-index.ts'
import { questionRow } from '../core/questions.ts'
import type { ExecutionRecord } from '../ports.ts'
import { detailOf, logOf, progressOf } from '../view.ts'
import { endOf } from './simulate.ts'

export const GOLDEN_FOLDER = fileURLToPath(new URL('../../journals/', import.meta.url))

export interface GoldenJournal {
  readonly name: string
  readonly record: ExecutionRecord
  readonly events: readonly ExecutionEvent[]
  readonly expected: unknown
}

export function goldenJournals(): GoldenJournal[] {
  const names = readdirSync(GOLDEN_FOLDER).filter((file) => file.endsWith('.jsonl'))
  return names.sort().map((file) => {
    const [record, ...events] = textOf(file)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const name = file.replace(/\.jsonl$/, '')
    return { name, record, events, expected: JSON.parse(textOf(`${name}.expected.json`)) }
  })
}

function textOf(file: string): string {
  return readFileSync(`${GOLDEN_FOLDER}${file}`, 'utf8')
}

/** Everything that a history adds up to, as JSON has it. */
export function addedUp(record: ExecutionRecord, events: readonly ExecutionEvent[]): unknown {
  const state = fold(indexed(record.plan), events)
  const { status, job_status_summary, node_statuses, jobs, error, error_code, is_paused } = detailOf(
    record,
    state,
    (job) => `/values/${job}`,
  )
  const view = {
    end: endOf(state),
    progress: progressOf(state),
    detail: { status, is_paused, error, error_code, job_status_summary, node_statuses, jobs },
    log: logOf(state),
    // What was recorded before there were any says nothing of them.
    ...(state.questions.size === 0
      ? {}
      : { questions: [...state.questions.values()].map((asked) => questionRow(record, state, asked)) }),
  }
  return JSON.parse(JSON.stringify(view))
}
