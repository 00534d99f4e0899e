/** docs/how-to/standby.md: its configurations of Caddy and nginx in front of two services. */
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fencesRunBy } from '../fences.ts'
import { freshFolder, killAll, type Program, start, startStandby } from './program.ts'
import { poll } from './support/crash-service.ts'
import { freePort, HOST, hasProgram, startCaddy, startNginx } from './support/proxies.ts'

const TITLE = 'sends requests to the service that works: %s'
const ANSWER_MS = 60_000

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())
const dataDir = freshFolder()
afterEach(() => {
  killAll()
  rmSync(dirname(dataDir), { recursive: true, force: true })
})

const PROXIES = {
  caddy: { launch: startCaddy, at: 0 },
  nginx: { launch: startNginx, at: 1 },
} as const

test.each(['caddy', 'nginx'] as const)('sends requests to the service that works: %s', async (name) => {
  if (!hasProgram(name) && !process.env.CI) return
  const { launch, at } = PROXIES[name]
  const ports = [await freePort(), await freePort()]
  const shared = ['--data-dir', dataDir, '--database', await server.freshDatabase(), '--allowed-host', HOST]
  const flags = (service: number) => ['--port', String(ports[service]), ...shared]
  let active: Program = await start(['--standby', ...flags(0)])
  let waiting = await startStandby(flags(1))
  const [one, other] = ports.map((port) => `127.0.0.1:${port}`)
  await using proxy = await launch(fencesRunBy('docs/how-to/standby.md', TITLE)[at]!, one!, other)
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  const send = async (method: string, body = '') => {
    const sent = request({
      ...{ host: '127.0.0.1', port: proxy.port, path: '/api/v1/workflows', servername: HOST },
      ...{ rejectUnauthorized: false, agent: false, method },
      headers: { host: HOST, 'content-type': 'application/json', 'x-api-key': token },
    })
    sent.end(body)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    return { status: answer!.statusCode, total: answer!.headers['x-total-count'], body: await text(answer!) }
  }
  const refused: string[] = []
  let asked = 0
  let created = 0
  let inARow = 0
  let isRestarted = false
  let isOver = false
  const client = async () => {
    while (!isOver) {
      asked += 1
      const { status, body } = await send('POST', JSON.stringify({ name: `number ${asked}`, nodes: [], edges: [] }))
      if (status === 201) {
        created += 1
        inARow += 1
      } else if (isRestarted && body.includes('NOT_READY')) inARow = 0
      else refused.push(`${status} ${body}`)
    }
  }
  const clients = Array.from({ length: 3 }, client)
  const more = (count: number) => {
    inARow = 0
    return poll(() => (inARow >= count || refused.length > 0 ? true : undefined), ANSWER_MS)
  }
  try {
    // Each service once: the proxy prefers the first one.
    for (const stopped of [0, 1]) {
      await more(8)
      isRestarted = false
      const [{ code }] = await Promise.all([active.stop('SIGTERM'), waiting.active])
      expect(code).toBe(0)
      active = waiting
      await more(8)
      // A proxy that has not noticed the stop yet may use the address while a standby has it.
      isRestarted = true
      waiting = await startStandby(flags(stopped))
    }
    await more(8)
  } finally {
    isOver = true
    await Promise.all(clients)
  }
  expect(refused).toEqual([])
  expect((await send('GET')).total).toBe(String(created))
})
