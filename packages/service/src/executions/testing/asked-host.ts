/** A service, and a host that records the requests of its nodes with their credentials. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { Client } from './client.ts'

export interface Asked {
  readonly path: string | undefined
  readonly authorization: string | undefined
}

export interface AskedHost {
  readonly client: Client
  readonly origin: string
  /** The requests since the start of the test. */
  readonly asked: Asked[]
}

/** Opened before the tests of a file and closed after them; unusable outside. */
export function askedHost(): AskedHost {
  const asked: Asked[] = []
  const server = createServer(({ url, headers }, answer) => {
    asked.push({ path: url, authorization: headers.authorization })
    answer.end('{}')
  })
  let client: Client | undefined
  let origin = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    origin = `http://127.0.0.1:${port}`
    client = await Client.open('--egress-allow', `127.0.0.1:${port}`)
  })
  beforeEach(() => {
    asked.length = 0
  })
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]()
    server.close()
  })
  return {
    get client() {
      if (client === undefined) throw new Error('the service is not open yet')
      return client
    },
    get origin() {
      return origin
    },
    asked,
  }
}
