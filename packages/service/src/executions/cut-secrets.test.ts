/** Secrets in long responses and log lines that are cut before they are stored. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, jobOf, node } from './testing/client.ts'

const SECRET = 'hush-hush-hush'

let server: Server
let address: string
let client: Client
beforeAll(async () => {
  // Echoes the credential after the number of characters in the path: in the body, and near the end of what is shown of a header.
  server = createServer(({ url, headers }, response) => {
    const before = Number(url?.slice(1))
    const echoed = (length: number) => `${'.'.repeat(length)}${headers.authorization}${'.'.repeat(20_000 - length)}`
    response.writeHead(401, { 'x-echo': echoed(Math.max(0, before - 9740)).slice(0, 2000) }).end(echoed(before))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  client = await Client.open('--egress-allow', address)
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  server.close()
})

test('a secret across the cut of a failed HTTP response leaves no part of it', async () => {
  for (let shown = 1; shown <= SECRET.length; shown += 3) {
    const before = 10_239 - 'Bearer '.length - shown
    const settings = { url: `http://${address}/${before}`, auth: 'bearer', token: SECRET }
    const detail = await client.run({ nodes: [node('call', 'http_request', settings)], edges: [] })
    const { response } = jobOf(detail, 'call').error_details as {
      response: { body: string; headers: { 'x-echo': string } }
    }
    for (const text of [response.body, response.headers['x-echo']]) {
      expect(text).toMatch(/^\.+Bearer (__secret__:\*{4})?…$/)
    }
    expect(JSON.stringify(detail)).not.toContain('hush')
  }
})
