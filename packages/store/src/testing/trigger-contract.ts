import { expect, test } from 'vitest'
import type { TriggerSave, WorkflowSave } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { sampleSave, upTo } from './sample-records.ts'

const nothing = { path: '', method: '', cron: '', timezone: '', settings: {}, isInert: false, nextAt: null } as const

const webhook = (nodeId: string, path: string, change: Partial<TriggerSave> = {}): TriggerSave => ({
  ...nothing,
  kind: 'webhook',
  nodeId,
  path,
  method: 'POST',
  settings: { auth: 'none' },
  ...change,
})

const schedule = (nodeId: string, nextAt: number | null, change: Partial<TriggerSave> = {}): TriggerSave => ({
  ...nothing,
  kind: 'schedule',
  nodeId,
  cron: '0 9 * * *',
  timezone: 'UTC',
  nextAt,
  ...change,
})

const tool = (name: string, change: Partial<TriggerSave> = {}): TriggerSave => ({
  ...nothing,
  kind: 'tool',
  nodeId: '',
  path: name,
  settings: { description: 'Does it.' },
  ...change,
})

const saveOf = (id: string, triggers: readonly TriggerSave[], revision = 1): WorkflowSave => ({
  ...sampleSave(id, { revision }),
  triggers,
})

export function triggerContract(backend: Backend): void {
  const { open, migratedDatabase } = opener(backend)

  test('writes triggers with the workflow and reads them back', async () => {
    const { workflows, triggers } = await open()
    const rows = [webhook('in', 'orders/new'), schedule('tick', 100)]
    await workflows.create(saveOf('a', rows))
    const rest = { workflowId: 'a', waitingAt: null, lastAt: null, lastExecution: null }
    expect(await triggers.ofWorkflow('a')).toStrictEqual(rows.map((row) => ({ ...row, ...rest })))
    expect(await triggers.ofWorkflow('b')).toStrictEqual([])
    expect(await triggers.ofWorkflow('a\0')).toStrictEqual([])
  })

  test('writes no triggers for a rejected save', async () => {
    const { workflows, triggers } = await open()
    await workflows.create(saveOf('a', [webhook('in', 'one')]))
    expect(await workflows.create(saveOf('a', [webhook('in', 'two')]))).toBe(false)
    expect(await workflows.update(saveOf('a', [webhook('in', 'three')], 9), 8, 10)).toBe(false)
    expect((await triggers.ofWorkflow('a')).map(({ path }) => path)).toStrictEqual(['one'])
  })

  test('replaces triggers with an update, and removes them with the workflow', async () => {
    const { workflows, triggers } = await open()
    await workflows.create(saveOf('a', [webhook('in', 'one'), schedule('tick', 100), schedule('tock', 100)]))
    await workflows.update(saveOf('a', [webhook('in', 'two'), schedule('tick', 100)], 2), 1, 10)
    expect((await triggers.ofWorkflow('a')).map(({ nodeId, path }) => [nodeId, path])).toStrictEqual([
      ['in', 'two'],
      ['tick', ''],
    ])
    expect(await triggers.webhooks('one')).toStrictEqual([])
    await workflows.update(sampleSave('a', { revision: 3 }), 2, 10)
    expect(await triggers.ofWorkflow('a')).toStrictEqual([])
    await workflows.update(saveOf('a', [webhook('in', 'two'), schedule('tick', 100)], 4), 3, 10)
    await workflows.remove('a')
    expect([await triggers.webhooks('two'), await triggers.nextDue()]).toStrictEqual([[], null])
  })

  test('stores node ids with any characters', async () => {
    const { workflows, triggers } = await open()
    const odd = ['nul \0 in it', 'half \ud83d of a pair', 'quote \' and " and \\', '__proto__', 'größe']
    await workflows.create(
      saveOf(
        'a',
        odd.map((nodeId) => schedule(nodeId, 100)),
      ),
    )
    const found = await triggers.due(100, 10)
    expect(new Set(found.map(({ nodeId }) => nodeId))).toStrictEqual(new Set(odd))
    for (const row of found) expect(await triggers.advance(row, { from: 100, nextAt: 200, accept: 100 })).toBe(true)
  })

  test('gives a path to the workflow that had it first, until that releases it', async () => {
    const { workflows, triggers } = await open()
    const ownerOf = async (path: string) => (await triggers.webhooks(path)).map(({ workflowId }) => workflowId)
    await workflows.create(saveOf('a', [webhook('get', 'x', { method: 'GET' }), webhook('post', 'x')]))
    await workflows.create(saveOf('b', [webhook('in', 'x'), webhook('own', 'y')], 2))
    expect(await ownerOf('x')).toStrictEqual(['a', 'a'])
    expect(await triggers.taken('a')).toStrictEqual([])
    expect(await triggers.taken('b')).toStrictEqual([
      { kind: 'webhook', path: 'x', machineName: 'machine_a', project: 'default' },
    ])
    // Saving again does not make it the first.
    await workflows.update(saveOf('a', [webhook('get', 'x'), webhook('post', 'x')], 7), 1, 10)
    expect(await ownerOf('x')).toStrictEqual(['a', 'a'])
    await workflows.update(saveOf('a', [webhook('get', 'z')], 8), 7, 10)
    expect([await ownerOf('x'), await triggers.taken('b')]).toStrictEqual([['b'], []])
    // Nor does claiming it again later.
    await workflows.update(saveOf('a', [webhook('get', 'x')], 9), 8, 10)
    expect(await ownerOf('x')).toStrictEqual(['b'])
    await workflows.remove('b')
    expect(await ownerOf('x')).toStrictEqual(['a'])
  })

  test('ignores imported webhooks and reserves no path for them until the workflow is saved', async () => {
    const { workflows, triggers } = await open()
    await workflows.create(
      saveOf('a', [webhook('in', 'x', { isInert: true }), schedule('tick', null, { isInert: true })]),
    )
    expect([await triggers.webhooks('x'), await triggers.nextDue()]).toStrictEqual([[], null])
    await workflows.create(saveOf('b', [webhook('in', 'x')], 2))
    await workflows.update(saveOf('a', [webhook('in', 'x'), schedule('tick', 100)], 3), 1, 10)
    expect((await triggers.webhooks('x')).map(({ workflowId }) => workflowId)).toStrictEqual(['b'])
    expect(await triggers.nextDue()).toBe(100)
  })

  test('gives a tool name to the workflow that had it first', async () => {
    const { workflows, triggers } = await open()
    const owners = async () =>
      (await triggers.tools({ limit: 10, offset: 0 })).map(({ path, workflowId }) => [path, workflowId])
    expect([await owners(), await triggers.tool('sum')]).toStrictEqual([[], undefined])
    // A webhook path of the same name does not conflict.
    await workflows.create(saveOf('a', [tool('sum'), webhook('in', 'sum')]))
    await workflows.create(saveOf('b', [tool('sum')], 2))
    await workflows.create(saveOf('c', [tool('Add-2')], 3))
    expect(await owners()).toStrictEqual([
      ['Add-2', 'c'],
      ['sum', 'a'],
    ])
    expect((await triggers.tools({ limit: 1, offset: 1 })).map(({ path }) => path)).toStrictEqual(['sum'])
    expect(await triggers.tool('sum')).toMatchObject({ workflowId: 'a', settings: { description: 'Does it.' } })
    expect([await triggers.tool('su'), await triggers.tool('s\0')]).toStrictEqual([undefined, undefined])
    expect(await triggers.taken('b')).toStrictEqual([
      { kind: 'tool', path: 'sum', machineName: 'machine_a', project: 'default' },
    ])
    expect((await triggers.webhooks('sum')).map(({ workflowId }) => workflowId)).toStrictEqual(['a'])
    expect([await triggers.nextDue(), await triggers.waiting()]).toStrictEqual([null, []])
    await workflows.update(saveOf('a', [], 4), 1, 10)
    expect(await owners()).toStrictEqual([
      ['Add-2', 'c'],
      ['sum', 'b'],
    ])
  })

  test('ignores an imported tool and reserves no name for it until the workflow is saved', async () => {
    const { workflows, triggers } = await open()
    await workflows.create(saveOf('a', [tool('sum', { isInert: true })]))
    expect([await triggers.tools({ limit: 10, offset: 0 }), await triggers.tool('sum')]).toStrictEqual([[], undefined])
    await workflows.create(saveOf('b', [tool('sum')], 2))
    await workflows.update(saveOf('a', [tool('sum')], 3), 1, 10)
    expect(await triggers.tool('sum')).toMatchObject({ workflowId: 'b' })
  })

  test('returns due schedules in order, and the time of the next one', async () => {
    const { workflows, triggers } = await open()
    expect([await triggers.nextDue(), await triggers.due(1000, 10)]).toStrictEqual([null, []])
    await workflows.create(saveOf('a', [schedule('late', 300), schedule('early', 100), schedule('off', null)]))
    await workflows.create(saveOf('b', [schedule('middle', 200)]))
    const dueAt = async (now: number, limit = 10) => (await triggers.due(now, limit)).map(({ nodeId }) => nodeId)
    expect(await dueAt(99)).toStrictEqual([])
    expect(await dueAt(200)).toStrictEqual(['early', 'middle'])
    expect(await dueAt(1000, 2)).toStrictEqual(['early', 'middle'])
    expect(await triggers.nextDue()).toBe(100)
  })

  test('accepts a run while advancing the schedule, and settles it once', async () => {
    const { workflows, triggers } = await open()
    await workflows.create(saveOf('a', [schedule('tick', 100)]))
    const key = { workflowId: 'a', nodeId: 'tick' }
    expect(await triggers.waiting()).toStrictEqual([])
    expect(await triggers.advance(key, { from: 99, nextAt: 200, accept: 99 })).toBe(false)
    expect(await triggers.advance(key, { from: 100, nextAt: 200, accept: 100 })).toBe(true)
    expect(await triggers.waiting()).toMatchObject([{ ...key, nextAt: 200, waitingAt: 100 }])
    expect(await triggers.advance(key, { from: 200, nextAt: 300, accept: 200 })).toBe(true)
    expect(await triggers.waiting()).toMatchObject([{ ...key, nextAt: 300, waitingAt: 100 }])
    expect(await triggers.settle(key, { waitingAt: 200, execution: 'x' })).toBe(false)
    expect(await triggers.settle(key, { waitingAt: 100, execution: 'x' })).toBe(true)
    expect(await triggers.settle(key, { waitingAt: 100, execution: 'y' })).toBe(false)
    expect(await triggers.ofWorkflow('a')).toMatchObject([{ waitingAt: null, lastAt: 100, lastExecution: 'x' }])
    await triggers.advance(key, { from: 300, nextAt: null, accept: 300 })
    expect(await triggers.settle(key, { waitingAt: 300, execution: null })).toBe(true)
    expect(await triggers.ofWorkflow('a')).toMatchObject([{ nextAt: null, lastAt: 100, lastExecution: 'x' }])
  })

  test('advances a schedule for exactly one of several concurrent callers', async () => {
    const database = await migratedDatabase()
    const stores = [await open(database), await open(database)]
    await stores[0]?.workflows.create(saveOf('a', [schedule('tick', 1)]))
    for (const round of upTo(5)) {
      const answers = await Promise.all(
        upTo(8).map((n) =>
          stores[n % 2]?.triggers.advance(
            { workflowId: 'a', nodeId: 'tick' },
            { from: round, nextAt: round + 1, accept: null },
          ),
        ),
      )
      expect(answers.filter(Boolean)).toHaveLength(1)
    }
  })

  test('keeps the next time and the accepted run of a schedule only if its cron line does not change', async () => {
    const { workflows, triggers } = await open()
    const key = { workflowId: 'a', nodeId: 'tick' }
    const times = async () => (await triggers.ofWorkflow('a')).map(({ nextAt, waitingAt }) => [nextAt, waitingAt])
    await workflows.create(saveOf('a', [schedule('tick', 100)]))
    await triggers.advance(key, { from: 100, nextAt: 200, accept: 100 })
    await workflows.update(saveOf('a', [schedule('tick', 999)], 2), 1, 10)
    expect(await times()).toStrictEqual([[200, 100]])
    await workflows.update(saveOf('a', [schedule('tick', 500, { cron: '1 * * * *' })], 3), 2, 10)
    expect(await times()).toStrictEqual([[500, 100]])
    await workflows.update(saveOf('a', [schedule('tick', null, { cron: '1 * * * *' })], 4), 3, 10)
    expect(await times()).toStrictEqual([[null, null]])
    await workflows.update(saveOf('a', [schedule('tick', 700, { cron: '1 * * * *' })], 5), 4, 10)
    expect(await times()).toStrictEqual([[700, null]])
  })
}
