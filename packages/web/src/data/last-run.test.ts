import { expect, test } from 'vitest'
import { clientWith, dataReply, refusalReply } from '../api/testing/client-with.ts'
import { createLastRun } from './last-run.ts'
import type { RunData } from './node-data.ts'

const status = { status: 'completed', executions: 1, status_counts: {} } as const
const run = (id: string, ...nodes: string[]): RunData => ({
  id,
  created: '2026-01-01T12:00:00.000Z',
  jobs: [],
  node_statuses: Object.fromEntries(nodes.map((node) => [node, status])),
})

/** A service with these executions, newest first. */
function service(...runs: RunData[]) {
  const paths: string[] = []
  const client = clientWith(({ path }) => {
    paths.push(path)
    if (path === '/executions') return dataReply(runs)
    return Response.json(runs.find(({ id }) => path === `/pipelines/${id}`))
  })
  return { lastRun: createLastRun(client), paths }
}

const idsOf = ({ store }: ReturnType<typeof createLastRun>) => store.get().runs.map(({ id }) => id)

test('loads the newest stored run once', async () => {
  const { lastRun, paths } = service(run('new', 'a', 'b'), run('old', 'a', 'b'))
  await Promise.all([lastRun.load('w', ['a', 'b']), lastRun.load('w', ['a', 'b'])])
  await lastRun.load('w', ['a', 'b'])
  expect(idsOf(lastRun)).toEqual(['new'])
  expect(lastRun.store.get().isLoading).toBe(false)
  expect(paths).toEqual(['/executions', '/pipelines/new'])
})

test('loads older runs if the newest was a test of a few nodes', async () => {
  const { lastRun } = service(run('test', 'a'), run('whole', 'a', 'b', 'c'), run('old', 'a', 'b', 'c'))
  await lastRun.load('w', ['a', 'b', 'c'])
  expect(idsOf(lastRun)).toEqual(['test', 'whole'])
})

test('keeps the run of the editor first if a stored one arrives later, and updates it in place', async () => {
  const { lastRun } = service(run('stored', 'a'))
  const loading = lastRun.load('w', ['a'])
  lastRun.show(run('mine', 'a'))
  await loading
  lastRun.show(run('mine', 'a', 'b'))
  expect(idsOf(lastRun)).toEqual(['mine', 'stored'])
  expect(Object.keys(lastRun.store.get().runs[0]?.node_statuses ?? {})).toEqual(['a', 'b'])
})

test('has no data if executions cannot be read', async () => {
  const lastRun = createLastRun(clientWith(() => refusalReply(403, 'FORBIDDEN', 'no')))
  await lastRun.load('w', [])
  expect(lastRun.store.get()).toEqual({ runs: [], isLoading: false })
})
