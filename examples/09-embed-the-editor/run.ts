/** A third-party web application that embeds the editor. It serves one page, and short-lived tokens for that page. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const service = process.env.MILLRACE_URL ?? 'http://127.0.0.1:7410'
const TOKEN_FILE = process.env.MILLRACE_TOKEN_FILE ?? 'data/admin-token'
const PORT = Number(process.env.PORT ?? 7420)
const GOOD_FOR_MS = 15 * 60_000

const page = readFileSync(new URL('page.html', import.meta.url), 'utf8').replaceAll('{{service}}', service)

/** An editor token that is valid for 15 minutes. The admin token stays in this process. */
async function newToken(): Promise<string> {
  const answer = await fetch(`${service}/api/v1/auth/tokens`, {
    method: 'POST',
    headers: { 'X-API-Key': readFileSync(TOKEN_FILE, 'utf8').trim(), 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'page of the shop',
      role: 'editor',
      expiresAt: new Date(Date.now() + GOOD_FOR_MS).toISOString(),
    }),
  })
  if (!answer.ok) throw new Error(`No token: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: { token: string } }).data.token
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET' && request.url === '/') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
  } else if (request.method === 'POST' && request.url === '/millrace-token') {
    // Authenticate the user here and check that they may edit workflows.
    try {
      response.setHeader('Content-Type', 'application/json').setHeader('Cache-Control', 'no-store')
      response.end(JSON.stringify({ token: await newToken() }))
    } catch (error) {
      console.error(error)
      response.writeHead(502).end('{}')
    }
  } else response.writeHead(404).end()
})

server.listen(PORT, '127.0.0.1', () => {
  console.log(`Open http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
