/**
 * Golden journals: one line with the record, one line per event, and a second file with the view that they fold to. A
 * recorded file is never changed: every later version must read it the same way.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fold } from '../core/apply.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { progressOf } from '../core/progress.ts'
import type { ExecutionState } from '../core/state.ts'
import { indexed } from '../driver/history.ts'
import { questionRow } from '../driver/question-rows.ts'
import type { ExecutionRecord } from '../ports.ts'
import { endOf } from './simulate.ts'

export const GOLDEN_FOLDER = fileURLToPath(new URL('../../journals/', import.meta.url))

/** The expected view of a journal: parts that the engine derives, and parts that projections outside of it derive. */
export interface GoldenView {
  readonly end: unknown
  readonly progress: unknown
  /** Absent from views that were recorded before there were questions. */
  readonly questions?: unknown
  /** The pipeline detail without ids and times of the execution. */
  readonly detail: unknown
  readonly log: unknown
}

export interface GoldenJournal {
  readonly name: string
  readonly record: ExecutionRecord
  readonly events: readonly ExecutionEvent[]
  readonly expected: GoldenView
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

export function foldedGolden({ plan }: ExecutionRecord, events: readonly ExecutionEvent[]): ExecutionState {
  return fold(indexed(plan), events)
}

/** The parts of a view that the engine derives, as JSON has them. */
export function engineView(
  record: ExecutionRecord,
  events: readonly ExecutionEvent[],
): Pick<GoldenView, 'end' | 'progress' | 'questions'> {
  const state = foldedGolden(record, events)
  const view = {
    end: endOf(state),
    progress: progressOf(state),
    ...(state.questions.size === 0
      ? {}
      : { questions: [...state.questions.values()].map((asked) => questionRow(record, state, asked)) }),
  }
  return JSON.parse(JSON.stringify(view))
}
