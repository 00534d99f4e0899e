import type { PipelineDetail } from '@millrace/model'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientWith, dataReply, refusalReply } from '../api/testing/client-with.ts'
import { watchPipeline } from './watch-pipeline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString()
const job = (status: string) => ({ id: 'a', node_id: 'a', label: 'a', status, execution_count: 1, attempt: 1 })
const detailOf = (status: string, seconds: number) =>
  ({
    id: 'p',
    status: status === 'completed' ? 'completed' : 'running',
    created: at(0),
    updated: at(seconds),
    jobs: [job(status)],
    node_statuses: {},
    job_status_summary: { interrupted: 0 },
  }) as unknown as PipelineDetail

/** A service that streams what the test sends, and responds with the given detail. */
function service(first: PipelineDetail) {
  let detail = first
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let canStream = true
  const headers: (string | undefined)[] = []
  const client = clientWith(({ path, headers: sent }) => {
    if (path === '/pipelines/p') return Response.json(detail)
    if (path.endsWith('/logs')) return dataReply([{ level: 'info', message: 'hello', timestamp: at(0) }])
    if (!path.endsWith('/events')) return dataReply([])
    headers.push(sent.get('Last-Event-ID') ?? undefined)
    if (!canStream) return refusalReply(502, 'BAD_GATEWAY')
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      stream = controller
    }
    return new Response(new ReadableStream({ start }))
  })
  const say = (text: string) => stream?.enqueue(new TextEncoder().encode(text))
  return {
    client,
    headers,
    answer(next: PipelineDetail) {
      detail = next
    },
    update: (seconds: number, status: string) =>
      say(
        `id: ${seconds}\nevent: update\ndata: ${JSON.stringify({ seq: seconds, type: 'x', at: at(seconds), status: status === 'completed' ? 'completed' : 'running', progress: 9, jobs: [job(status)], logs: [] })}\n\n`,
      ),
    end: () => say('event: end\ndata: {}\n\n'),
    cut: () => stream?.close(),
    refuseStreams() {
      canStream = false
    },
    allowStreams() {
      canStream = true
    },
  }
}

const settle = (ms = 100) => vi.advanceTimersByTimeAsync(ms)

test('loads a finished execution once, with its log, without streaming', async () => {
  const { client, headers } = service(detailOf('completed', 5))
  const watch = watchPipeline(client, 'p')
  await settle()
  expect(watch.store.get()).toMatchObject({ connection: 'over', logs: [{ message: 'hello' }] })
  expect(headers).toEqual([])
})

test('applies updates as they arrive and resumes after the last event', async () => {
  const { client, headers, update, cut, end, answer } = service(detailOf('pending', 1))
  const watch = watchPipeline(client, 'p')
  await settle()
  const status = () => watch.store.get().pipeline?.detail.jobs[0]?.status
  expect([status(), watch.store.get().connection]).toEqual(['pending', 'live'])
  answer(detailOf('running', 2))
  update(2, 'running')
  await settle()
  expect(status()).toBe('running')
  cut()
  await settle(700)
  expect(headers).toEqual([undefined, '2'])
  answer(detailOf('completed', 3))
  update(3, 'completed')
  end()
  cut()
  await settle(200)
  expect([status(), watch.store.get().connection]).toEqual(['completed', 'over'])
})

test('an outdated detail does not revert updates', async () => {
  const { client, update } = service(detailOf('pending', 1))
  const watch = watchPipeline(client, 'p')
  await settle()
  // The service still responds with the state of second 1.
  update(2, 'running')
  await settle(3000)
  expect(watch.store.get().pipeline?.detail.jobs[0]?.status).toBe('running')
  watch.stop()
})

test('polls the detail if no stream stays open', async () => {
  const { client, refuseStreams, answer } = service(detailOf('running', 1))
  refuseStreams()
  const watch = watchPipeline(client, 'p')
  await settle(8000)
  expect(watch.store.get().connection).toBe('polling')
  answer(detailOf('completed', 9))
  await settle(3500)
  expect(watch.store.get().connection).toBe('over')
  expect(watch.store.get().pipeline?.detail.status).toBe('completed')
})

test('streams again after the service comes back, resuming after the last event', async () => {
  const { client, headers, update, cut, refuseStreams, allowStreams } = service(detailOf('pending', 1))
  const watch = watchPipeline(client, 'p')
  await settle()
  update(2, 'running')
  await settle()
  refuseStreams()
  cut()
  await settle(9000)
  expect(watch.store.get().connection).toBe('polling')
  allowStreams()
  await settle(20_000)
  expect([watch.store.get().connection, headers[0], headers.at(-1)]).toEqual(['live', undefined, '2'])
  watch.stop()
})

test('does not retry an execution that does not exist', async () => {
  const reply = vi.fn(() => refusalReply(404, 'NOT_FOUND'))
  const watch = watchPipeline(clientWith(reply), 'p')
  await settle(20_000)
  expect(watch.store.get().error).toMatchObject({ status: 404 })
  expect(reply).toHaveBeenCalledTimes(1)
})

test('does nothing after it is stopped', async () => {
  const { client, update } = service(detailOf('pending', 1))
  const watch = watchPipeline(client, 'p')
  await settle()
  watch.stop()
  update(2, 'running')
  await settle(5000)
  expect(watch.store.get().pipeline?.detail.jobs[0]?.status).toBe('pending')
  expect(vi.getTimerCount()).toBe(0)
})

test('shows that an execution is stuck, and that it continues, although no event arrives', async () => {
  const detail = detailOf('running', 1)
  const stuck = { since: at(9), reason: 'The worker is out of memory.' }
  let current: Partial<PipelineDetail> = {}
  let hasCluster = true
  const requests: string[] = []
  const client = clientWith(({ path }) => {
    requests.push(path)
    if (path === '/pipelines/p') return Response.json({ ...detail, ...current })
    if (path === '/pipelines/p/status') return dataReply({ id: 'p', status: 'running', ...current })
    if (path === '/system/config') return dataReply({ features: { cluster: hasCluster } })
    if (!path.endsWith('/events')) return dataReply([])
    return new Response(new ReadableStream())
  })
  const watch = watchPipeline(client, 'p')
  await settle()
  const shown = () => watch.store.get().pipeline?.detail.stuck
  current = { stuck }
  expect(shown()).toBeUndefined()
  await settle(10_000)
  expect(shown()).toEqual(stuck)
  current = {}
  await settle(10_000)
  expect(shown()).toBeUndefined()
  watch.stop()

  hasCluster = false
  requests.length = 0
  const other = clientWith(({ path }) => {
    requests.push(path)
    if (path === '/pipelines/p') return Response.json(detail)
    if (path === '/system/config') return dataReply({ features: { cluster: hasCluster } })
    return path.endsWith('/events') ? new Response(new ReadableStream()) : dataReply([])
  })
  const embedded = watchPipeline(other, 'p')
  await settle(60_000)
  expect(requests.filter((path) => path.endsWith('/status') || path === '/system/config')).toEqual(['/system/config'])
  embedded.stop()
})
