/** Metrics of a service whose queues are not empty and whose sandbox had to end processes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CountedEnding } from '../effects/sandbox/process-pool.ts'
import { node } from '../executions/testing/client.ts'
import { type RunningService, runningService } from '../testing/running-service.ts'
import { Gauges } from './gauges.ts'
import { Metrics } from './metrics.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService(['--metrics', '127.0.0.1:0', '--max-concurrent-executions', '3'])
})
afterAll(() => service[Symbol.asyncDispose]())

/** The samples of a metric or of all of them, `name{labels}` to value. */
function samplesIn(text: string, name = ''): Record<string, number> {
  const lines = text.split('\n').filter((line) => !line.startsWith('#') && line.startsWith(name) && line !== '')
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

const samples = async (name = '') => samplesIn(await (await fetch(service.composed.metricsAddress ?? '')).text(), name)

const code = (source: string, timeoutMs: number) => ({
  nodes: [node('code', 'code', { source, timeoutMs })],
  edges: [],
})

const killsOf = async (reason: string) => (await samples())[`millrace_sandbox_kills_total{reason="${reason}"}`] ?? 0

/** All samples of the ended processes; reasons that are not given have none. */
const kills = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    ['time', 'cancelled', 'memory', 'result_size', 'outside', 'gone'].map((reason) => [
      `millrace_sandbox_kills_total{reason="${reason}"}`,
      counts[reason] ?? 0,
    ]),
  )

test('the time of a step is added up in seconds', async () => {
  const began = performance.now()
  expect((await service.run(code('return 1', 60_000))).status).toBe('completed')
  const sum = async () => (await samples())['millrace_step_duration_seconds_sum{type="code"}']
  // The step starts a process, which takes many milliseconds.
  await expect.poll(sum).toBeGreaterThan(0)
  expect(await sum()).toBeLessThan((performance.now() - began) / 1000)
})

test('show queued executions and queued calls of the sandbox, and count cancelled calls', async () => {
  const loop = { name: 'Loop', ...code('while (true) {}', 60_000) }
  const { data } = await service.call<{ data: { id: string } }>('POST', '/workflows', loop)
  const started: string[] = []
  for (let at = 0; at < 4; at++) {
    const path = `/workflows/${data.id}/execute`
    started.push((await service.call<{ data: { execution_id: string } }>('POST', path, {})).data.execution_id)
  }
  // Three of four executions run; of their long calls one has a process, because the other one takes short calls only.
  await expect
    .poll(() => samples())
    .toMatchObject({
      'millrace_executions{status="pending"}': 1,
      'millrace_executions{status="running"}': 3,
      millrace_sandbox_queued_calls: 2,
    })
  for (const id of started) await service.call('POST', `/executions/${id}/cancel`, {})
  await expect
    .poll(() => samples())
    .toMatchObject({
      'millrace_executions{status="pending"}': 0,
      'millrace_executions{status="running"}': 0,
      'millrace_executions{status="cancelled"}': 4,
      millrace_sandbox_queued_calls: 0,
    })
  // A call that gets the process of a cancelled one may be running when it is cancelled in turn.
  await expect.poll(() => killsOf('cancelled')).toBeGreaterThan(0)
  expect(await samples('millrace_sandbox_kills_total')).toEqual(kills({ cancelled: await killsOf('cancelled') }))
})

test('count a process that was ended because its call took too long as "time"', async () => {
  // Never checks its time, so only the service can end it. On a busy machine it may fail by itself before: then again.
  const stubborn = code('return Array(2 ** 32 - 1).join("x")', 200)
  const attempt = async () => {
    expect((await service.run(stubborn)).status).toBe('failed')
    return killsOf('time')
  }
  await expect.poll(attempt).toBeGreaterThan(0)
  const [time, cancelled] = [await killsOf('time'), await killsOf('cancelled')]
  expect(await samples('millrace_sandbox_kills_total')).toEqual(kills({ time, cancelled }))
})

test('every reason for which a process ends has its own label', async () => {
  const endings: Readonly<Record<CountedEnding, number>> = {
    ...{ killed: 1, cancelled: 2, memory: 3, 'answer too large': 4, 'killed from outside': 5, gone: 6 },
  }
  const metrics = new Metrics({ version: '1', build: 'test' })
  const away = () => Promise.reject(new Error('away'))
  metrics.addGauges(
    new Gauges({
      ...{ executions: { counts: away }, interrupts: { list: away }, budgets: { list: away }, clock: Date },
      onFailure: () => {},
      sandbox: () => ({ processes: 2, queued: 7, calls: 30, kills: new Map(Object.entries(endings)) }),
    }),
  )
  const text = await metrics.registry.metrics()
  expect(samplesIn(text, 'millrace_sandbox_')).toEqual({
    ...{ millrace_sandbox_processes: 2, millrace_sandbox_queued_calls: 7, millrace_sandbox_calls_total: 30 },
    ...kills({ time: 1, cancelled: 2, memory: 3, result_size: 4, outside: 5, gone: 6 }),
  })
})
