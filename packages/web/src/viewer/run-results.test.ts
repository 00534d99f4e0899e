import type { Job } from '@millrace/model'
import { expect, test } from 'vitest'
import { runResults } from './run-results.ts'

const NODES = [
  { id: 'ask', title: 'Message', typeId: 'chat_input' },
  { id: 'agent', title: 'Agent', typeId: 'simple_agent' },
  { id: 'sum', title: 'Calculator', typeId: 'calculator' },
  { id: 'reply', title: 'Answer', typeId: 'chat_output' },
  { id: 'text', title: 'Answer', typeId: 'text_output' },
]

function job(node_id: string, output_data: Record<string, unknown>, more: Partial<Job> = {}): Job {
  return {
    id: node_id,
    node_id,
    label: node_id,
    status: 'completed',
    execution_count: 1,
    attempt: 1,
    output_data,
    ...more,
  }
}

test('shows the outputs of the run', () => {
  const results = runResults({ jobs: [job('agent', { response: 'Hi' })], outputs: { answer: 'Hi' } }, NODES)
  expect(results).toEqual({ values: { answer: 'Hi' } })
})

test('shows the texts of chat and text outputs by their title, also of two with the same title', () => {
  const jobs = [job('agent', { response: 'Hi' }), job('reply', { message: 'Hi' }), job('text', { text: 'HI' })]
  expect(runResults({ jobs, outputs: {} }, NODES)).toEqual({ values: { Answer: 'Hi', 'Answer (text)': 'HI' } })
})

test('shows the outputs of the node that ended last if there are no results, but not those of a tool', () => {
  const jobs = [
    job('ask', { message: 'Hi' }),
    job('agent', { response: 'Hello' }),
    job('sum', { result: 3 }, { tool_of: 'agent' }),
    job('reply', {}, { status: 'skipped' }),
  ]
  expect(runResults({ jobs, outputs: {} }, NODES)).toEqual({ values: { response: 'Hello' }, lastNode: 'Agent' })
  expect(runResults({ jobs: [], outputs: {} }, NODES)).toEqual({ values: {} })
})
