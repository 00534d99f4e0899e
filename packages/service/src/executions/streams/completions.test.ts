import type { ExecutionState, Written } from '@millrace/engine'
import { expect, test } from 'vitest'
import { Completions } from './completions.ts'

const ended = { finishedAt: 1, status: 'completed' } as ExecutionState
const writtenBy = (id: string, state: ExecutionState) => ({ record: { id }, state }) as Written

test('a wait has the final state as soon as the end is published', async () => {
  const completions = new Completions()
  const wait = completions.wait('a')
  completions.publish(writtenBy('a', {} as ExecutionState))
  completions.publish(writtenBy('b', ended))
  expect(wait.reached).toBeUndefined()
  completions.publish(writtenBy('a', ended))
  expect(wait.reached).toBe(ended)
  expect(completions.waited).toBe(0)
  wait.stop()
  expect(wait.reached).toBe(ended)
  await expect(wait.state).resolves.toBe(ended)
})

test('callers that wait for the same execution all have its state, and one may stop before', async () => {
  const completions = new Completions()
  const waits = [completions.wait('a'), completions.wait('a'), completions.wait('a')]
  const states = Promise.all(waits.map(({ state }) => state))
  waits[0]?.stop()
  expect(completions.waited).toBe(1)
  completions.publish(writtenBy('a', ended))
  expect(await states).toEqual([undefined, ended, ended])
  expect(completions.waited).toBe(0)
})

test('a wait that is stopped has no state, even if the end is published later', async () => {
  const completions = new Completions()
  const wait = completions.wait('a')
  wait.stop()
  wait.stop()
  completions.publish(writtenBy('a', ended))
  expect(wait.reached).toBeUndefined()
  expect(completions.waited).toBe(0)
  await expect(wait.state).resolves.toBeUndefined()
})
