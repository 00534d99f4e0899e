import { TOOL_NOTE } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { foldedGolden, goldenJournals } from '../testing/golden-files.ts'
import type { ExecutionEvent } from './events.ts'
import type { ExecutionState } from './state.ts'
import { NOT_KEPT, withoutValues } from './without-values.ts'

const AT = 1_000

/** Everything of a state that is not a value. */
function frame(state: ExecutionState) {
  return {
    ...{ status: state.status, finishedAt: state.finishedAt, updatedAt: state.updatedAt, attempts: state.attempts },
    ...{ usage: state.usage, code: state.failure?.code, isPaused: state.isPaused },
    steps: state.steps.map((step) => ({
      ...{ node: step.node, scope: step.scope.path, status: step.status, attempt: step.attempt, run: step.run },
      ...{ startedAt: step.startedAt, endedAt: step.endedAt, taken: step.taken, child: step.child, waits: step.waits },
      ...{ ports: step.outputs && Object.keys(step.outputs), code: step.failure?.code },
      asked: step.asked.map(({ id, status, why, closedAt, responses }) => [
        id,
        status,
        why,
        closedAt,
        responses.length,
      ]),
    })),
  }
}

describe('a history without values', () => {
  test.each(goldenJournals())('folds to the same statuses, times and branches: $name', ({ record, events }) => {
    const bare = events.map((event) => withoutValues(event, { at: AT }))
    const state = foldedGolden(record, bare)
    expect(frame(state)).toEqual(frame(foldedGolden(record, events)))
    expect(state.started?.valuesRemovedAt).toBe(AT)
    expect(bare.map((event) => withoutValues(event, { at: AT }))).toEqual(bare)
  })

  test('contains no value, message, answer or log line, but yes-or-no decisions and token counts', () => {
    const secret = 'confidential'
    const failure = { message: secret, code: 'CODE', details: { response: secret } }
    const usage = { inputTokens: 7, outputTokens: 3, totalTokens: 10 }
    const step = { at: 1, node: 0, logs: [{ level: 'info', message: secret }], usage } as const
    const events: ExecutionEvent[] = [
      {
        ...{ type: 'started', v: 2, at: 1, inputs: { a: secret }, conversation: [] },
        reused: { 0: { outputs: { out: { deep: secret } } } },
      } as ExecutionEvent,
      { type: 'queued', at: 1, inputs: { a: secret } },
      { ...step, type: 'step-started', attempt: 1, settings: { url: secret } },
      { ...step, type: 'step-noted', key: 'turn', value: secret },
      {
        ...{ ...step, type: 'step-noted', key: `${TOOL_NOTE}1` },
        value: {
          ...{ tool: 't', nodeId: 'n', label: 'l', status: 'failed', startedAt: 1 },
          ...{ args: { q: secret }, settings: { s: secret }, result: secret, error: failure },
        },
      },
      { ...step, type: 'step-waits', until: 3, outputs: { out: secret } },
      {
        ...{ ...step, type: 'step-asks', id: 'q' },
        question: {
          type: 'choice',
          allowCancel: true,
          config: { message: secret, options: [{ value: secret, label: secret }] },
        },
      },
      { ...step, type: 'step-answered', id: 'q', value: secret, by: { id: 'p', name: 'Person' } },
      { ...step, type: 'step-answered', id: 'q', value: true, by: { id: 'p', name: 'Person' } },
      { ...step, type: 'step-completed', outputs: { out: secret }, ends: { status: 'failed', failure } },
      { ...step, type: 'step-failed', failure },
      { type: 'logged', at: 1, level: 'info', message: secret, context: { secret } },
      { type: 'finished', at: 1, status: 'failed', failure },
    ]
    const bare = events.map((event) => withoutValues(event, { at: AT }))
    expect(JSON.stringify(bare)).not.toContain(secret)
    expect(bare[7]).toMatchObject({ value: { $removed: true } })
    expect(bare[8], 'a decision').toMatchObject({ value: true, by: { id: 'p' } })
    expect(bare[9]).toMatchObject({ outputs: { out: { $removed: true, characters: secret.length + 2 } }, usage })
    expect(bare.at(-1)).toEqual({
      type: 'finished',
      at: 1,
      status: 'failed',
      failure: { message: NOT_KEPT, code: 'CODE' },
    })
    expect(bare.map(({ type }) => type)).toEqual(events.map(({ type }) => type))
  })
})
