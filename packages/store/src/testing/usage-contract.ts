import type { UsageRow } from '@millrace/model'
import { expect, test } from 'vitest'
import type { Store } from '../store.ts'
import type { BudgetRecord } from '../usage-store.ts'
import { type Backend, opener } from './backend.ts'
import { makeExecution, sampleSummary, step } from './execution-samples.ts'
import { sampleSave } from './sample-records.ts'

const NOVEMBER = Date.UTC(2026, 10, 17, 23, 59)
const DAY = Math.floor(NOVEMBER / 86_400_000)
const ALL = { from: 0, to: DAY + 100, limit: 100, offset: 0 }

function row(change: Partial<UsageRow> = {}): UsageRow {
  return {
    ...{ at: NOVEMBER, workflowId: 'flow', person: 'ada', personName: 'Ada', model: 'openai/small' },
    ...{ calls: 1, unpriced: 0, inputTokens: 10, outputTokens: 5, cost: 1_500_000_000 },
    ...change,
  }
}

function budget(id: string, change: Partial<BudgetRecord> = {}): BudgetRecord {
  return {
    ...{ id, scope: 'instance', subject: '', unit: 'tokens', limit: 100, warnPercent: 80 },
    ...{ createdAt: 1, updatedAt: 1, createdBy: 'Ada' },
    ...change,
  }
}

async function subscribe(store: Store): Promise<void> {
  await store.deliveries.create({
    ...{ id: 'ops', kind: 'webhook', name: '', events: ['budget.warning', 'budget.exceeded'], isEnabled: true },
    ...{ failingSince: null, disabledReason: null, secret: null, url: 'https://example.test', to: [], from: null },
    ...{ credential: null, createdAt: 1, updatedAt: 1, createdBy: '' },
  })
}

async function announced({ deliveries }: Store) {
  const due = await deliveries.due('ops', 4_000_000_000_000, 100)
  return due.map(({ event, subjectId }) => `${event} ${subjectId}`)
}

const appendUsage = ({ journal }: Store, id: string, length: number, usage: readonly UsageRow[]) =>
  journal.append(id, length, [step(length)], { ...sampleSummary('running'), usage })

export function usageContract(backend: Backend): void {
  const { open } = opener(backend)

  test('an append adds its usage, and a rejected one does not', async () => {
    const store = await open()
    await makeExecution(store, { id: 'a', status: 'running', steps: 1 })
    await makeExecution(store, { id: 'b', status: 'running', steps: 1 })
    const length = (await store.journal.load('a'))?.events.length ?? 0
    await Promise.all([
      appendUsage(store, 'a', length, [row(), row({ model: 'openai/large', unpriced: 1, cost: 0 })]),
      appendUsage(store, 'b', length, [row({ calls: 2 })]),
    ])
    await expect(appendUsage(store, 'a', length, [row()])).rejects.toThrow('events')
    await store.usage.add([row({ person: 'bob', personName: 'Bob' })])
    const { items, total } = await store.usage.list({ ...ALL, groupBy: 'model' })
    expect(items).toEqual([
      { key: 'openai/small', name: null, calls: 4, unpriced: 0, inputTokens: 30, outputTokens: 15, cost: 4.5 },
      { key: 'openai/large', name: null, calls: 1, unpriced: 1, inputTokens: 10, outputTokens: 5, cost: 0 },
    ])
    expect(total).toBe(2)
    const rows = await store.usage.rows({ ...ALL, limit: 2 })
    expect(rows.map(({ person, model, calls }) => [person, model, calls])).toStrictEqual([
      ['ada', 'openai/large', 1],
      ['ada', 'openai/small', 3],
    ])
    expect(await store.usage.rows({ ...ALL, after: rows[1], limit: 2 })).toEqual([
      {
        ...{
          day: DAY,
          workflowId: 'flow',
          workflowName: null,
          person: 'bob',
          personName: 'Bob',
          model: 'openai/small',
        },
        ...{ calls: 1, unpriced: 0, inputTokens: 10, outputTokens: 5, cost: 1.5 },
      },
    ])
  })

  test('usage is listed by workflow, person, model and day, in pages, within days and of one subject', async () => {
    const { usage } = await open()
    await usage.add([
      row(),
      row({ at: NOVEMBER + 60_000, workflowId: 'other', cost: 9_000_000_000 }),
      row({ person: 'bob', personName: 'Bob', model: 'echo/echo', cost: 0 }),
    ])
    const keys = async (query: Partial<Parameters<typeof usage.list>[0]>) => {
      const { items } = await usage.list({ ...ALL, groupBy: 'workflow', ...query })
      return items.map(({ key, name, calls }) => [key, name, calls])
    }
    expect(await keys({})).toStrictEqual([
      ['other', null, 1],
      ['flow', null, 2],
    ])
    expect(await keys({ limit: 1, offset: 1 })).toStrictEqual([['flow', null, 2]])
    expect(await keys({ groupBy: 'person' })).toStrictEqual([
      ['ada', 'Ada', 2],
      ['bob', 'Bob', 1],
    ])
    expect(await keys({ groupBy: 'day' })).toStrictEqual([
      [String(DAY + 1), null, 1],
      [String(DAY), null, 2],
    ])
    expect(await keys({ groupBy: 'day', to: DAY })).toStrictEqual([[String(DAY), null, 2]])
    expect(await keys({ groupBy: 'day', from: DAY + 1 })).toStrictEqual([[String(DAY + 1), null, 1]])
    expect(await keys({ groupBy: 'model', person: 'bob' })).toStrictEqual([['echo/echo', null, 1]])
    expect(await keys({ groupBy: 'person', workflow: 'other', model: 'openai/small' })).toStrictEqual([
      ['ada', 'Ada', 1],
    ])
    expect(await keys({ person: 'a\0' })).toStrictEqual([])
  })

  test('usage is listed by the project that a workflow is in, in a list and in rows', async () => {
    const store = await open()
    await store.workflows.create(sampleSave('flow', { project: 'sales' }))
    await store.usage.add([row(), row({ workflowId: 'deleted' }), row({ workflowId: '' })])
    const listed = async (...projects: string[]) => {
      const { items, total } = await store.usage.list({ ...ALL, groupBy: 'workflow', projects })
      const rows = await store.usage.rows({ ...ALL, projects })
      expect(rows.map(({ workflowId }) => workflowId)).toStrictEqual(items.map(({ key }) => key))
      expect(total).toBe(items.length)
      return items.map(({ key }) => key)
    }
    expect(await listed('sales', 'other')).toStrictEqual(['flow'])
    expect(await listed('default')).toStrictEqual([''])
    expect([await listed('other'), await listed(), await listed('a\0')]).toStrictEqual([[], [], []])
  })

  test('budgets show what their scope has used in a month', async () => {
    const { budgets, usage } = await open()
    await usage.add([row(), row({ workflowId: 'other', person: 'bob', model: 'echo/echo' })])
    await usage.add([row({ at: NOVEMBER + 30 * 86_400_000 })])
    expect(await budgets.create(budget('1'))).toBe(true)
    expect(await budgets.create(budget('2', { unit: 'cost', limit: 4_000_000_000 }))).toBe(true)
    expect(await budgets.create(budget('3', { scope: 'workflow', subject: 'flow' }))).toBe(true)
    expect(await budgets.create(budget('4', { scope: 'person', subject: 'bob' }))).toBe(true)
    expect(await budgets.create(budget('5', { scope: 'model', subject: 'echo/echo' }))).toBe(true)
    expect(await budgets.create(budget('6'))).toBe(false)
    const { items, total } = await budgets.list({ month: 202611, limit: 10, offset: 0 })
    expect(total).toBe(5)
    expect(items.map(({ id, used }) => [id, used])).toStrictEqual([
      ...[
        ['1', 30],
        ['2', 3_000_000_000],
        ['3', 15],
        ['4', 15],
        ['5', 15],
      ],
    ])
    expect(items[3]?.name).toBe('Ada')
    expect(await budgets.get('1', 202612)).toMatchObject({ used: 15 })
    const of = await budgets.of({ workflowId: 'flow', person: 'eve', model: 'echo/echo', month: 202611 })
    expect(of.map(({ id, used }) => [id, used])).toStrictEqual([
      ...[
        ['1', 30],
        ['2', 3_000_000_000],
        ['3', 15],
        ['5', 15],
      ],
    ])
    expect(await budgets.update({ id: '1', limit: 7, warnPercent: 50, updatedAt: 2 })).toBe(true)
    expect(await budgets.get('1', 202611)).toMatchObject({ limit: 7, warnPercent: 50, updatedAt: 2, createdAt: 1 })
    expect(await budgets.remove('1')).toBe(true)
    expect(await budgets.remove('1')).toBe(false)
    expect(await budgets.update({ id: '1', limit: 7, warnPercent: 50, updatedAt: 2 })).toBe(false)
    expect(await budgets.get('1', 202611)).toBeUndefined()
    expect(await budgets.get('1\0', 202611)).toBeUndefined()
  })

  test('a project has used what its workflows used while they were in it', async () => {
    const store = await open()
    await store.projects.create({ id: 'sales', name: 'Sales', createdAt: 1 })
    await store.workflows.create(sampleSave('flow', { project: 'sales' }))
    await store.budgets.create(budget('sales', { scope: 'project', subject: 'sales' }))
    await store.budgets.create(budget('default', { scope: 'project', subject: 'default' }))
    const used = async () => {
      const { items } = await store.budgets.list({ month: 202611, limit: 10, offset: 0 })
      return items.map(({ name, used }) => [name, used])
    }
    await makeExecution(store, { id: 'a', status: 'running', steps: 1 })
    const length = (await store.journal.load('a'))?.events.length ?? 0
    // What runs without a stored workflow belongs to the default project, and a deleted workflow to none.
    await appendUsage(store, 'a', length, [row(), row(), row({ workflowId: '' }), row({ workflowId: 'deleted' })])
    await store.usage.add([row({ inputTokens: 1, outputTokens: 0 })])
    expect(await used()).toStrictEqual([
      ['Sales', 31],
      ['Default', 15],
    ])
    const of = async (workflowId: string) => {
      const found = await store.budgets.of({ workflowId, person: 'ada', model: 'echo/echo', month: 202611 })
      return found.map(({ name, used }) => [name, used])
    }
    expect([await of('flow'), await of(''), await of('deleted')]).toStrictEqual([
      [['Sales', 31]],
      [['Default', 15]],
      [],
    ])
    await store.projects.moveWorkflow('flow', 'default')
    await store.usage.add([row()])
    expect(await of('flow')).toStrictEqual([['Default', 30]])
    await store.workflows.remove('flow')
    expect(await used()).toStrictEqual([
      ['Sales', 31],
      ['Default', 30],
    ])
    // A new project with the same id has used nothing.
    await store.projects.remove('sales')
    await store.projects.create({ id: 'sales', name: 'Sales', createdAt: 2 })
    await store.budgets.create(budget('new', { scope: 'project', subject: 'sales' }))
    expect(await store.budgets.get('new', 202611)).toMatchObject({ name: 'Sales', used: 0 })
  })

  test('budgets are listed by project: its own and those of its workflows', async () => {
    const store = await open()
    await store.workflows.create(sampleSave('flow', { project: 'sales' }))
    await store.workflows.create(sampleSave('other'))
    await store.budgets.create(budget('1'))
    await store.budgets.create(budget('2', { scope: 'project', subject: 'sales' }))
    await store.budgets.create(budget('3', { scope: 'workflow', subject: 'flow' }))
    await store.budgets.create(budget('4', { scope: 'workflow', subject: 'other' }))
    await store.budgets.create(budget('5', { scope: 'person', subject: 'sales' }))
    const listed = async (...projects: string[]) => {
      const { items, total } = await store.budgets.list({ month: 202611, projects, limit: 10, offset: 0 })
      expect(total).toBe(items.length)
      return items.map(({ id }) => id)
    }
    expect(await listed('sales')).toStrictEqual(['2', '3'])
    expect(await listed('sales', 'default')).toStrictEqual(['2', '3', '4'])
    expect([await listed('hr'), await listed(), await listed('a\0')]).toStrictEqual([[], [], []])
    const first = await store.budgets.list({ month: 202611, projects: ['sales'], limit: 1, offset: 1 })
    expect([first.items.map(({ id }) => id), first.total]).toStrictEqual([['3'], 2])
  })

  test('reaching the warning and the limit of a budget is in the outbox once', async () => {
    const store = await open()
    await subscribe(store)
    await store.budgets.create(budget('tokens'))
    await store.budgets.create(
      budget('cost', { unit: 'cost', scope: 'workflow', subject: 'flow', limit: 2_000_000_000 }),
    )
    const use = (inputTokens: number, cost: number, change: Partial<UsageRow> = {}) =>
      store.usage.add([row({ inputTokens, outputTokens: 0, cost, ...change })])
    await use(79, 0)
    expect(await announced(store)).toStrictEqual([])
    await makeExecution(store, { id: 'a', status: 'running', steps: 1 })
    const length = (await store.journal.load('a'))?.events.length ?? 0
    await appendUsage(store, 'a', length, [row({ inputTokens: 1, outputTokens: 0, cost: 0 })])
    await use(10, 0)
    expect(await announced(store)).toStrictEqual(['budget.warning tokens:202611'])
    await use(10, 3_000_000_000)
    await use(10, 3_000_000_000)
    expect((await announced(store)).toSorted()).toStrictEqual([
      ...['budget.exceeded cost:202611', 'budget.exceeded tokens:202611', 'budget.warning tokens:202611'],
    ])
    await use(85, 0, { at: NOVEMBER + 30 * 86_400_000 })
    expect(await announced(store)).toContain('budget.warning tokens:202612')
    await store.budgets.create(budget('default', { scope: 'project', subject: 'default', limit: 85 }))
    await use(85, 0, { workflowId: '', at: NOVEMBER + 60 * 86_400_000 })
    expect(await announced(store)).toContain('budget.exceeded default:202701')
  })

  test('prices are set, replaced, listed and removed', async () => {
    const { prices } = await open()
    await prices.set({ model: 'openai/small', input: 1, output: 2, updatedAt: 1 })
    await prices.set({ model: 'openai/small', input: 75_000_000, output: 3, updatedAt: 2 })
    await prices.set({ model: 'echo/echo', input: 0, output: 0, updatedAt: 3 })
    expect(await prices.get('openai/small')).toEqual({
      ...{ model: 'openai/small', input: 75_000_000, output: 3, updatedAt: 2 },
    })
    expect(await prices.get('unknown')).toBeUndefined()
    const { items, total } = await prices.list({ limit: 1, offset: 1 })
    expect([items.map(({ model }) => model), total]).toStrictEqual([['openai/small'], 2])
    expect(await prices.remove('echo/echo')).toBe(true)
    expect(await prices.remove('echo/echo')).toBe(false)
  })

  test('pruning removes one old day at a time, and old totals', async () => {
    const { usage, budgets } = await open()
    await budgets.create(budget('1'))
    await usage.add([row({ at: 0 }), row({ at: 86_400_000 }), row()])
    expect(await usage.prune({ day: 2, month: 197002 })).toBe(1 + 4)
    expect(await usage.prune({ day: 2, month: 197002 })).toBe(1)
    expect(await usage.prune({ day: 2, month: 197002 })).toBe(0)
    expect((await usage.list({ ...ALL, groupBy: 'day' })).total).toBe(1)
    expect(await budgets.get('1', 202611)).toMatchObject({ used: 15 })
  })
}
