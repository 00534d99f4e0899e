/** A disk whose flushes take long: writes wait for it in a thread, and other requests are answered meanwhile. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freshFolder, killAll, type Program, start } from './program.ts'
import { slowFlush } from './support/slow-flush.ts'

const disk = slowFlush()
afterEach(killAll)
afterAll(() => disk?.[Symbol.dispose]())

const node = { id: 'a', type: 'universalNode', position: { x: 0, y: 0 } }
const workflow = (name: string) => ({
  name,
  nodes: [{ ...node, data: { label: 'a', config: {}, metadata: { node_type_id: 'start' } } }],
  edges: [],
})

interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly status: number
}

const WRITES: Readonly<Record<string, readonly Request[]>> = {
  'saves of workflows': [
    { method: 'POST', path: '/workflows', body: workflow('slow'), status: 201 },
    { method: 'PUT', path: '/workflows/slow', body: workflow('slow'), status: 200 },
    { method: 'DELETE', path: '/workflows/slow', status: 200 },
  ],
  'tokens and connections': [
    { method: 'POST', path: '/auth/tokens', body: { name: 'slow', role: 'viewer' }, status: 201 },
    { method: 'POST', path: '/connections', body: { name: 'slow', provider: 'openai' }, status: 201 },
  ],
  'sessions of the playground': [
    { method: 'POST', path: '/workflows', body: workflow('talk'), status: 201 },
    { method: 'POST', path: '/workflows/talk/playground/sessions', body: {}, status: 201 },
  ],
}

test.runIf(disk !== undefined)(
  'no write is flushed by the main thread, and requests are answered meanwhile',
  async () => {
    if (disk === undefined) return
    const folder = freshFolder()
    const program = await start(['--port', '0', '--data-dir', folder, '--log-level', 'warn'], disk.env)
    const token = readFileSync(join(folder, 'admin-token'), 'utf8').trim()
    disk.begin()
    for (const [what, requests] of Object.entries(WRITES)) {
      for (const one of requests) {
        const before = disk.counts()
        const { status, meanwhile } = await writing(program, token, one)
        expect([what, one.path, status]).toEqual([what, one.path, one.status])
        const { main, others } = disk.counts()
        expect([what, one.path, main - before.main]).toEqual([what, one.path, 0])
        expect(others, `${what} ${one.path}`).toBeGreaterThan(before.others)
        expect(meanwhile, `${what} ${one.path}`).toBeGreaterThan(0)
      }
    }
  },
)

/** Makes a request, and asks for something else over and over until it is answered. */
async function writing({ origin }: Program, token: string, { method, path, body }: Request) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let status: number | undefined
  const answer = fetch(`${origin}/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).then(async (response) => {
    await response.text()
    status = response.status
  })
  let meanwhile = 0
  while (status === undefined) {
    const other = await fetch(`${origin}/api/v1/categories`, { headers })
    await other.text()
    if (status === undefined && other.status === 200) meanwhile += 1
  }
  await answer
  return { status, meanwhile }
}
