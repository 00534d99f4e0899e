import { once } from 'node:events'
import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createEndpointHandler, type ObjectContext, object, TerminalError } from '@restatedev/restate-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardedFolder } from './guarded-process.ts'
import { createIdentityKey } from './identity-key.ts'
import { type RestateServer, startRestate } from './restate-server.ts'

/** Counts in Restate's state, so that it shows whether the data of the server survived. */
const counter = object({
  name: 'Counter',
  handlers: {
    add: async (ctx: ObjectContext) => {
      const count = ((await ctx.get<number>('count')) ?? 0) + 1
      if (count > 100) throw new TerminalError('too many')
      ctx.set('count', count)
      return count
    },
  },
})

let restate: RestateServer
const endpoints: { close(): void }[] = []

beforeAll(async () => {
  restate = await startRestate()
})

afterAll(async () => {
  for (const endpoint of endpoints) endpoint.close()
  await restate.stop()
})

/** An endpoint that accepts requests with one identity only; returns its URL. */
async function startEndpoint(identityKey: string): Promise<string> {
  const server = createServer(createEndpointHandler({ services: [counter], identityKeys: [identityKey] }))
  endpoints.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function register(uri: string): Promise<number> {
  const response = await fetch(`${restate.admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri, force: true }),
  })
  await response.arrayBuffer()
  return response.status
}

async function add(): Promise<unknown> {
  const response = await fetch(`${restate.ingress}/Counter/one/add`, { method: 'POST' })
  return response.json()
}

test('Restate keeps its data over kill -9, loses it when it is wiped, and signs its requests', async () => {
  const stranger = createIdentityKey(`${guardedFolder('key')}/other.pem`)
  expect(await register(await startEndpoint(stranger))).toBeGreaterThanOrEqual(400)

  const uri = await startEndpoint(restate.identityKey)
  expect(await register(uri)).toBe(201)
  expect([await add(), await add()]).toEqual([1, 2])
  await restate.kill()
  await restate.restart()
  expect(await add()).toBe(3)

  await restate.kill()
  restate.wipe()
  await restate.restart()
  expect(await register(uri)).toBe(201)
  expect(await add()).toBe(1)
})
