import type { StoredMessage, StoredSession } from '@millrace/store'
import { expect, test } from 'vitest'
import type { SessionNews } from './playground-port.ts'
import { SessionUpdates } from './session-updates.ts'

const session = (change: Partial<StoredSession>): StoredSession => ({
  ...{ id: 's', workflowId: 'w', name: 'S', status: 'idle', createdAt: 0, updatedAt: 0, metadata: {} },
  ...{ lastMessage: 0, lastChange: 0, resetAt: 0 },
  ...change,
})

const message = (number: number, change: number): StoredMessage => ({
  ...{ id: `m${number}`, sessionId: 's', number, change, role: 'user', content: 'x', status: 'pending', at: 0 },
  ...{ parentId: null, executionId: null, nodeId: null, metadata: {} },
})

const NO_TEXTS = { ofSession: () => [], want: () => () => {} }

/** The events a follower receives up to a status. */
async function heard(feed: SessionUpdates, until: string, after = 0): Promise<string[]> {
  const told: string[] = []
  const signal = new AbortController().signal
  for await (const news of feed.follow('s', { after, signal })) {
    told.push(describe(news))
    if (told.at(-1)?.endsWith(until)) break
  }
  return told
}

function describe(news: SessionNews): string {
  if (news.event === 'status') return `${news.change} ${news.status}`
  return news.event === 'message' ? `${news.change} ${news.message.id}` : news.text
}

test('a turn that starts while the history is read is not reported as ended', async () => {
  let now = session({})
  let messages: StoredMessage[] = []
  const feed: SessionUpdates = new SessionUpdates(
    {
      get: async () => now,
      async changedSince(_, change) {
        // A message is sent right after the session was read.
        if (now.lastChange === 0) {
          now = session({ status: 'running', lastMessage: 1, lastChange: 2 })
          messages = [message(1, 1)]
          feed.publish({ sessionId: 's', messages, status: 'running', change: 2, isNewStatus: true })
        }
        return messages.filter((one) => one.change > change)
      },
    },
    NO_TEXTS,
  )
  expect(await heard(feed, 'running')).toEqual(['0 idle', '1 m1', '2 running'])
  expect(await heard(feed, 'running')).toEqual(['1 m1', '2 running'])
  expect(await heard(feed, 'running', 1)).toEqual(['2 running'])
  expect(await heard(feed, 'running', 2)).toEqual(['2 running'])
})

test('sends a long history page by page, each message once', async () => {
  const all = Array.from({ length: 170 }, (_, at) => message(at + 1, at + 1))
  const feed = new SessionUpdates(
    {
      get: async () => session({ lastMessage: 170, lastChange: 171 }),
      changedSince: async (_, change, limit) => all.filter((one) => one.change > change).slice(0, limit),
    },
    NO_TEXTS,
  )
  const told = await heard(feed, 'idle', 20)
  expect(told).toEqual([...all.slice(20).map(({ id, change }) => `${change} ${id}`), '171 idle'])
})

test('a session deleted before the subscription has no events', async () => {
  const feed = new SessionUpdates({ get: async () => undefined, changedSince: async () => [] }, NO_TEXTS)
  expect(await heard(feed, 'never')).toEqual([])
})

test('changes of another process that are read together end with the status, although a message has its number', async () => {
  let now = session({})
  let messages: StoredMessage[] = []
  const store = {
    get: async () => now,
    changedSince: async (_: string, change: number) => messages.filter((one) => one.change > change),
  }
  const feed = new SessionUpdates(store, NO_TEXTS)
  feed.connect({ changed() {}, deleted() {}, someDeleted() {} })
  const following = heard(feed, 'running')
  await expect.poll(() => feed.topics).toEqual(['s'])
  // The message, the status, and then the message again: it belongs to an execution now.
  now = session({ status: 'running', lastMessage: 1, lastChange: 3 })
  messages = [message(1, 3)]
  await expect.poll(() => feed.catchUp('s').then(() => true)).toBe(true)
  expect(await following).toEqual(['0 idle', '3 m1', '3 running'])
})
