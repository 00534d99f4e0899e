import type { Task } from '@millrace/engine'
import { planOf } from '@millrace/engine/testing/drawing'
import { newRecord } from '@millrace/engine/testing/process-run'
import { LargeJson } from '@millrace/model'
import { expect, test } from 'vitest'
import { outcomeOf, requestOf, taskOf, textOfOutcome } from './step-text.ts'

const { signal } = new AbortController()
const none = () => Promise.reject(new Error('not used'))

function taskWith(inputs: Task['inputs']): Task {
  const record = newRecord('one', planOf('a -> b'))
  const values = { node: 1, scope: '0/2', attempt: 2, round: 0, idempotencyKey: 'key', launch: { more: null } }
  const rest = { replies: [], notes: {}, conversation: [], warnings: ['warned'], settings: { in: 3 } }
  return { record, ...values, ...rest, inputs, signal, note: none, toolScope: none, steps: { max: 9, left: 3 } }
}

test('a task arrives with its values; large ones stay text', async () => {
  const task = taskWith({ in: { list: [1, 'ü\u0000'] }, big: new LargeJson('[1, 2]'), off: undefined })
  const { text } = (await requestOf(task)) ?? { text: '' }
  const received = await taskOf({ token: 't', record: task.record, request: text }, signal)
  const { node, scope, attempt, idempotencyKey, settings, launch, record } = task
  expect(received).toMatchObject({ node, scope, attempt, idempotencyKey, settings, launch, record, warnings: [] })
  expect(received.inputs).toEqual({ in: { list: [1, 'ü\u0000'] }, big: new LargeJson('[1, 2]'), off: undefined })
  await expect(received.note('key', 1)).rejects.toThrow('cannot write notes')
})

test('requests have the same hash if their values are the same', async () => {
  const hashOf = async (task: Task) => (await requestOf(task))?.hash
  const same = { ...taskWith({ in: 1 }), steps: { max: 9, left: 1 } }
  expect(await hashOf(same)).toBe(await hashOf(taskWith({ in: 1 })))
  expect(await hashOf({ ...same, attempt: 3 })).not.toBe(await hashOf(same))
  expect(await hashOf(taskWith({ in: 2 }))).not.toBe(await hashOf(same))
})

test('a step with too many values to move has no request', async () => {
  expect(await requestOf(taskWith({ in: 'x'.repeat(5 * 2 ** 20) }))).toBeUndefined()
  expect(await requestOf(taskWith({ in: new LargeJson(`"${'x'.repeat(5 * 2 ** 20)}"`) }))).toBeUndefined()
})

test.each([
  { outputs: { result: new LargeJson('{"a":1}'), logs: ['x'] }, taken: ['yes'], logs: [] },
  { failure: { code: 'TIMED_OUT', message: 'late', retryable: true }, usage: { inputTokens: 1 } },
])('an outcome arrives as it is', async (outcome) => {
  expect(await outcomeOf(await textOfOutcome(outcome as never))).toEqual(outcome)
})
