import type { Job, NodeStatusRecord } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { expect, test } from 'vitest'
import { ENGLISH } from '../i18n/texts.ts'
import { runEdgeMarks, runMarks } from './run-marks.ts'

function statuses(given: Record<string, NodeStatusRecord['status']>, executions: Record<string, number> = {}) {
  return Object.fromEntries(
    Object.entries(given).map(([id, status]) => [
      id,
      { status, executions: executions[id] ?? (status === 'skipped' ? 0 : 1), status_counts: {} },
    ]),
  )
}

function job(node_id: string, status: Job['status'], output_data?: Record<string, unknown>): Job {
  const facts = { id: node_id, node_id, label: node_id, status, execution_count: 1, attempt: 1 }
  return output_data === undefined ? facts : { ...facts, output_data }
}

test('marks the edges that a run took and those that it did not take', () => {
  const graph = drawn(`text.1:text -> ask.1:message
    ask.1:yes -> end.1:value
    ask.1:no -> end.2:value
    text.1:error -> end.3:value`)
  const given = {
    'text.1': 'completed',
    'ask.1': 'completed',
    'end.1': 'completed',
    'end.2': 'skipped',
    'end.3': 'skipped',
  } as const
  const marks = runEdgeMarks(
    {
      jobs: [job('text.1', 'completed', { text: 'hi' }), job('ask.1', 'completed', {})],
      node_statuses: statuses(given),
      branches_taken: { 'ask.1': ['Yes'] },
    },
    graph,
  )
  expect(Object.fromEntries(marks)).toEqual({ e1: 'taken', e2: 'taken', e3: 'untaken', e4: 'untaken' })
})

test('marks edges to running nodes as active and does not mark edges of nodes that have not ended', () => {
  const graph = drawn('text.1:text -> model.1:message \n model.1:response -> end.1:value')
  const given = { 'text.1': 'completed', 'model.1': 'running', 'end.1': 'idle' } as const
  const marks = runEdgeMarks({ jobs: [], node_statuses: statuses(given) }, graph)
  expect(Object.fromEntries(marks)).toEqual({ e1: 'active' })
})

test('marks an error edge as taken if its node failed', () => {
  const graph = drawn('model.1:error -> end.1:value \n model.1:response -> end.2:value')
  const given = { 'model.1': 'failed', 'end.1': 'completed', 'end.2': 'skipped' } as const
  const marks = runEdgeMarks({ jobs: [], node_statuses: statuses(given) }, graph)
  expect(Object.fromEntries(marks)).toEqual({ e1: 'taken', e2: 'untaken' })
})

test('counts the rounds of nodes that ran several times and of the head of their loop', () => {
  const graph = drawn('each.1:item -> prompt.1:data \n prompt.1:output -> each.1:loop_back')
  const given = { 'each.1': 'completed', 'prompt.1': 'completed', 'end.1': 'completed' } as const
  const detail = { jobs: [], node_statuses: statuses(given, { 'prompt.1': 3 }) }
  const nodes = Object.keys(given).map((id) => ({ id }))
  const marks = runMarks(detail, nodes, { edges: graph.edges, t: ENGLISH })
  expect(nodes.map(({ id }) => marks.get(id)?.rounds)).toEqual([3, 3, undefined])
})

test('marks the edge of a tool as taken if the agent called it', () => {
  const graph = drawn('clock.1:tool -> model.1:tool \n clock.2:tool -> model.1:tool \n clock.3:tool -> model.1:tool')
  const given = { 'clock.1': 'completed', 'clock.2': 'skipped', 'clock.3': 'failed', 'model.1': 'completed' } as const
  const jobs = [
    { ...job('clock.1', 'completed', { time: 'noon' }), tool_of: 'model.1' },
    { ...job('clock.3', 'failed'), tool_of: 'model.1' },
  ]
  const marks = runEdgeMarks({ jobs, node_statuses: statuses(given) }, graph)
  expect(Object.fromEntries(marks)).toEqual({ e1: 'taken', e2: 'untaken', e3: 'taken' })
})
