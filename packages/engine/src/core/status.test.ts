/** The transition tables hold exactly the transitions that happen, and nothing but `status.ts` assigns a status. */
import { readdirSync, readFileSync } from 'node:fs'
import {
  EXECUTION_STATUSES,
  INTERRUPT_STATUSES,
  isExecutionOver,
  isInterruptOver,
  isStepOver,
  STEP_STATUSES,
} from '@millrace/model'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Chaos } from '../testing/chaos.ts'
import { GOLDEN, runGolden } from '../testing/golden-cases.ts'
import { foldedGolden, goldenJournals } from '../testing/golden-files.ts'
import { Random } from '../testing/random.ts'
import {
  EXECUTION_TRANSITIONS,
  QUESTION_TRANSITIONS,
  STEP_TRANSITIONS,
  setExecutionStatus,
  setQuestionStatus,
  setStatus,
} from './status.ts'

const SEEDS = 40

const seen = vi.hoisted(() => ({ step: new Set<string>(), execution: new Set<string>(), question: new Set<string>() }))

// Records every change of a status before it is made.
vi.mock(import('./status.ts'), async (importOriginal) => {
  const actual = await importOriginal()
  return {
    ...actual,
    setStatus(step, to) {
      const from = step.status
      actual.setStatus(step, to)
      seen.step.add(`${from} to ${to}`)
    },
    setExecutionStatus(state, to) {
      const from = state.status
      actual.setExecutionStatus(state, to)
      seen.execution.add(`${from} to ${to}`)
    },
    setQuestionStatus(question, to) {
      const from = question.status
      actual.setQuestionStatus(question, to)
      seen.question.add(`${from} to ${to}`)
    },
  }
})

function listed(table: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(table).flatMap(([from, tos]) => tos.map((to) => `${from} to ${to}`))
}

describe('status transitions', () => {
  beforeAll(async () => {
    for (const { record, events } of goldenJournals()) foldedGolden(record, events)
    for (const one of Object.values(GOLDEN)) await (await runGolden(one)).engine.close()
    for (let seed = 1; seed <= SEEDS; seed++) await new Chaos(new Random(seed), { isGentle: false }).withFaults()
  })

  test.each([
    ['steps', STEP_TRANSITIONS, seen.step],
    ['executions', EXECUTION_TRANSITIONS, seen.execution],
    ['questions', QUESTION_TRANSITIONS, seen.question],
  ] as const)('the table of %s contains exactly the transitions of all recorded and random runs', (_, table, found) => {
    expect([...found].sort()).toEqual(listed(table).sort())
  })

  test('throw if the table does not contain them', () => {
    for (const [set, table] of [
      [setStatus, STEP_TRANSITIONS],
      [setExecutionStatus, EXECUTION_TRANSITIONS],
      [setQuestionStatus, QUESTION_TRANSITIONS],
    ] as const) {
      for (const [from, tos] of Object.entries(table)) {
        for (const to of Object.keys(table)) {
          const holder = { status: from }
          const change = () => (set as (holder: { status: string }, to: string) => void)(holder, to)
          if ((tos as readonly string[]).includes(to)) change()
          else expect(change).toThrow(`Illegal status change: ${from} to ${to}.`)
          expect(holder.status).toBe((tos as readonly string[]).includes(to) ? to : from)
        }
      }
    }
  })
})

test('has no transitions from exactly the final statuses', () => {
  const ends = (table: Readonly<Record<string, readonly string[]>>) =>
    Object.keys(table).filter((status) => table[status]?.length === 0)
  expect(ends(STEP_TRANSITIONS)).toEqual(STEP_STATUSES.filter(isStepOver))
  expect(ends(EXECUTION_TRANSITIONS)).toEqual(EXECUTION_STATUSES.filter(isExecutionOver))
  expect(ends(QUESTION_TRANSITIONS)).toEqual(INTERRUPT_STATUSES.filter(isInterruptOver))
})

test('assigns a status only in status.ts', () => {
  const root = new URL('../', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => path.replaceAll('\\', '/'))
  const assigning = files.filter((path) => {
    const text = readFileSync(new URL(path, root), 'utf8')
    return /\.status\s*(?:=(?!=)|\?\?=|\|\|=|&&=)|\['status'\]\s*=(?!=)|Object\.assign\((?:step|state|asked|run)\b/.test(
      text,
    )
  })
  expect(assigning).toEqual(['core/status.ts'])
})
