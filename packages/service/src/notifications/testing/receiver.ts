/** A server that records what it gets, and a service that sends to it. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CreatedSubscription, DeliveryRecord, Static } from '@millrace/model'
import { expect } from 'vitest'
import { Client, type Drawing, node } from '../../executions/testing/client.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Created = Static<typeof CreatedSubscription>

export const failing: Drawing = {
  nodes: [node('stock', 'fail', { message: 'There is no stock left.', code: 'NO_STOCK' })],
  edges: [],
}

export class Receiver implements AsyncDisposable {
  readonly received: Received[] = []
  readonly client: Client
  readonly #server: Server
  /** The status of the responses. */
  status = 204

  private constructor(client: Client, server: Server) {
    this.client = client
    this.#server = server
  }

  static async open(...flags: string[]): Promise<Receiver> {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const receiver = new Receiver(await Client.open(...flags), server)
    server.on('request', async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      const { url = '', headers } = request
      receiver.received.push({ path: url, headers, body: Buffer.concat(pieces).toString() })
      response.writeHead(receiver.status).end()
    })
    return receiver
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async subscribe(fields: object = {}): Promise<Created> {
    const body = { events: ['execution.failed'], url: `${this.origin}/hook`, ...fields }
    const { status, data } = await this.client.call<Created>('POST', '/subscriptions', body, 'admin')
    expect(status).toBe(201)
    return data
  }

  /** Sends everything that is due. */
  pass(): Promise<void> {
    return this.client.service.assembled.dispatcher.pass()
  }

  async deliveries(id: string, query = ''): Promise<readonly DeliveryRecord[]> {
    const path = `/subscriptions/${id}/deliveries${query}`
    return (await this.client.call<DeliveryRecord[]>('GET', path, undefined, 'admin')).data
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await this.client[Symbol.asyncDispose]()
  }
}
