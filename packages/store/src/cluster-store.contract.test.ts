import { done, queued, running, sampleRecord, started, step } from '@millrace/engine/testing/journal-samples'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClusterStore } from './cluster-store.ts'
import { openStore } from './open-store.ts'
import { OwnershipLost } from './ownership-lost.ts'
import type { Store } from './store.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'

let server: PostgresServer
let store: Store
let cluster: ClusterStore
let database: string

beforeAll(async () => {
  server = await startPostgres()
})

beforeEach(async () => {
  database = await server.migratedDatabase()
  store = await openStore({ database, cluster: true })
  if (store.cluster === undefined) throw new Error('The store has no cluster part.')
  cluster = store.cluster
})

afterEach(() => store.close())
afterAll(() => server.stop())

async function create(id: string, summary = running): Promise<void> {
  await store.journal.create(sampleRecord(id), [started(1)], summary)
}

async function claim(id: string, isForced = true): Promise<number | string> {
  const claimed = await cluster.claims.claim(id, { isForced })
  return typeof claimed === 'string' ? claimed : claimed.owner
}
const lengthOf = async (id: string) => (await store.journal.load(id))?.events.length
const call = (id: string, executionId = 'a', at = 1) =>
  cluster.calls.add({ id, executionId, op: 'cancel', args: { why: id }, at })

function append(
  id: string,
  owner: number,
  change: { length?: number; handled?: { id: string; position: number }[] } = {},
) {
  const { length = 1, handled } = change
  return cluster.owned.append({ id, owner, length, events: [step(0)], summary: running, handled })
}

describe('claims', () => {
  test('every claim has a higher number, and a missing execution has none', async () => {
    await create('a')
    expect(await claim('a')).toBe(1)
    expect(await claim('a')).toBe(2)
    expect(await cluster.claims.owner('a')).toBe(2)
    expect(await claim('b')).toBe('missing')
    expect(await cluster.claims.owner('b')).toBeUndefined()
  })

  test('an execution that another process may be driving is claimed only by force', async () => {
    await create('a')
    expect(await claim('a', false)).toBe(1)
    expect(await claim('a', false)).toBe('in use')
    expect(await claim('a', true)).toBe(2)
    await cluster.owned.setSummary('a', { ...running, isActive: false }, 2)
    expect(await claim('a', false)).toBe(3)
    expect(await claim('b', false)).toBe('missing')
  })

  test('claims at the same moment are independent, also of the same execution', async () => {
    await create('a')
    await create('b')
    await create('c')
    await claim('c')
    const claims = await Promise.all(['a', 'b', 'c', 'd', 'a'].map((id) => claim(id, false)))
    expect(claims.slice(1, 4)).toEqual([1, 'in use', 'missing'])
    expect([claims[0], claims[4]].toSorted()).toEqual([1, 'in use'])
    expect(await cluster.claims.owner('a')).toBe(1)
  })

  test('a claim does not wait because a row of another one is locked', async () => {
    for (const id of ['a', 'b', 'c']) await create(id)
    const other = new pg.Client({ connectionString: database })
    await other.connect()
    await other.query('BEGIN')
    await other.query("SELECT 1 FROM executions WHERE id = 'a' FOR UPDATE")
    const locked = claim('a', false)
    expect(await Promise.all([claim('b', false), claim('c', false)])).toEqual([1, 1])
    await other.query('COMMIT')
    await other.end()
    expect(await locked).toBe(1)
  })

  test('a claim reports whether the execution waits for a slot and has calls', async () => {
    await create('a', queued)
    await create('b')
    expect(await cluster.claims.claim('a', { isForced: false })).toMatchObject({ isQueued: true, hasCalls: false })
    await call('1', 'b')
    expect(await cluster.claims.claim('b', { isForced: false })).toMatchObject({ isQueued: false, hasCalls: true })
  })

  test('a process that has lost an execution cannot write to it, although the length is right', async () => {
    await create('a')
    const before = await claim('a')
    const now = await claim('a')
    if (typeof before !== 'number' || typeof now !== 'number') throw new Error('not claimed')
    await expect(append('a', before)).rejects.toThrow(OwnershipLost)
    await expect(cluster.owned.setSummary('a', done, before)).rejects.toThrow(OwnershipLost)
    expect(await lengthOf('a')).toBe(1)
    expect(await store.executions.get('a')).toMatchObject({ status: 'running' })
    await append('a', now)
    await cluster.owned.setSummary('a', done, now)
    expect(await lengthOf('a')).toBe(2)
    expect(await store.executions.get('a')).toMatchObject({ status: 'completed' })
  })

  test('of appends and claims at the same moment, no append is written after a later claim', async () => {
    await create('a')
    for (let round = 0; round < 20; round++) {
      const owner = await claim('a')
      if (typeof owner !== 'number') throw new Error('not claimed')
      const length = (await lengthOf('a')) ?? 0
      let lengthAtClaim: Promise<number | undefined> | undefined
      const written = append('a', owner, { length }).then(
        () => true,
        () => false,
      )
      const claimed = claim('a').then(() => {
        lengthAtClaim = lengthOf('a')
      })
      const [isWritten] = await Promise.all([written, claimed])
      expect(await lengthAtClaim).toBe(isWritten ? length + 1 : length)
    }
  })

  test('the model usage of an append is counted once, and not if the process has lost the execution', async () => {
    await create('a')
    const before = Number(await claim('a'))
    const now = Number(await claim('a'))
    const used = { workflowId: 'w', person: 'ada', personName: 'Ada', model: 'openai/small', at: 86_400_000 }
    const counts = { calls: 1, unpriced: 0, inputTokens: 10, outputTokens: 5, cost: 0 }
    const summary = { ...running, usage: [{ ...used, ...counts }] }
    const appendUsage = (owner: number) =>
      cluster.owned.append({ id: 'a', owner, length: 1, events: [step(0)], summary, handled: undefined })
    await expect(appendUsage(before)).rejects.toThrow(OwnershipLost)
    // The same append twice, as after a lost reply of the database.
    const twice = await Promise.allSettled([appendUsage(now), appendUsage(now)])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(appendUsage(now)).rejects.toThrow()
    const { items } = await store.usage.list({ from: 0, to: 10, groupBy: 'model', limit: 10, offset: 0 })
    expect(items).toEqual([{ key: 'openai/small', name: null, ...counts }])
  })

  test('a refused append does not affect others in the same batch', async () => {
    await create('a')
    await create('b')
    await claim('a')
    const owner = await claim('b')
    const results = await Promise.allSettled([append('a', 0), append('b', Number(owner))])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})

describe('calls', () => {
  const reply = (id: string, value: unknown, at: number) => cluster.calls.reply({ id, owner: 0, reply: value, at })

  test('are open in the order in which they were added, until they have a reply', async () => {
    await create('a')
    expect(await call('1')).toEqual({ isActive: true })
    await call('2')
    expect(await cluster.calls.take('a', 0)).toEqual([
      { id: '1', op: 'cancel', args: { why: '1' }, position: null },
      { id: '2', op: 'cancel', args: { why: '2' }, position: null },
    ])
    await reply('1', { ok: true }, 5)
    expect((await cluster.calls.take('a', 0)).map(({ id }) => id)).toEqual(['2'])
    expect(await cluster.calls.replyTo('1')).toEqual({ reply: { ok: true } })
    expect(await cluster.calls.replyTo('2')).toBe('open')
  })

  test('a call with a known id is added once, and only its first reply counts', async () => {
    await create('a', { ...running, isActive: false })
    expect(await call('1')).toEqual({ isActive: false })
    expect(await call('1')).toEqual({ isActive: false })
    expect(await cluster.calls.take('a', 0)).toHaveLength(1)
    await reply('1', 'first', 5)
    await reply('1', 'second', 6)
    expect(await cluster.calls.replyTo('1')).toEqual({ reply: 'first' })
  })

  test('a missing or ended execution takes no calls, and a deleted one takes its calls with it', async () => {
    expect(await call('1', 'none')).toBeUndefined()
    await create('over', done)
    expect(await call('1', 'over')).toBeUndefined()
    await create('a')
    await call('1')
    await store.executions.remove(['a'])
    expect(await cluster.calls.replyTo('1')).toBe('gone')
  })

  test('the position of the event that handles a call is written with the event, or not at all', async () => {
    await create('a')
    await call('1')
    const owner = Number(await claim('a'))
    await expect(append('a', owner - 1, { handled: [{ id: '1', position: 1 }] })).rejects.toThrow(OwnershipLost)
    await expect(append('a', owner, { length: 7, handled: [{ id: '1', position: 7 }] })).rejects.toThrow('1 events')
    expect(await cluster.calls.take('a', 0)).toMatchObject([{ position: null }])
    await append('a', owner, { handled: [{ id: '1', position: 1 }] })
    expect(await cluster.calls.take('a', 0)).toMatchObject([{ id: '1', position: 1 }])
  })

  test('a call is withdrawn unless it has taken effect', async () => {
    await create('a')
    await call('1')
    await call('2')
    await append('a', Number(await claim('a')), { handled: [{ id: '2', position: 1 }] })
    expect(await cluster.calls.withdraw('1')).toBe(true)
    expect(await cluster.calls.withdraw('2')).toBe(false)
    expect(await cluster.calls.replyTo('2')).toEqual({ position: 1 })
    expect((await cluster.calls.take('a', 0)).map(({ id }) => id)).toEqual(['2'])
  })

  test('a call that a process has taken is withdrawn only after another process has claimed the execution', async () => {
    await create('a')
    const owner = Number(await claim('a'))
    await call('1')
    expect(await cluster.calls.take('a', owner)).toHaveLength(1)
    expect(await cluster.calls.withdraw('1')).toBe(false)
    const next = Number(await claim('a'))
    await cluster.calls.take('a', next)
    // The earlier process is slow; it may read the call, and cannot write.
    await cluster.calls.take('a', owner)
    expect(await cluster.calls.withdraw('1')).toBe(false)
    await claim('a')
    expect(await cluster.calls.withdraw('1')).toBe(true)
    await expect(append('a', next, { handled: [{ id: '1', position: 1 }] })).rejects.toThrow(OwnershipLost)
  })

  test('a process replies only to a call that no process with a newer claim has taken', async () => {
    await create('a')
    const owner = Number(await claim('a'))
    await call('1')
    await cluster.calls.take('a', owner)
    const next = Number(await claim('a'))
    await cluster.calls.take('a', next)
    await cluster.calls.take('a', owner)
    expect(await cluster.calls.reply({ id: '1', owner, reply: 'earlier', at: 5 })).toBe(false)
    expect(await cluster.calls.replyTo('1')).toBe('open')
    expect(await cluster.calls.reply({ id: '1', owner: next, reply: 'newer', at: 6 })).toBe(true)
    expect(await cluster.calls.replyTo('1')).toEqual({ reply: 'newer' })
  })

  test('old replies are removed', async () => {
    await create('a')
    await call('1')
    await call('2')
    await call('3')
    await cluster.calls.take('a', 0)
    await reply('1', 1, 5)
    await reply('2', 2, 50)
    expect(await cluster.calls.removeReplied(10)).toBe(1)
    expect(await Promise.all(['1', '2', '3'].map((id) => cluster.calls.replyTo(id)))).toEqual([
      'gone',
      { reply: 2 },
      'open',
    ])
  })
})

test('finds executions with steps, a place in the queue, a timer or a call to attend to, page by page', async () => {
  const asleep = { ...running, isActive: false }
  await create('active', { ...running, updatedAt: 5 })
  await create('called', asleep)
  await create('called late', asleep)
  await create('due', { ...asleep, wakeAt: 8 })
  await create('due later', { ...asleep, wakeAt: 12 })
  await create('fresh', { ...running, updatedAt: 11 })
  await create('over', done)
  await create('queued', { ...queued, updatedAt: 9 })
  await claim('due')
  await call('1', 'called', 10)
  await call('2', 'called late', 11)
  const page = (after: string, limit = 10) => cluster.claims.unattended({ after, before: 10, limit })
  expect(await page('')).toEqual([
    { id: 'active', owner: 0 },
    { id: 'called', owner: 0 },
    { id: 'due', owner: 1 },
    { id: 'queued', owner: 0 },
  ])
  expect(await page('active', 2)).toEqual([
    { id: 'called', owner: 0 },
    { id: 'due', owner: 1 },
  ])
})

describe('offered steps', () => {
  const A_MINUTE = 60_000

  async function offer(token: string, changes: { executionId?: string; id?: string; owner?: number } = {}) {
    const { executionId = 'a', id = token, owner = 1 } = changes
    const step = { id, token, executionId, owner, offeredBy: 'driver', version: '1', hash: `#${token}` }
    return cluster.steps.offer({ ...step, request: `request ${token}` })
  }
  const take = (process: string, { leaseMs = A_MINUTE, version = '1' } = {}) =>
    cluster.steps.take({ process, leaseMs, version })
  const stateOf = async (token: string) => (await cluster.steps.states([token])).get(token)

  beforeEach(async () => {
    await create('a')
    await claim('a')
  })

  test('are taken once each, oldest first, by other processes of the same version', async () => {
    await offer('1')
    await offer('2')
    expect(await take('driver')).toBeUndefined()
    expect(await take('helper', { version: '2' })).toBeUndefined()
    const record = (await store.journal.load('a'))?.record
    expect(await take('helper')).toEqual({ token: '1', record, request: 'request 1' })
    expect(await stateOf('1')).toEqual({ is: 'taken' })
    expect(await stateOf('2')).toEqual({ is: 'open' })
    const both = await Promise.all([take('helper'), take('other')])
    expect(both.map((taken) => taken?.token).filter(Boolean)).toEqual(['2'])
    expect(await cluster.steps.finish('helper', '1', 'result')).toBe(true)
    expect(await stateOf('1')).toEqual({ is: 'done', result: 'result' })
    expect(await cluster.steps.finish('helper', '1', 'again')).toBe(false)
  })

  test('are open again when the lease of a process has ended, which can write nothing then', async () => {
    await offer('1')
    await take('dead', { leaseMs: -1 })
    expect(await stateOf('1')).toEqual({ is: 'open' })
    expect((await take('helper'))?.token).toBe('1')
    expect(await cluster.steps.renew({ process: 'dead', leaseMs: A_MINUTE }, ['1'])).toEqual([])
    expect(await cluster.steps.renew({ process: 'helper', leaseMs: A_MINUTE }, ['1', 'gone'])).toEqual(['1'])
    expect(await cluster.steps.finish('dead', '1', 'late')).toBe(false)
    await cluster.steps.release('helper', ['1'])
    expect(await stateOf('1')).toEqual({ is: 'open' })
  })

  test('are withdrawn unless a living process has taken them', async () => {
    await offer('1')
    await offer('2')
    await take('helper')
    expect(await cluster.steps.withdraw('1')).toBe(false)
    expect(await cluster.steps.withdraw('2')).toBe(true)
    expect(await cluster.steps.withdraw('2')).toBe(true)
    await cluster.steps.finish('helper', '1', 'result')
    expect(await cluster.steps.withdraw('1')).toBe(false)
    await cluster.steps.remove('1')
    expect(await stateOf('1')).toBeUndefined()
  })

  test('belong to the next claim; the process with the earlier one can offer nothing', async () => {
    await offer('1')
    await offer('2')
    await take('helper')
    expect(await cluster.claims.claim('a', { isForced: true })).toMatchObject({ owner: 2, hasOffers: true })
    expect(await offer('3')).toBe(false)
    expect(await cluster.steps.renew({ process: 'helper', leaseMs: A_MINUTE }, ['1'])).toEqual(['1'])
    expect(await cluster.steps.adopt('a', { owner: 1, process: 'old' })).toEqual([])
    const offers = await cluster.steps.adopt('a', { owner: 2, process: 'next' })
    expect(offers.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: '1', token: '1', hash: '#1' },
      { id: '2', token: '2', hash: '#2' },
    ])
    expect(await take('next')).toBeUndefined()
    expect(await cluster.steps.finish('helper', '1', 'result')).toBe(true)
  })

  test('replace an earlier offer of the same step, whose result is not accepted any more', async () => {
    await offer('1', { id: 'step' })
    await take('helper')
    await offer('2', { id: 'step' })
    expect(await cluster.steps.finish('helper', '1', 'late')).toBe(false)
    expect([await stateOf('1'), await stateOf('2')]).toEqual([undefined, { is: 'open' }])
  })

  test('are removed by the append that records their result, and with executions that are over', async () => {
    await offer('1')
    await offer('2')
    const events = [step(0)]
    const write = { id: 'a', length: 1, events, summary: running, handled: undefined, offered: ['1'] }
    await expect(cluster.owned.append({ ...write, owner: 0 })).rejects.toThrow(OwnershipLost)
    expect(await stateOf('1')).toBeDefined()
    await cluster.owned.append({ ...write, owner: 1 })
    expect([await stateOf('1'), await stateOf('2')]).toEqual([undefined, { is: 'open' }])
    expect(await cluster.steps.removeEnded()).toBe(0)
    await store.journal.setSummary('a', done)
    expect(await cluster.steps.removeEnded()).toBe(1)
  })

  test('are removed with the values of an execution that keeps none, although no worker sweeps', async () => {
    const about = { keepValues: 'none' } as const
    await store.journal.create(sampleRecord('bare', { about }), [started(1)], running)
    await claim('bare')
    await offer('3', { executionId: 'bare' })
    await store.journal.setSummary('bare', done)
    expect(await store.executions.removeValues({ endedBefore: 100, now: 200, batch: 10 })).toBe(1)
    expect(await stateOf('3')).toBeUndefined()
  })
})
