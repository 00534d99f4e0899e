import { expect, test } from 'vitest'
import type { DeliveryOutcome, SubscriptionRecord } from '../delivery-store.ts'
import { ERROR_WORKFLOW } from '../delivery-store.ts'
import type { Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { ask, sampleQuestion } from './conversation-samples.ts'
import { makeExecution, sampleRecord, sampleSummary, started, step } from './execution-samples.ts'

export function sampleSubscription(id: string, change: Partial<SubscriptionRecord> = {}): SubscriptionRecord {
  return {
    id,
    kind: 'webhook',
    name: `Name of ${id}`,
    events: ['execution.completed', 'execution.failed'],
    isEnabled: true,
    failingSince: null,
    disabledReason: null,
    secret: new Uint8Array([0, 1, 255]),
    ...{ url: 'https://example.test/hook', to: [], from: null, credential: null },
    ...{ createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000, createdBy: 'Ada' },
    ...change,
  }
}

const PAGE = { limit: 100, offset: 0 }
const NOW = 2_000_000_000_000

const delivered: DeliveryOutcome = {
  ...{ status: 'delivered', attempts: 1, dueAt: 0, endedAt: 5, responseStatus: 204, error: null, body: '{"a":"ä"}' },
}

/** The events and subjects of the pending deliveries. */
async function pending({ deliveries }: Store, id: string) {
  return (await deliveries.due(id, NOW, 100)).map(({ event, subjectId }) => `${event} ${subjectId}`)
}

export function deliveryContract(backend: Backend): void {
  const { open, openSql, migratedDatabase } = opener(backend)

  test('stores, changes, lists and removes subscriptions', async () => {
    const { deliveries } = await open()
    await deliveries.create(sampleSubscription('a'))
    await deliveries.create(
      sampleSubscription('b', { secret: null, url: null, to: ['ada@example.test'], kind: 'email' }),
    )
    expect(await deliveries.get('a')).toStrictEqual(sampleSubscription('a'))
    for (const other of ['c', '', 'a\0']) expect(await deliveries.get(other)).toBeUndefined()
    const changed = sampleSubscription('a', { name: 'Other', events: ['question.answered'], isEnabled: false })
    expect(await deliveries.update(changed)).toBe(true)
    expect(await deliveries.update(sampleSubscription('c'))).toBe(false)
    expect(await deliveries.list({ limit: 1, offset: 0 })).toStrictEqual({ items: [changed], total: 2 })
    await deliveries.setHealth('a', { failingSince: 7, isEnabled: false, disabledReason: 'It is gone.' })
    expect(await deliveries.get('a')).toMatchObject({ failingSince: 7, disabledReason: 'It is gone.' })
    expect(await deliveries.remove('a')).toBe(true)
    expect(await deliveries.remove('a')).toBe(false)
    expect((await deliveries.list(PAGE)).items.map(({ id }) => id)).toStrictEqual(['b'])
  })

  test('the end of an execution is in the outbox of every enabled subscription that wants it, once', async () => {
    const store = await open()
    await store.deliveries.create(sampleSubscription('all', { events: ['execution.completed', 'execution.failed'] }))
    await store.deliveries.create(sampleSubscription('off', { isEnabled: false }))
    await store.deliveries.create(sampleSubscription('cancelled', { events: ['execution.cancelled'] }))
    await makeExecution(store, { id: 'at once', status: 'completed' })
    await makeExecution(store, { id: 'later', status: 'failed', steps: 2 })
    await makeExecution(store, { id: 'stopped', status: 'cancelled', steps: 1 })
    await makeExecution(store, { id: 'runs', status: 'running', steps: 1 })
    await store.journal.setSummary('later', sampleSummary('failed', { updatedAt: 9 }))
    expect(await pending(store, 'all')).toStrictEqual(['execution.completed at once', 'execution.failed later'])
    expect(await pending(store, 'off')).toStrictEqual([])
    expect(await pending(store, 'cancelled')).toStrictEqual(['execution.cancelled stopped'])
  })

  test('a failure is in the outbox of the error workflow, unless an error workflow or a part of another one failed', async () => {
    const store = await open()
    await makeExecution(store, { id: 'a', status: 'failed', steps: 1 })
    await makeExecution(store, { id: 'b', status: 'completed', steps: 1 })
    await makeExecution(store, { id: 'c', status: 'cancelled', steps: 1 })
    const failing = async (id: string, change: Parameters<typeof sampleRecord>[1]) => {
      await store.journal.create(sampleRecord(id, change), [started(1)], sampleSummary('running'))
      await store.journal.append(id, 1, [step(1)], sampleSummary('failed'))
    }
    await failing('d', { about: { trigger: { kind: 'error', node: 'e', execution: 'a' } } })
    await failing('e', { isUnlisted: true })
    expect(await pending(store, ERROR_WORKFLOW)).toStrictEqual(['execution.failed a'])
    expect(await store.deliveries.recipients(NOW)).toStrictEqual([ERROR_WORKFLOW])
  })

  test('a question is in the outbox when it is asked and when it is answered', async () => {
    const store = await open()
    await store.deliveries.create(sampleSubscription('s', { events: ['question.waiting', 'question.answered'] }))
    const [one, two] = [sampleQuestion('q1'), sampleQuestion('q2')]
    await ask(store, one, two)
    await ask(store, { ...one, status: 'resolved' }, two)
    await ask(store, { ...two, status: 'cancelled' })
    const expected = ['question.waiting q1', 'question.waiting q2', 'question.answered q1']
    expect(await pending(store, 's')).toStrictEqual(expected)
  })

  test('an attempt changes a delivery, which can be listed, replayed and discarded', async () => {
    const store = await open()
    const { deliveries } = store
    await deliveries.create(sampleSubscription('s'))
    for (const id of ['a', 'b', 'c']) await makeExecution(store, { id })
    const [a, b, c] = await deliveries.due('s', NOW, 10)
    if (a === undefined || b === undefined || c === undefined) throw new Error('three deliveries are due')
    expect(await deliveries.recipients(NOW)).toStrictEqual(['s'])
    await deliveries.settle(a.id, delivered)
    await deliveries.settle(b.id, { ...delivered, status: 'pending', dueAt: NOW + 1, endedAt: null, error: 'No' })
    await deliveries.settle(c.id, { ...delivered, status: 'failed', body: null })
    expect(await deliveries.recipients(NOW)).toStrictEqual([])
    expect(await deliveries.recipients(NOW + 1)).toStrictEqual(['s'])
    expect(await deliveries.delivery(a.id)).toStrictEqual({ ...a, ...delivered })
    const newest = await deliveries.deliveries({ subscriptionId: 's', limit: 2, offset: 0 })
    expect([newest.items.map(({ id }) => id), newest.total]).toStrictEqual([[c.id, b.id], 3])
    const failed = await deliveries.deliveries({ subscriptionId: 's', status: 'failed', ...PAGE })
    expect(failed.items.map(({ id }) => id)).toStrictEqual([c.id])
    expect(await deliveries.replay(b.id, 1)).toBe(false)
    expect(await deliveries.replay(c.id, 1)).toBe(true)
    expect(await pending(store, 's')).toStrictEqual(['execution.completed c'])
    await deliveries.discard([c.id])
    expect(await deliveries.delivery(c.id)).toBeUndefined()
  })

  test('the outbox is bounded, and old deliveries are removed', async () => {
    const database = await migratedDatabase()
    const store = await open(database)
    const { deliveries } = store
    await deliveries.create(sampleSubscription('s'))
    for (let n = 0; n < 8; n++) await makeExecution(store, { id: `e${n}` })
    for (const { id } of await deliveries.due('s', NOW, 4)) await deliveries.settle(id, delivered)
    const limits = { createdBefore: 0, keepEnded: 3, maxPending: 2, now: 9, batch: 1 }
    let passes = 0
    while ((await deliveries.prune(limits)) > 0) passes++
    expect(passes).toBeGreaterThan(1)
    expect((await pending(store, 's')).length).toBe(2)
    const failed = await deliveries.deliveries({ subscriptionId: 's', status: 'failed', ...PAGE })
    expect(failed.items[0]).toMatchObject({ endedAt: 9, error: 'More than 2 deliveries waited.' })
    await openSql(database).run('UPDATE deliveries SET created_at = 1', [])
    while ((await deliveries.prune({ ...limits, createdBefore: 2 })) > 0) passes++
    expect((await deliveries.deliveries({ subscriptionId: 's', ...PAGE })).total).toBe(0)
  })
}
