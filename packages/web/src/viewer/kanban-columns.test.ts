import type { Job, KanbanConfig } from '@millrace/model'
import { expect, test } from 'vitest'
import { ENGLISH } from '../i18n/texts.ts'
import { cardsOf, columnsOf, defaultColumns, filledColumns } from './kanban-columns.ts'
import type { ViewedNode } from './viewed-nodes.ts'

const node = (id: string): ViewedNode => ({ id, title: id, typeName: '', typeId: '', icon: '', color: '' })
const job = (id: string, status: string, node_id = id): Job =>
  ({ id, node_id, label: id, status, execution_count: 1, attempt: 1 }) as Job

/** Column keys with the ids of their cards. */
function placed(jobs: Job[], nodes: string[], config?: KanbanConfig) {
  const cards = cardsOf({ jobs, node_statuses: {} }, nodes.map(node))
  return Object.fromEntries(
    filledColumns(columnsOf(config, ENGLISH), cards).map(({ key, cards: own }) => [key, own.map((card) => card.id)]),
  )
}

test('uses the documented default columns', () => {
  expect(defaultColumns(ENGLISH).map(({ key, label, statuses }) => [key, label, statuses])).toEqual([
    ['pending', 'Pending', ['idle', 'pending']],
    ['in_progress', 'In Progress', ['running', 'paused', 'interrupted']],
    ['done', 'Done', ['completed', 'skipped']],
    ['failed', 'Failed', ['failed', 'cancelled']],
  ])
  expect(columnsOf(undefined, ENGLISH)).toEqual(defaultColumns(ENGLISH))
})

test('has one card per job and per node without a job, and none for jobs of unknown nodes', () => {
  expect(
    placed(
      [job('a', 'completed'), job('b#0', 'failed', 'b'), job('b#1', 'running', 'b'), job('x', 'running')],
      ['a', 'b', 'c'],
    ),
  ).toEqual({
    pending: ['node:c'],
    in_progress: ['job:b#1'],
    done: ['job:a'],
    failed: ['job:b#0'],
  })
})

test('a status in no column goes to the first column, and an unknown status counts as pending', () => {
  const config = {
    columns: [
      { key: 'now', label: 'Now', statuses: ['running'] },
      { key: 'later', label: 'Later', statuses: ['pending', 'idle'] },
    ],
  } as KanbanConfig
  expect(placed([job('a', 'failed'), job('b', 'odd')], ['a', 'b'], config)).toEqual({
    now: ['job:a'],
    later: ['job:b'],
  })
})

test('cards show a pill only if the column lists more than one status', () => {
  const config = {
    columns: [
      { key: 'one', label: 'One', statuses: ['completed'] },
      { key: 'two', label: 'Two', statuses: ['failed', 'cancelled'] },
    ],
  } as KanbanConfig
  expect(filledColumns(columnsOf(config, ENGLISH), []).map((column) => column.showsPills)).toEqual([false, true])
  expect(filledColumns(defaultColumns(ENGLISH), []).every((column) => column.showsPills)).toBe(true)
})

test('a node without a job has the status of the detail', () => {
  const status = { status: 'skipped' as const, executions: 0, status_counts: {} }
  const cards = cardsOf({ jobs: [], node_statuses: { a: status } }, [node('a'), node('b')])
  expect(cards.map((card) => card.status)).toEqual(['skipped', 'pending'])
})
