/** A Postgres server that goes away for a while: 503 meanwhile, and no step is repeated or failed because of it. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshFolder, killAll } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'
import { startRecorder } from './support/recorder.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())
afterEach(killAll)

const WAIT_MS = 60_000

/** A way to the server that can be cut: connections break, and new ones are refused. */
async function cuttable(
  url: string,
): Promise<AsyncDisposable & { readonly url: string; setCut(isCut: boolean): void }> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const gate = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const way = new URL(url)
  way.port = String((gate.address() as AddressInfo).port)
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: way.href,
    setCut(cut) {
      isCut = cut
      if (cut) breakAll()
    },
    async [Symbol.asyncDispose]() {
      breakAll()
      await new Promise((resolve) => gate.close(resolve))
    },
  }
}

function node(id: string, type: string, config: object) {
  const data = { label: id, config, metadata: { node_type_id: type } }
  return { id, type: 'universalNode', position: { x: 0, y: 0 }, data }
}

test('results of steps wait for the server, calls of workflows too, and callers get 503', async () => {
  await using recorder = await startRecorder(() => 1500)
  await using way = await cuttable(await server.freshDatabase())
  const service = new CrashService(freshFolder(), ['--egress-allow', '127.0.0.1'], way.url)
  await service.start()
  const pay = node('pay', 'http_request', { method: 'POST', url: `${recorder.origin}/work` })
  const calls = node('calls', 'sub_workflow', { workflow: 'paying' })
  expect((await service.call('POST', '/workflows', { name: 'paying', nodes: [pay], edges: [] })).status).toBe(201)
  const edge = { source: 'pay', target: 'calls', sourceHandle: 'pay-output-trigger' }
  const edges = [{ id: 'e', ...edge, targetHandle: 'calls-input-trigger' }]
  const created = await service.call('POST', '/workflows', { name: 'outer', nodes: [pay, calls], edges })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push((await service.call('POST', '/workflows/outer/execute')).body.data.execution_id)
  await poll(() => (ids.every((id) => recorder.calls.has(id)) ? true : undefined), WAIT_MS)

  way.setCut(true)
  const refused = await service.call('POST', '/workflows/paying/execute')
  expect([refused.status, refused.body.code, refused.retryAfter]).toEqual([503, 'NOT_READY', '5'])
  expect(refused.body.error).toBe('The database server does not answer.')
  expect((await service.call('GET', '/health')).status).toBe(503)
  // Until the journal has been tried in vain with a result.
  await poll(() => (service.log.includes('the database rejects writes') ? true : undefined), WAIT_MS)
  way.setCut(false)

  for (const id of ids) {
    const end = await poll(async () => {
      const { body } = await service.call('GET', `/pipelines/${id}`)
      return ['completed', 'failed'].includes(body.status) ? `${body.status} ${body.error ?? ''}`.trim() : undefined
    }, WAIT_MS)
    expect(end, id).toBe('completed')
    expect(recorder.calls.get(id), id).toHaveLength(1)
  }
  expect([...recorder.calls.values()].filter((made) => made.length !== 1)).toEqual([])
  expect((await service.call('GET', '/health')).status).toBe(200)
})
