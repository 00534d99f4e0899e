/** Undo of a choice between two drafts, against a service over HTTP that has one draft. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { documentOf } from '../editor-document.ts'
import { createSession, type EditorSession } from '../session.ts'
import type { OtherDraft } from './draft.ts'

// The build of the page provides the icons; nothing is rendered here.
vi.mock('virtual:millrace-icons', () => ({ default: {} }))
vi.mock('virtual:millrace-icon-shards', () => ({ default: {} }))

interface Stored {
  readonly workflow: { readonly name: string }
  readonly revision: number
}

const named = (name: string) => ({ id: 'w', name, description: '', revision: 1, nodes: [], edges: [] })
let draft: Stored | undefined
const server = createServer(async (request, answer) => {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  if (request.method === 'PUT') {
    draft = { workflow: (JSON.parse(text) as Stored).workflow, revision: (draft?.revision ?? 0) + 1 }
  }
  if (request.method === 'DELETE') draft = undefined
  answer.setHeader('content-type', 'application/json')
  answer.end(JSON.stringify({ success: true, data: draft ?? null, message: '' }))
})

let session: EditorSession
let stop: () => void
const other: OtherDraft = {
  draft: {
    document: documentOf(named('Theirs')),
    at: '2026-01-01T00:00:00.000Z',
    baseRevision: 1,
    revision: 5,
  },
  key: undefined,
}

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  stop()
  vi.unstubAllGlobals()
  server.close()
})
beforeEach(() => {
  const { port } = server.address() as AddressInfo
  draft = { workflow: { name: 'Theirs' }, revision: 5 }
  session = createSession({ baseUrl: `http://127.0.0.1:${port}/api/v1`, drafts: 'service' })
  session.open(named('Mine'), { phase: 'ready', isEditable: true, saved: documentOf(named('Saved')) })
  session.store.set((state) => ({ ...state, drafts: { ...state.drafts, others: [other], isAsking: true } }))
  stop = session.drafts.start()
})

const drafts = () => session.store.get().drafts
const name = () => session.store.get().history.document.name

test('undo of using the other draft asks again and leaves it on the service', async () => {
  session.drafts.takeOther(other)
  await session.drafts.flush()
  expect([name(), drafts().others]).toEqual(['Theirs', []])
  session.undo()
  await session.drafts.flush()
  expect(name()).toBe('Mine')
  expect(drafts()).toMatchObject({ isAsking: true, others: [{ draft: { document: { name: 'Theirs' } } }] })
  expect(draft?.workflow.name).toBe('Theirs')

  const [asked = expect.fail('nothing is asked')] = drafts().others
  session.drafts.keepMine(asked)
  await session.drafts.flush()
  expect([draft?.workflow.name, drafts().others]).toEqual(['Mine', []])
})

test('redo of using the other draft is the decision again', async () => {
  session.drafts.takeOther(other)
  session.undo()
  session.redo()
  await session.drafts.flush()
  expect([name(), drafts().isAsking, drafts().others]).toEqual(['Theirs', false, []])
  expect(draft?.workflow.name).toBe('Theirs')
})

test('undo of discarding stores the changes again, and redo removes them', async () => {
  session.drafts.keepMine(other)
  await session.drafts.flush()
  expect(draft?.workflow.name).toBe('Mine')
  session.drafts.discard()
  await session.drafts.flush()
  expect([name(), draft]).toEqual(['Saved', undefined])
  session.undo()
  await session.drafts.flush()
  expect([name(), draft?.workflow.name]).toEqual(['Mine', 'Mine'])
  session.redo()
  await session.drafts.flush()
  expect([name(), draft]).toEqual(['Saved', undefined])
})

test('undo of using another draft of this browser stores that draft again, for a reload', async () => {
  stop()
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (at: number) => [...entries.keys()][at] ?? null,
    get length() {
      return entries.size
    },
  })
  const entry = { document: documentOf(named('Theirs')), at: '2026-01-01T00:00:00.000Z', baseRevision: 1 }
  const key = 'millrace:draft:w#theirs'
  const mine = 'millrace:draft:w#mine'
  entries.set(key, JSON.stringify(entry))
  entries.set(mine, JSON.stringify({ ...entry, document: documentOf(named('Mine')), at: '2026-01-02T00:00:00.000Z' }))
  const reopened = async () => {
    session = createSession({ drafts: 'browser' })
    session.open(named('Saved'), { phase: 'ready', isEditable: true })
    await session.drafts.open(named('Saved'))
    stop = session.drafts.start()
  }
  await reopened()
  const [left = expect.fail('nothing is asked')] = drafts().others
  expect([name(), left.draft.document.name]).toEqual(['Mine', 'Theirs'])
  session.drafts.takeOther(left)
  await session.drafts.flush()
  expect(entries.has(key)).toBe(false)
  session.undo()
  stop()
  await reopened()
  expect([name(), drafts().others.map(({ draft }) => draft.document.name)]).toEqual(['Mine', ['Theirs']])
})
