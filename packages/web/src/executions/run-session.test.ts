import type { WorkflowNode } from '@millrace/model'
import { expect, test, vi } from 'vitest'
import { clientWith, dataReply, refusalReply } from '../api/testing/client-with.ts'
import { ENGLISH } from '../i18n/texts.ts'
import { createRunSession, isRunning } from './run-session.ts'

const node = (id: string, extensions?: object) =>
  ({ id, position: { x: 0, y: 0 }, data: { extensions } }) as unknown as WorkflowNode
const document = { id: 'w', nodes: [node('a')], edges: [] }
const detail = {
  id: 'e',
  status: 'completed',
  created: '2026-01-01T12:00:00.000Z',
  updated: '2026-01-01T12:00:01.000Z',
  jobs: [],
  node_statuses: { a: { status: 'completed' } },
  job_status_summary: {},
}

/** A service that accepts every start and records the requests. */
function service({ earlier = [] as string[] } = {}) {
  const requests: [string, unknown][] = []
  const client = clientWith(({ method, path, body }) => {
    if (method === 'POST') requests.push([path, body])
    if (path.endsWith('execute')) return dataReply({ execution_id: 'e' })
    if (path === '/executions') return dataReply(earlier.map((id) => ({ id })))
    return path === '/pipelines/e' ? Response.json(detail) : dataReply([])
  })
  return { run: createRunSession(client, () => ENGLISH), requests }
}

test('runs a saved document as stored and any other as sent with the request', async () => {
  const { run, requests } = service()
  await run.start({ document, isSaved: true, inputs: { a: { x: 1 } } })
  await run.start({ document, isSaved: false })
  await run.start({ document: { nodes: [], edges: [] }, isSaved: false })
  expect(requests).toEqual([
    ['/workflows/w/execute', { inputs: { a: { x: 1 } } }],
    ['/execute', { workflow: { id: 'w', nodes: document.nodes, edges: [] } }],
    ['/execute', { workflow: { nodes: [], edges: [] } }],
  ])
  run.stop()
})

test('uses pinned data if there is some and it is enabled', async () => {
  const { run, requests } = service()
  const pinned = { id: 'w', nodes: [node('a', { 'millrace:pinned': { x: 1 } })], edges: [] }
  await run.start({ document: pinned, isSaved: true })
  run.setUsesPinned(false)
  await run.start({ document: pinned, isSaved: true })
  expect(requests.map(([, body]) => body)).toEqual([{ test: true }, {}])
  run.stop()
})

test('sends limits if they are set', async () => {
  const { run, requests } = service()
  run.setBounds({ seconds: 1.5, maxSteps: 20 })
  await run.start({ document, isSaved: true })
  run.setBounds({})
  await run.start({ document, isSaved: true })
  expect(requests.map(([, body]) => body)).toEqual([{ options: { timeout: 1500, maxSteps: 20 } }, {}])
  run.stop()
})

test('a run from a node uses the results of the visible run, else of the newest, else it is rejected', async () => {
  const first = service({ earlier: ['old'] })
  await first.run.start({ document, isSaved: true, from: 'a' })
  await first.run.start({ document, isSaved: true, from: 'a' })
  expect(first.requests.map(([, body]) => body)).toEqual([
    { from: { node: 'a', execution: 'old' } },
    { from: { node: 'a', execution: 'e' } },
  ])
  first.run.stop()
  const second = service()
  expect(await second.run.start({ document, isSaved: true, from: 'a' })).toBe(false)
  expect(second.run.store.get()).toMatchObject({ isStarting: false, failure: { code: 'NO_EARLIER_RUN' } })
})

test('the test of one node uses pinned data always, and is not what a run from a node starts from', async () => {
  const { run, requests } = service({ earlier: ['old'] })
  run.setUsesPinned(false)
  const part = { id: 'w', nodes: [node('x', { 'millrace:pinned': { out: 1 } }), node('a')], edges: [] }
  await run.start({ document: part, isSaved: false, part: new Set(['a']) })
  expect(run.store.get().part).toEqual(new Set(['a']))
  await run.start({ document, isSaved: true, from: 'a' })
  expect(requests.map(([path, body]) => [path, body])).toMatchObject([
    ['/execute', { test: true, workflow: { id: 'w' } }],
    ['/workflows/w/execute', { from: { node: 'a', execution: 'old' } }],
  ])
  run.stop()
})

test('the run marks its nodes until it is cleared', async () => {
  const { run } = service()
  await run.start({ document, isSaved: true })
  await vi.waitFor(() => expect(run.store.get().marks.get('a')).toMatchObject({ status: 'completed' }), {
    timeout: 120_000,
  })
  expect(isRunning(run.store.get())).toBe(false)
  run.clear()
  expect(run.store.get()).toMatchObject({ executionId: undefined, marks: new Map() })
})

test('keeps the error of a start and the values of the form', async () => {
  const { run } = service()
  const failing = createRunSession(
    clientWith(() => refusalReply(422, 'VALIDATION_ERROR', 'No')),
    () => ENGLISH,
  )
  failing.setValue('a', 'x', 1)
  failing.setValue('a', 'y', 2)
  failing.setValue('a', 'x', undefined)
  expect(await failing.start({ document, isSaved: true })).toBe(false)
  expect(failing.store.get()).toMatchObject({ failure: { message: 'No' }, values: { a: { y: 2 } } })
  run.stop()
})
