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
import { freshFolder, killAll, start, startStandby } from './program.ts'
import { poll } from './support/crash-service.ts'
import { HOST, hasProgram, startCaddy, startNginx } from './support/proxies.ts'

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
  const flags = ['--port', '0', '--data-dir', dataDir, '--database', await server.freshDatabase()]
  const first = await start([...flags, '--standby', '--allowed-host', HOST])
  const second = await startStandby([...flags, '--allowed-host', HOST])
  const [one, other] = [first, second].map(({ origin }) => new URL(origin).host)
  await using proxy = await launch(fencesRunBy('docs/how-to/standby.md', TITLE)[at]!, one!, other)
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  let workflows = 0
  const create = async () => {
    workflows += 1
    const sent = request({
      ...{ host: '127.0.0.1', port: proxy.port, path: '/api/v1/workflows', servername: HOST },
      ...{ rejectUnauthorized: false, agent: false, method: 'POST' },
      headers: { host: HOST, 'content-type': 'application/json', 'x-api-key': token },
    })
    sent.end(JSON.stringify({ name: `number ${workflows}`, nodes: [], edges: [] }))
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    await text(answer!)
    return answer!.statusCode
  }
  for (let count = 0; count < 4; count++) expect(await create()).toBe(201)
  const stopped = first.stop('SIGTERM')
  const statuses: (number | undefined)[] = []
  await poll(async () => {
    statuses.push(await create())
    return second.output().stdout.includes('Open ') && statuses.at(-1) === 201 ? true : undefined
  }, ANSWER_MS)
  expect((await stopped).code).toBe(0)
  for (let count = 0; count < 4; count++) expect(await create()).toBe(201)
  const refused = statuses.filter((status) => status !== 201)
  expect(refused.every((status) => status === 502 || status === 503)).toBe(true)
})
