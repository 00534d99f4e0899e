import { EXECUTION_STATUSES, type ExecutionStatus } from '@millrace/model'
import { expect, test } from 'vitest'
import type { ExecutionQuery, Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { makeExecution, sampleRecord, sampleSummary, started, step } from './execution-samples.ts'
import { upTo } from './sample-records.ts'

const PAGE = { limit: 100, offset: 0 }

async function page({ executions }: Store, query: Partial<ExecutionQuery>): Promise<[string, number]> {
  const { items, total } = await executions.list({ ...PAGE, ...query })
  return [items.map(({ id }) => id).join(''), total]
}

export function executionContract(backend: Backend): void {
  const { open } = opener(backend)

  test('lists an execution with its status and times', async () => {
    const store = await open()
    const record = sampleRecord('a', { workflowId: 'flow', createdAt: 5, depth: 3, about: { startedBy: 'Ada' } })
    await store.journal.create(record, [started(1)], sampleSummary('running', { updatedAt: 7 }))
    const start = { trigger: 'manual', startedBy: 'Ada' }
    const item = { id: 'a', workflowId: 'flow', status: 'running', createdAt: 5, updatedAt: 7, ...start }
    expect(await store.executions.list(PAGE)).toStrictEqual({ items: [item], total: 1 })
    expect(await store.executions.get('a')).toStrictEqual(item)
    await store.journal.append('a', 1, [step(1)], sampleSummary('failed', { updatedAt: 9 }))
    expect(await store.executions.get('a')).toStrictEqual({ ...item, status: 'failed', updatedAt: 9 })
    await store.journal.setSummary('a', sampleSummary('cancelled', { updatedAt: 11 }))
    expect(await store.executions.get('a')).toStrictEqual({ ...item, status: 'cancelled', updatedAt: 11 })
    expect(await store.executions.get('b')).toBeUndefined()
    expect(await store.executions.get('a\0')).toBeUndefined()
  })

  test('lists executions newest first, by workflow, by status, by both, in pages', async () => {
    const store = await open()
    for (const [at, id] of [...'abcdefgh'].entries()) {
      await makeExecution(store, {
        id,
        workflowId: at % 2 === 0 ? 'even' : 'odd',
        status: at < 4 ? 'completed' : 'running',
      })
    }
    expect(await page(store, {})).toStrictEqual(['hgfedcba', 8])
    expect(await page(store, { limit: 3, offset: 2 })).toStrictEqual(['fed', 8])
    expect(await page(store, { workflowId: 'odd' })).toStrictEqual(['hfdb', 4])
    expect(await page(store, { status: 'completed' })).toStrictEqual(['dcba', 4])
    expect(await page(store, { workflowId: 'even', status: 'running' })).toStrictEqual(['ge', 2])
    expect(await page(store, { workflowId: 'even', status: 'running', offset: 1 })).toStrictEqual(['e', 2])
    expect(await page(store, { offset: 8 })).toStrictEqual(['', 8])
    expect(await page(store, { offset: 1e9 })).toStrictEqual(['', 8])
    expect(await page(store, { status: 'cancelled' })).toStrictEqual(['', 0])
    expect(await page(store, { workflowId: 'unknown' })).toStrictEqual(['', 0])
    expect(await page(store, { workflowId: 'nul\0' })).toStrictEqual(['', 0])
  })

  test('does not list parts of another execution, and loads them with the id of their workflow', async () => {
    const store = await open()
    const listed = { workflowId: 'flow', status: 'completed' as const }
    await makeExecution(store, { id: 'a', ...listed })
    for (let at = 0; at < 70; at++) {
      const record = sampleRecord(`part ${at}`, { workflowId: 'flow', isUnlisted: true })
      await store.journal.create(record, [started(1)], sampleSummary('running', { updatedAt: 7 }))
      await store.journal.append(record.id, 1, [step(1)], sampleSummary('completed', { updatedAt: 9 }))
    }
    await makeExecution(store, { id: 'b', ...listed })
    expect(await page(store, {})).toStrictEqual(['ba', 2])
    expect(await page(store, { status: 'completed', offset: 1 })).toStrictEqual(['a', 2])
    expect(await page(store, { workflowId: 'flow' })).toStrictEqual(['ba', 2])
    expect(await store.executions.counts()).toMatchObject({ running: 0, completed: 2 })
    expect((await store.journal.load('part 3'))?.record).toMatchObject({ workflowId: 'flow', isUnlisted: true })
    expect(await store.executions.get('part 3')).toMatchObject({ workflowId: '', status: 'completed' })
    // They are pruned by age and not by number.
    expect(await store.executions.prune({ finishedBefore: 0, keepPerWorkflow: 5, batch: 100 })).toBe(0)
    expect(await store.executions.prune({ finishedBefore: 10, keepPerWorkflow: 5, batch: 100 })).toBeGreaterThan(69)
    expect(await store.executions.get('part 3')).toBeUndefined()
    await store.journal.create(
      sampleRecord('later', { isUnlisted: true }),
      [started(1)],
      sampleSummary('running', { updatedAt: 7 }),
    )
    expect(await page(store, { status: 'running' })).toStrictEqual(['', 0])
  })

  test('returns every page of every filter correctly while executions are added, changed and removed', async () => {
    const store = await open()
    const known = new Map<string, { workflowId: string; status: ExecutionStatus }>()
    // Enough for several buckets of counts, and in the same order in every run.
    const pick = <T>(from: readonly T[], seed: number) => from[(seed * 7919) % from.length] as T
    const isRight = async () => {
      const newestFirst = [...known].reverse()
      for (const workflowId of [undefined, 'a', 'b', 'c']) {
        for (const status of [undefined, ...EXECUTION_STATUSES]) {
          const filter = { ...(workflowId && { workflowId }), ...(status && { status }) }
          const ids = newestFirst
            .filter(([, is]) => (!workflowId || is.workflowId === workflowId) && (!status || is.status === status))
            .map(([id]) => id)
          for (const offset of [0, 1, 63, 64, 65, 130, ids.length - 30, ids.length - 1]) {
            if (offset < 0) continue
            const { items, total } = await store.executions.list({ ...filter, limit: 40, offset })
            expect(items.map(({ id }) => id)).toStrictEqual(ids.slice(offset, offset + 40))
            expect(total).toBe(ids.length)
          }
        }
      }
    }
    const ids = upTo(330).map((n) => `e${n}`)
    await Promise.all(
      ids.map((id, at) => {
        const one = { workflowId: pick(['a', 'a', 'b', 'c'], at), status: pick(EXECUTION_STATUSES, at + 1) }
        known.set(id, one)
        return makeExecution(store, { id, ...one })
      }),
    )
    await isRight()
    await Promise.all(
      ids.map(async (id, at) => {
        const one = known.get(id)
        if (one === undefined || at % 3 !== 0) return
        one.status = pick(EXECUTION_STATUSES, at + 5)
        await store.journal.append(id, 1, [step(1)], sampleSummary(one.status))
      }),
    )
    await isRight()
    const gone = ids.filter((_, at) => at % 5 === 0 || (at > 100 && at < 240))
    for (const id of gone) known.delete(id)
    expect(await store.executions.remove([...gone, ...gone, 'nobody', 'nul\0'])).toBe(gone.length)
    await isRight()
  })

  test('counts executions by status, of all workflows and of one', async () => {
    const store = await open()
    const none = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 }
    expect(await store.executions.counts()).toStrictEqual(none)
    await makeExecution(store, { id: 'a', workflowId: 'x', status: 'pending' })
    await makeExecution(store, { id: 'b', workflowId: 'x', status: 'failed' })
    await makeExecution(store, { id: 'c', workflowId: 'y', status: 'failed' })
    expect(await store.executions.counts()).toStrictEqual({ ...none, pending: 1, failed: 2 })
    expect(await store.executions.counts('x')).toStrictEqual({ ...none, pending: 1, failed: 1 })
    expect(await store.executions.counts('z')).toStrictEqual(none)
    await store.journal.append('a', 1, [step(1)], sampleSummary('running'))
    await store.executions.remove(['c'])
    expect(await store.executions.counts()).toStrictEqual({ ...none, running: 1, failed: 1 })
  })

  test('creates executions of a workflow whose last one was removed', async () => {
    const store = await open()
    await makeExecution(store, { id: 'a', workflowId: 'x', status: 'running' })
    await makeExecution(store, { id: 'b', workflowId: 'y', status: 'running' })
    expect(await store.executions.remove(['a'])).toBe(1)
    await Promise.all(
      ['c', 'd', 'e'].map((id) => makeExecution(store, { id, workflowId: id === 'd' ? 'y' : 'x', status: 'running' })),
    )
    expect((await page(store, { workflowId: 'x' }))[0].split('').toSorted()).toEqual(['c', 'e'])
    expect((await page(store, { workflowId: 'y' }))[0].split('').toSorted()).toEqual(['b', 'd'])
  })

  test('stores large values of some of the executions that are written together', async () => {
    const store = await open()
    const large = (name: string) => name.repeat(70_000)
    const create = (id: string, value: string) =>
      store.journal.create(sampleRecord(id), [{ ...started(1), inputs: { value } }], sampleSummary('running'))
    await Promise.all([create('a', 'small'), create('b', large('b')), create('c', 'small')])
    const append = (id: string, value: string) => store.journal.append(id, 1, [step(1, { value })])
    await Promise.all([append('a', large('a')), append('b', 'small'), append('c', 'small')])
    const values = (id: string) =>
      store.journal.load(id).then((stored) => stored?.events.map((event) => JSON.stringify(event).length > 70_000))
    expect(await Promise.all(['a', 'b', 'c'].map(values))).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ])
  })

  test('removes an execution, and rejects appends to it', async () => {
    const store = await open()
    await makeExecution(store, { id: 'a', status: 'running' })
    await makeExecution(store, { id: 'b', status: 'running' })
    expect(await store.executions.remove(['a'])).toBe(1)
    expect(await store.journal.load('a')).toBeUndefined()
    await expect(store.journal.append('a', 1, [step(1)])).rejects.toThrow('no execution a')
    await store.journal.append('b', 1, [step(1)])
    expect(await store.journal.active('', 10)).toStrictEqual(['b'])
    await makeExecution(store, { id: 'a', status: 'failed' })
    expect((await store.journal.load('a'))?.events).toStrictEqual([started(1)])
  })
}
