import type { Job, LogEntry } from '@millrace/model'
import { expect, test } from 'vitest'
import { isCut, pathBelowBase } from '../data/cut-value.ts'
import { portValueOf } from '../data/port-value.ts'
import { shortValueText, valueText } from '../data/value-text.ts'
import { ENGLISH } from '../i18n/texts.ts'
import { durationOf, durationText } from './durations.ts'
import { shownLines } from './log-lines.ts'
import { runEdgeMarks, runMarks } from './run-marks.ts'

test.each([
  [0, '0 ms'],
  [0.42, '0.4 ms'],
  [320, '320 ms'],
  [4260, '4.2 s'],
  [125_000, '2 min 5 s'],
  [120_000, '2 min'],
  [12_000_000, '3 h 20 min'],
  [190_000_000, '2 d 4 h'],
])('formats %d ms as %s', (ms, text) => {
  expect(durationText(ms, ENGLISH)).toBe(text)
})

test('prefers a measured duration; a running job lasts until now', () => {
  const started = '2026-01-01T12:00:00.000Z'
  expect(durationOf({ execution_time_us: 1500, execution_time: 9, started })).toBe(1.5)
  expect(durationOf({ execution_time: 9, started })).toBe(9)
  expect(durationOf({ started, completed: '2026-01-01T12:00:02.000Z' })).toBe(2000)
  expect(durationOf({ started }, Date.parse(started) + 700)).toBe(700)
  expect(durationOf({ started })).toBeUndefined()
  expect(durationOf({})).toBeUndefined()
})

test('a level includes more severe levels', () => {
  const logs = (['debug', 'info', 'warning', 'error'] as const).map(
    (level, at): LogEntry => ({ level, message: `line ${level}`, timestamp: '', node_id: `n${at % 2}` }),
  )
  const levels = (filter: Parameters<typeof shownLines>[1]) => shownLines(logs, filter).map(({ level }) => level)
  expect(levels({})).toHaveLength(4)
  expect(levels({ level: 'warning' })).toEqual(['warning', 'error'])
  expect(levels({ node: 'n1' })).toEqual(['info', 'error'])
  expect(levels({ search: 'LINE w' })).toEqual(['warning'])
})

test('formats values as text, shortened for small spaces', () => {
  expect(valueText('a\nb')).toBe('a\nb')
  expect(valueText({ a: 1 })).toBe('{\n  "a": 1\n}')
  expect(valueText(undefined)).toBe('undefined')
  expect(shortValueText('x'.repeat(1000))).toHaveLength(282)
  expect(shortValueText('short')).toBe('short')
})

test('loads a truncated value below the API prefix of the host', () => {
  const cut = { $cut: true, characters: 1, preview: '', href: '/api/v1/pipelines/p/values/a/b?of=input' }
  expect(isCut(cut)).toBe(true)
  expect(isCut({ $cut: true })).toBe(false)
  expect(pathBelowBase(cut.href)).toBe('/pipelines/p/values/a/b?of=input')
})

const job = (id: string, given: Partial<Job>): Job =>
  ({ id, node_id: id, label: id, status: 'completed', execution_count: 1, attempt: 1, ...given }) as Job
const edge = { id: 'e', source: 'a', target: 'b', sourceHandle: 'a-output-text', targetHandle: 'b-input-value' }

test('a port has the value of the newest job; an input without one has the value of its edge', () => {
  const jobs = [job('a', { output_data: { text: 'x' } }), job('b', { status: 'running', input_data: {} })]
  const value = (node: string, port: string, direction: 'input' | 'output') =>
    portValueOf({ jobs }, { node, port, direction }, { edges: [edge] })?.value
  expect(value('a', 'text', 'output')).toBe('x')
  expect(value('b', 'value', 'input')).toBe('x')
  expect(value('b', 'value', 'output')).toBeUndefined()
})

test('unchanged marks keep their identity', () => {
  const nodes = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  const first = runMarks(
    { jobs: [job('a', { execution_time: 12 }), job('b', { status: 'running' })], node_statuses: {} },
    nodes,
    { t: ENGLISH },
  )
  expect(first.get('a')).toEqual({ status: 'completed', note: '12 ms', tip: 'Completed' })
  expect(first.get('c')).toEqual({ status: 'idle', tip: 'Idle' })
  const failed = job('b', { status: 'failed', error_message: 'No' })
  const second = runMarks({ jobs: [job('a', { execution_time: 12 }), failed], node_statuses: {} }, nodes, {
    before: first,
    t: ENGLISH,
  })
  expect(second.get('a')).toBe(first.get('a'))
  expect(second.get('b')).toMatchObject({ status: 'failed', tip: 'Failed: No' })
})

test('an edge is active from a finished node to a running one', () => {
  const jobs = [job('a', {}), job('b', { status: 'running' })]
  expect([...runEdgeMarks({ jobs, node_statuses: {} }, { edges: [edge] })]).toEqual([['e', 'active']])
  const finished = runEdgeMarks({ jobs: [job('a', {}), job('b', {})], node_statuses: {} }, { edges: [edge] })
  expect([...finished.values()]).toEqual(['taken'])
})
