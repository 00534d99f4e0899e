/** The metrics of two workers of a cluster, one of which computes steps for the other. */
import { freePorts } from '@millrace/cluster/testing/free-port'
import { type RestateServer, startRestate } from '@millrace/cluster/testing/restate-server'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { node } from '../executions/testing/client.ts'
import { type RunningService, runningService } from '../testing/running-service.ts'

let server: PostgresServer
let restate: RestateServer
const workers: RunningService[] = []

beforeAll(async () => {
  ;[server, restate] = await Promise.all([startPostgres(), startRestate()])
  const database = await server.freshDatabase()
  const ports = await freePorts(2)
  // Restate knows the first worker only; the second one takes what the first one offers.
  for (const port of ports) {
    const flags = ['--engine', 'restate', '--restate-ingress', restate.ingress, '--restate-admin', restate.admin]
    const address = ['--worker-address', `127.0.0.1:${port}`, '--worker-url', `http://127.0.0.1:${ports[0]}`]
    const [first] = workers
    const shared = first === undefined ? {} : { dataDir: first.dataDir }
    const own = ['--database', database, '--metrics', '127.0.0.1:0', '--restate-identity-key', restate.identityKey]
    workers.push(await runningService([...flags, ...address, ...own], shared))
  }
})

afterAll(async () => {
  for (const worker of workers.toReversed()) await worker[Symbol.asyncDispose]()
  await restate?.stop()
  await server?.stop()
})

async function moved({ composed }: RunningService, direction: string): Promise<number> {
  const text = await (await fetch(composed.metricsAddress ?? '')).text()
  const name = `millrace_steps_moved_total{direction="${direction}"} `
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.slice(name.length) ?? 0,
  )
}

test('count the steps that moved to another worker, in both', async () => {
  const [driver, helper] = workers as [RunningService, RunningService]
  const source = 'let sum = 0; for (let i = 0; i < 3e6; i++) sum += i % 7; return sum'
  const nodes = Array.from({ length: 12 }, (_, n) => node(`code${n}`, 'code', { source, timeoutMs: 60_000 }))
  // How many steps move depends on the load of the machine.
  await expect
    .poll(async () => {
      expect((await driver.run({ nodes, edges: [] })).status).toBe('completed')
      return moved(driver, 'out')
    })
    .toBeGreaterThan(0)
  const out = await moved(driver, 'out')
  await expect.poll(() => moved(helper, 'in')).toBeGreaterThanOrEqual(out)
  expect([await moved(driver, 'in'), await moved(helper, 'out')]).toEqual([0, 0])
})
