import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { edge, node } from '../executions/testing/client.ts'
import { RETRY_DELAYS } from './delivery-policy.ts'
import { MAX_SUBSCRIPTIONS } from './subscriptions.ts'
import { failing, Receiver } from './testing/receiver.ts'

let receiver: Receiver
let silent: SilentServer

beforeEach(async () => {
  receiver = await Receiver.open('--egress-allow', '127.0.0.1')
  silent = await SilentServer.open()
})
afterEach(async () => {
  await receiver.client.service.assembled.dispatcher.stop()
  silent[Symbol.dispose]()
  await receiver[Symbol.asyncDispose]()
})

/** Accepts requests and never answers them. */
class SilentServer implements Disposable {
  readonly held = new Set<ServerResponse>()
  /** The maximum number of requests held at the same time. */
  most = 0
  readonly #server = createServer((_, response) => {
    this.held.add(response)
    this.most = Math.max(this.most, this.held.size)
    response.on('close', () => this.held.delete(response))
  })

  static async open(): Promise<SilentServer> {
    const opened = new SilentServer()
    await new Promise<void>((done) => opened.#server.listen(0, '127.0.0.1', done))
    return opened
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  [Symbol.dispose](): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

describe('a target that never answers', () => {
  test('delays neither other subscriptions nor the error workflow, however many there are', async () => {
    const { client } = receiver
    const handler = {
      nodes: [node('failed', 'error_trigger'), node('out', 'output', { name: 'error' })],
      edges: [edge('failed:failure', 'out:value')],
    }
    const alarm = await client.store(handler, 'Alarm')
    const alarms = async () => (await client.call<object[]>('GET', `/executions?workflow_id=${alarm}`)).data.length
    // Oldest first: without slots of their own, the silent ones would be in front of the one that answers.
    for (let n = 1; n < MAX_SUBSCRIPTIONS; n++) await receiver.subscribe({ url: `${silent.origin}/${n}` })
    await receiver.subscribe()
    client.service.assembled.dispatcher.begin()
    const failed = { ...failing, config: { error_workflow: alarm } }
    await client.run(failed)
    await client.until(() => silent.most === MAX_SUBSCRIPTIONS - 1)
    await client.until(async () => receiver.received.length === 1 && (await alarms()) === 1)
    await client.run(failed)
    await client.until(async () => receiver.received.length === 2 && (await alarms()) === 2)
  })

  test('gets one request at a time after a failure, and is healthy again after a success', async () => {
    const { client } = receiver
    await receiver.subscribe()
    receiver.status = 503
    for (let n = 0; n < 3; n++) await client.run(failing)
    await receiver.pass()
    expect(receiver.received).toHaveLength(3)
    const { data } = await client.call<{ id: string }[]>('GET', '/subscriptions', undefined, 'admin')
    await client.call('PATCH', `/subscriptions/${data[0]?.id}`, { url: silent.origin }, 'admin')
    await receiver.subscribe({ name: 'healthy' })
    await client.run(failing)
    client.service.clock.advance((RETRY_DELAYS[0] ?? 0) * 1.1)
    client.service.assembled.dispatcher.begin()
    await client.until(() => receiver.received.length === 4 && silent.held.size > 0)
    expect(silent.most).toBe(1)
    for (const response of silent.held) response.writeHead(204).end()
    // The others, at the same time.
    await client.until(() => silent.most === 3)
  })
})
