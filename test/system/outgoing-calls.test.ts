/** docs/how-to/proxy.md: calls of nodes through the proxy of the environment, and to servers with an own certificate. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll, start } from './program.ts'
import { drawing } from './support/drawing.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

afterEach(killAll)

/** The state of a run that calls an address: its status, and the error of its node. */
async function runOf(url: string, flags: readonly string[], env: Readonly<Record<string, string>>) {
  const folder = freshFolder()
  const program = await start(['--port', '0', '--data-dir', folder, ...flags], env)
  const key = readFileSync(join(folder, 'admin-token'), 'utf8').trim()
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await fetch(`${program.origin}/api/v1${path}`, { method, headers, ...sent })).json() as Promise<Reply>
  }
  await call('POST', '/workflows', drawing('Calls', [{ id: 'get', type: 'http_request', config: { url } }], ''))
  const { data } = await call('POST', '/workflows/calls/execute', {})
  let text = ''
  await expect
    .poll(async () => {
      const detail = await call('GET', `/executions/${data?.execution_id}`)
      text = JSON.stringify(detail)
      return detail.status
    })
    .toMatch(/^(completed|failed)$/)
  await program.stop()
  return text
}

interface Reply {
  readonly data?: { readonly execution_id: string }
  readonly status?: string
}

test('accepts an own certificate authority of NODE_EXTRA_CA_CERTS, and no other', async () => {
  const folder = temporaryFolder('ca')
  const [cert, key] = [join(folder, 'ca.pem'), join(folder, 'key.pem')]
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=Own'
  execFileSync(
    'openssl',
    [...made.split(' '), '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
    {
      stdio: 'ignore',
    },
  )
  const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
    response.end('from the own server')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const flags = ['--egress-allow', '127.0.0.1']
  const [trusted, untrusted] = await Promise.all([
    runOf(url, flags, { NODE_EXTRA_CA_CERTS: cert }),
    runOf(url, flags, {}),
  ])
  server.close()
  expect(trusted).toContain('from the own server')
  expect(untrusted).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
})

test('sends the calls of nodes through the proxy of the environment', async () => {
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(String(request.url))
    response.end('by the proxy')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const env = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
  const [called, closed] = await Promise.all([
    runOf('http://203.0.114.7/a', [], env),
    runOf('http://10.0.0.5/b', [], env),
  ])
  proxy.close()
  expect(called).toContain('by the proxy')
  expect(closed).toContain('EGRESS_DENIED')
  expect(asked).toEqual(['http://203.0.114.7/a'])
})

test('sends notifications, requests for tokens and single sign-on through the proxy of the environment', async () => {
  const tunnels = new Set<string | undefined>()
  const proxy = createServer()
  proxy.on('connect', ({ url }, socket) => {
    tunnels.add(url)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const folder = freshFolder()
  const signOn = ['--public-url', 'https://flows.example.com', '--oidc-client-id', 'millrace']
  const { origin } = await start(
    ['--port', '0', '--data-dir', folder, ...signOn, '--oidc-issuer', 'https://203.0.114.7'],
    { HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
  )
  const headers = {
    'x-api-key': readFileSync(join(folder, 'admin-token'), 'utf8').trim(),
    'content-type': 'application/json',
  }
  const post = async (path: string, body: unknown) => {
    const reply = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(reply.ok, path).toBe(true)
    return ((await reply.json()) as { data: { id: string } }).data
  }
  await fetch(`${origin}/sign-in/oidc`, { redirect: 'manual' })
  const { id } = await post('/subscriptions', { events: ['execution.failed'], url: 'https://203.0.114.8/news' })
  await post(`/subscriptions/${id}/test`, {})
  await post('/credentials', {
    ...{ name: 'shop', type: 'oauth2_client_credentials', hosts: ['https://203.0.114.10'] },
    values: { tokenUrl: 'https://203.0.114.9/token', clientId: 'a', clientSecret: 'secret-of-the-client' },
  })
  const call = { id: 'get', type: 'http_request', config: { url: 'https://203.0.114.10/', credential: 'shop' } }
  await post('/workflows', drawing('Calls', [call], ''))
  await post('/workflows/calls/execute', {})
  await expect.poll(() => [...tunnels].sort()).toEqual(['203.0.114.7:443', '203.0.114.8:443', '203.0.114.9:443'])
  proxy.close()
})
