import type { Job } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { BY_ACTIVITY, nextOrder, type SortOrder, sortedRows, type TableRow, tableRows } from './table-rows.ts'
import type { ViewedNode } from './viewed-nodes.ts'

const node = (id: string): ViewedNode => ({ id, title: id, typeName: '', typeId: '', icon: '', color: '' })
const job = (id: string, given: Partial<Job> = {}): Job =>
  ({ id, node_id: id, label: id, status: 'completed', execution_count: 1, attempt: 1, ...given }) as Job
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString()

test('sorts running nodes first, then blocked, then newest, then not started', () => {
  const jobs = [
    job('old', { started: at(1), completed: at(2) }),
    job('idle', { status: 'idle' }),
    job('new', { started: at(3), completed: at(9), status: 'failed' }),
    job('asks', { started: at(4), status: 'interrupted' }),
    job('runs', { started: at(0), status: 'running' }),
    job('next', { status: 'pending' }),
  ]
  const nodes = ['idle', 'old', 'next', 'new', 'runs', 'asks'].map(node)
  expect(tableRows({ jobs, node_statuses: {} }, nodes).map((row) => row.node.id)).toEqual([
    'runs',
    'asks',
    'new',
    'old',
    'next',
    'idle',
  ])
})

test('a node with a running iteration is running and has all its iterations', () => {
  const jobs = [
    job('a#0', { node_id: 'a', status: 'running', iteration: '0' }),
    job('a#1', { node_id: 'a', status: 'completed', iteration: '1' }),
  ]
  const [row] = tableRows({ jobs, node_statuses: {} }, [node('a')])
  expect(row).toMatchObject({ status: 'running', job: { id: 'a#1' } })
  expect(row?.rounds.map(({ id }) => id)).toEqual(['a#0', 'a#1'])
})

test('tool calls are below the agent that made them', () => {
  const jobs = [job('agent'), job('agent/call:0', { node_id: 'calc', tool_of: 'agent' })]
  const rows = tableRows({ jobs, node_statuses: {} }, [node('agent'), node('calc')])
  expect(rows.find((row) => row.node.id === 'agent')?.toolCalls.map(({ id }) => id)).toEqual(['agent/call:0'])
})

test('a node without any data is pending', () => {
  expect(tableRows({ jobs: [], node_statuses: {} }, [node('a')])).toMatchObject([{ status: 'pending', attempts: 0 }])
})

test('shows the attempts of a job, not the iterations of its node', () => {
  const jobs = [job('a#4', { node_id: 'a', iteration: '4', execution_count: 5, attempt: 2 })]
  expect(tableRows({ jobs, node_statuses: {} }, [node('a')])[0]).toMatchObject({ attempts: 2 })
})

describe('the order of the rows', () => {
  const row = (title: string, status: TableRow['status'], durationMs?: number): TableRow => ({
    node: { id: title, title, typeName: `type of ${title}`, typeId: '', icon: '', color: '' },
    status,
    job: undefined,
    rounds: [],
    toolCalls: [],
    lastExecuted: undefined,
    durationMs,
    error: undefined,
    attempts: 1,
  })
  const rows = [row('b', 'running'), row('c', 'completed', 30), row('a', 'failed', 200), row('d', 'skipped')]
  const titles = (order: SortOrder) =>
    sortedRows(rows, order)
      .map(({ node }) => node.title)
      .join('')

  test('is by activity at first and reversed by a click on the column', () => {
    expect(titles(BY_ACTIVITY)).toBe('bcad')
    expect(titles(nextOrder(BY_ACTIVITY, 'lastExecuted'))).toBe('dacb')
  })

  test('follows the column that was clicked, and the other direction after a second click', () => {
    const byName = nextOrder(BY_ACTIVITY, 'node')
    expect([titles(byName), titles(nextOrder(byName, 'node'))]).toEqual(['abcd', 'dcba'])
    const byStatus = nextOrder(byName, 'status')
    expect(titles(byStatus)).toBe('bcad')
  })

  test('has rows without a duration last in both directions', () => {
    const longest = nextOrder(BY_ACTIVITY, 'duration')
    expect([titles(longest), titles(nextOrder(longest, 'duration'))]).toEqual(['acbd', 'cabd'])
  })
})
