/** Saving to a service over HTTP: the request, and what is shown of the response. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { documentOf } from './editor-document.ts'
import { save } from './save.ts'
import { createSession, type EditorSession } from './session.ts'

// The build of the page provides the icons; nothing is rendered here.
vi.mock('virtual:millrace-icons', () => ({ default: {} }))
vi.mock('virtual:millrace-icon-shards', () => ({ default: {} }))

interface Sent {
  readonly nodes: readonly { readonly data: { readonly config: Readonly<Record<string, unknown>> } }[]
}

const sent: Sent[] = []
let warnings: readonly string[] | undefined
const server = createServer(async (request, answer) => {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  const body = JSON.parse(text) as Sent
  sent.push(body)
  const data = { ...stored, nodes: body.nodes, revision: 2 }
  answer.setHeader('content-type', 'application/json')
  answer.end(JSON.stringify({ success: true, data, message: 'Workflow saved', warnings }))
})

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})
beforeEach(() => {
  sent.length = 0
  warnings = []
})

const node = (config: object) => ({ id: 'a', type: 'http_request', data: { label: 'A', config: { ...config } } })
const stored = {
  id: 'w',
  name: 'W',
  description: '',
  revision: 1,
  nodes: [node({ token: '__secret__:4711' })],
  edges: [],
}

function opened(config: object): { session: EditorSession; toasts: unknown[] } {
  const { port } = server.address() as AddressInfo
  const session = createSession({ baseUrl: `http://127.0.0.1:${port}/api/v1` })
  const toasts: unknown[] = []
  session.showToasts((message) => toasts.push(message))
  const edited = { ...stored, nodes: [node(config)] }
  session.open(edited, { phase: 'ready', isEditable: true, saved: documentOf(stored) })
  return { session, toasts }
}

test('sends null for a deleted secret and leaves other secrets out', async () => {
  await save(opened({ url: 'x' }).session)
  await save(opened({ url: 'x', token: '__secret__:4711' }).session)
  expect(sent.map(({ nodes }) => nodes[0]?.data.config)).toEqual([
    { url: 'x', token: null },
    { url: 'x', token: '__secret__:4711' },
  ])
})

test('shows warnings of a save only when they are new', async () => {
  const { session, toasts } = opened({ duration: 1 })
  warnings = ['Node "a" starts nothing', 'Node "b" starts nothing']
  expect(await save(session)).toBe(true)
  expect(toasts).toEqual([{ tone: 'warning', text: 'Saved. Node "a" starts nothing (and 1 more)' }])
  await save(session)
  expect(toasts).toHaveLength(1)
  warnings = ['Node "b" starts nothing', 'Node "c" starts nothing']
  await save(session)
  expect(toasts.slice(1)).toEqual([{ tone: 'warning', text: 'Saved. Node "c" starts nothing' }])
})

test('saves to a service that sends no warnings', async () => {
  warnings = undefined
  const { session, toasts } = opened({})
  expect(await save(session)).toBe(true)
  expect(toasts).toEqual([])
})
