/** docs/how-to/proxy.md: its configurations of nginx and Caddy pass on everything that the page names. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { fencesRunBy } from '../fences.ts'
import { readPage } from '../markdown.ts'
import { freshFolder, killAll, start } from './program.ts'
import { HOST, hasProgram, startCaddy, startNginx } from './support/proxies.ts'
import { WAITING_FLOW } from './support/waiting-flow.ts'

/** Calls through a proxy, as a browser at the public host would make them. */
class Visitor {
  readonly #port: number
  readonly #key: string

  constructor(port: number, key: string) {
    this.#port = port
    this.#key = key
  }

  /** Opens a request; its answer is read by the caller. */
  open(path: string, headers: Record<string, string> = {}, body?: string) {
    const sent = request({
      ...{ host: '127.0.0.1', port: this.#port, path, servername: HOST, rejectUnauthorized: false, agent: false },
      method: body === undefined ? 'GET' : 'POST',
      headers: { host: HOST, 'content-type': 'application/json', ...headers },
    })
    sent.end(body)
    return sent
  }

  async call(path: string, headers: Record<string, string> = {}, body?: string) {
    const [answer]: IncomingMessage[] = await once(this.open(path, headers, body), 'response')
    return { status: answer!.statusCode, headers: answer!.headers, text: await text(answer!) }
  }

  api(path: string, body: unknown) {
    return this.call(`/api/v1${path}`, { 'x-api-key': this.#key }, JSON.stringify(body))
  }

  /** The text of a stream up to the given text. */
  async heard(path: string, last: string, when: (soFar: string) => Promise<unknown>): Promise<string> {
    const [stream]: IncomingMessage[] = await once(this.open(path, { 'x-api-key': this.#key }), 'response')
    let soFar = ''
    for await (const chunk of stream!) {
      soFar += chunk
      if (soFar.includes(last)) break
      await when(soFar)
    }
    return soFar
  }

  /** The first frames of a WebSocket, until they hold this. */
  async frames(path: string, last: string): Promise<string> {
    const upgrade = this.open(path, {
      authorization: `Bearer ${this.#key}`,
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    })
    upgrade.once('response', ({ statusCode }) => upgrade.destroy(new Error(`${statusCode} instead of an upgrade`)))
    const [answer, socket, head] = await once(upgrade, 'upgrade')
    expect(answer.statusCode).toBe(101)
    let soFar = String(head)
    if (soFar.includes(last)) socket.destroy()
    else
      for await (const chunk of socket) {
        soFar += chunk
        if (soFar.includes(last)) break
      }
    return soFar
  }
}

afterEach(killAll)

describe.each([
  { name: 'nginx', launch: startNginx, at: 0 },
  { name: 'caddy', launch: startCaddy, at: 1 },
])('$name, as docs/how-to/proxy.md sets it up', ({ name, launch, at }) => {
  const isSkipped = !hasProgram(name) && !process.env.CI

  test.skipIf(isSkipped)('passes on everything that the page names', async () => {
    const dataDir = freshFolder()
    const { origin, link } = await start(['--port', '0', '--data-dir', dataDir, '--public-url', `https://${HOST}`])
    const shown = fencesRunBy('docs/how-to/proxy.md', 'passes on everything that the page names')[at]!
    await using proxy = await launch(shown, new URL(origin).host)
    const visitor = new Visitor(proxy.port, readFileSync(join(dataDir, 'admin-token'), 'utf8').trim())
    expect((await visitor.call('/health')).status).toBe(200)

    // Host and scheme: the cookie is for TLS only, and a page of this host may write with it.
    const { pathname, search } = new URL(link)
    const [cookie = ''] = (await visitor.call(pathname + search)).headers['set-cookie'] ?? []
    expect(cookie).toMatch(/; Secure/i)
    const own = { cookie: cookie.split(';')[0]!, origin: `https://${HOST}` }
    const asking = readPage('examples/04-ask-a-person/workflow.json')
    expect((await visitor.call('/api/v1/workflows', own, asking)).status).toBe(201)

    // A body of 16 MiB arrives; only the service limits it.
    const large = { name: 'Large', nodes: [], edges: [], filling: 'x'.repeat(16 * 2 ** 20 - 200) }
    expect((await visitor.api('/workflows/validate', large)).status).toBe(200)

    // An event stream arrives while it is open.
    let isAsked = false
    const news = await visitor.heard('/api/v1/interrupts/events', 'event: interrupt', async (soFar) => {
      if (isAsked || !soFar.includes('event: count')) return
      isAsked = true
      await visitor.api('/workflows/order/execute', {})
    })
    expect(news).toContain('event: interrupt')

    // The WebSocket of Agent Spec is upgraded and has its first message.
    const flow = JSON.parse((await visitor.api('/agentspec/flows/execute', { flow: WAITING_FLOW, inputs: {} })).text)
    const path = `/api/v1/agentspec/executions/${flow.id}/stream`
    expect(await visitor.frames(path, '"type":"node_status"')).toContain('"type":"node_status"')
  })
})
