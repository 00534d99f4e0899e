import { expect, test } from 'vitest'
import { clientWith, dataReply, refusalReply } from '../api/testing/client-with.ts'
import { createLastRun, type ShownRun } from './last-run.ts'

const shown = { id: 'mine', status: 'completed', jobs: [] } satisfies ShownRun

test('loads the newest stored run once', async () => {
  const paths: string[] = []
  const client = clientWith(({ path }) => {
    paths.push(path)
    return path === '/executions' ? dataReply([{ id: 'e' }]) : Response.json({ id: 'e', status: 'completed', jobs: [] })
  })
  const lastRun = createLastRun(client)
  await Promise.all([lastRun.load('w'), lastRun.load('w')])
  await lastRun.load('w')
  expect(lastRun.store.get()).toEqual({ run: { id: 'e', status: 'completed', jobs: [] }, isLoading: false })
  expect(paths).toEqual(['/executions', '/pipelines/e'])
})

test('keeps the run of the editor if the stored one arrives later', async () => {
  const lastRun = createLastRun(clientWith(() => dataReply([])))
  const loading = lastRun.load('w')
  lastRun.show(shown)
  await loading
  expect(lastRun.store.get().run).toBe(shown)
})

test('has no data if executions cannot be read', async () => {
  const lastRun = createLastRun(clientWith(() => refusalReply(403, 'FORBIDDEN', 'no')))
  await lastRun.load('w')
  expect(lastRun.store.get()).toEqual({ run: undefined, isLoading: false })
})
