import type { Job } from '@millrace/model'
import { expect, test } from 'vitest'
import { compareRuns, isDifferent } from './compare-runs.ts'

const job = (node_id: string, change: Partial<Job> = {}): Job => ({
  ...{ id: `${node_id} of a run`, node_id, label: node_id, status: 'completed', execution_count: 1, attempt: 1 },
  ...change,
})
const texts = (a: Job[], b: Job[]) =>
  compareRuns({ jobs: a }, { jobs: b }).map((step) => {
    const parts = [step.hasSameStatus || 'status', step.hasSameInputs || 'inputs', step.hasSameOutputs || 'outputs']
    return `${step.key}: ${parts.filter((part) => part !== true).join(' ') || 'same'}`
  })

test('compares status, error, inputs and outputs of each step', () => {
  const a = [
    job('same', { input_data: { in: [1] }, output_data: { out: { b: 1, a: 2 } } }),
    job('status'),
    job('error', { status: 'failed', error_message: 'one' }),
    job('input', { input_data: { in: 1 } }),
    job('output', { output_data: { out: 1 } }),
  ]
  const b = [
    job('same', { input_data: { in: [1] }, output_data: { out: { a: 2, b: 1 } } }),
    job('status', { status: 'failed' }),
    job('error', { status: 'failed', error_message: 'two' }),
    job('input', { input_data: { in: 2 } }),
    job('output', {}),
  ]
  expect(texts(a, b)).toEqual(['same: same', 'status: status', 'error: status', 'input: inputs', 'output: outputs'])
})

test('matches rounds and repeated calls, and keeps steps of one run in place', () => {
  const a = [job('x'), job('gone'), job('loop', { iteration: '0/1' }), job('call'), job('call')]
  const b = [job('x'), job('loop', { iteration: '0/1' }), job('call'), job('new')]
  const steps = compareRuns({ jobs: a }, { jobs: b })
  expect(steps.map(({ key }) => key)).toEqual(['x', 'gone', 'loop 0/1', 'call', 'call (2)', 'new'])
  expect(steps.filter(isDifferent).map(({ key }) => key)).toEqual(['gone', 'call (2)', 'new'])
  expect(steps.map(({ a: one, b: two }) => [one !== undefined, two !== undefined].join())).toEqual([
    ...['true,true', 'true,false', 'true,true', 'true,true', 'true,false', 'false,true'],
  ])
})

test('compares truncated values by their beginning and length', () => {
  const cut = (run: string, text: string) => ({ out: { $cut: true, text, characters: 9000, href: `/${run}` } })
  const step = (run: string, text: string) => [job('a', { output_data: cut(run, text) })]
  expect(texts(step('1', 'abc'), step('2', 'abc'))).toEqual(['a: same'])
  expect(texts(step('1', 'abc'), step('2', 'abd'))).toEqual(['a: outputs'])
})
