/** Two services on one Postgres database are restarted in turn behind a proxy under load. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshFolder, killAll, type Program, start, startStandby } from './program.ts'
import { poll } from './support/crash-service.ts'
import { MAX_CONNECTIONS, startFailoverProxy } from './support/failover-proxy.ts'
import { freePort } from './support/proxies.ts'
import { startRecorder } from './support/recorder.ts'
import { ANSWER_MS, type Call, caller, endOf, paying, tokenIn } from './support/standby-calls.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

// Both services use one folder, as on one machine.
const shared = freshFolder()
afterEach(() => {
  killAll()
  rmSync(dirname(shared), { recursive: true, force: true })
})

/** Starts executions until it is stopped; remembers the answers. */
function startLoad(call: Call) {
  const answers: number[] = []
  const executions: string[] = []
  let isOver = false
  const one = async () => {
    while (!isOver) {
      const { status, body } = await call('POST', '/workflows/paying/execute', {})
      answers.push(status)
      if (status === 202) executions.push(body.data.execution_id)
    }
  }
  const callers = Array.from({ length: 4 }, one)
  return {
    answers,
    executions,
    more: (count: number) => {
      const enough = executions.length + count
      return poll(() => (executions.length >= enough ? true : undefined), ANSWER_MS)
    },
    async stop() {
      isOver = true
      await Promise.all(callers)
    },
  }
}

test('restarts of two services in turn behind a proxy under load refuse, lose and repeat nothing', async () => {
  await using recorder = await startRecorder(() => 100)
  const database = await server.freshDatabase()
  const ports = [await freePort(), await freePort()]
  const flags = (at: number) => {
    const own = ['--port', String(ports[at]), '--data-dir', shared, '--database', database]
    return [...own, '--egress-allow', '127.0.0.1', '--log-level', 'warn']
  }
  let active: Program = await start(['--standby', ...flags(0)])
  let waiting = await startStandby(flags(1))
  await using proxy = await startFailoverProxy(ports)
  const call = caller(proxy.origin, tokenIn(shared))
  expect((await call('POST', '/workflows', paying(recorder.origin))).status).toBe(201)

  const load = startLoad(call)
  const takeOver = async (at: number, signal: 'SIGTERM' | 'SIGKILL') => {
    await load.more(20)
    const [{ code }] = await Promise.all([active.stop(signal), waiting.active])
    if (signal === 'SIGTERM') expect(code).toBe(0)
    active = waiting
    waiting = await startStandby(flags(at))
  }
  for (const at of [0, 1, 0]) await takeOver(at, 'SIGTERM')
  await load.more(10)
  expect(load.answers.filter((status) => status !== 202)).toEqual([])
  expect(proxy.retries()).toBeGreaterThan(0)
  const planned = load.executions.length
  // A kill may interrupt only executions that were started later.
  for (const id of load.executions.slice(0, planned)) await endOf(call, id)

  await takeOver(1, 'SIGKILL')
  await load.more(20)
  await load.stop()
  // Requests on connections that were open when the service was killed got no answer; nothing else was refused.
  const refused = load.answers.filter((status) => status !== 202)
  expect(refused.every((status) => status === 502)).toBe(true)
  expect(refused.length).toBeLessThanOrEqual(MAX_CONNECTIONS)

  const listed = await fetch(`${active.origin}/api/v1/executions?limit=1`, {
    headers: { authorization: `Bearer ${tokenIn(shared)}` },
  })
  const total = Number(listed.headers.get('x-total-count'))
  expect(total).toBeGreaterThanOrEqual(load.executions.length)
  expect(total).toBeLessThanOrEqual(load.executions.length + refused.length)
  for (const [at, id] of load.executions.entries()) {
    const { status, error_code } = await endOf(call, id)
    // A POST that the kill interrupted must not be sent again, so its execution fails.
    if (at < planned) expect(status, id).toBe('completed')
    else expect(status === 'completed' || error_code === 'INTERRUPTED_BY_CRASH', `${id}: ${status}`).toBe(true)
    expect(recorder.calls.get(id)?.length ?? 0, id).toBe(1)
  }
})
