import { expect, test } from 'vitest'
import { type Backend, opener } from './backend.ts'
import { sampleRecord, sampleSummary, started } from './execution-samples.ts'
import { sampleSave, upTo } from './sample-records.ts'

export function summaryContract(backend: Backend): void {
  const { open } = opener(backend)

  test('lists the same page as the list of workflows, without documents', async () => {
    const { workflows } = await open()
    for (const n of upTo(7)) {
      const own = { name: `Flow ${n}`, tags: n % 2 === 0 ? ['even'] : [], isActive: n !== 3, hasTriggers: n === 4 }
      await workflows.create(sampleSave(`${n}`, { ...own, createdAt: n }))
    }
    const page = { limit: 3, offset: 1 }
    for (const query of [
      { ...page, sort: 'created_at', order: 'desc' },
      { ...page, sort: 'name', order: 'asc', tags: ['even'] },
      { ...page, sort: 'name', order: 'asc', search: 'flow' },
      { ...page, sort: 'name', order: 'asc', search: 'nothing' },
    ] as const) {
      const { items, total } = await workflows.list(query)
      const expected = items.map(({ versionId, document, secrets, ...summary }) => summary)
      expect(await workflows.summaries(query)).toStrictEqual({ items: expected, total })
    }
  })

  test('returns the newest execution of each workflow that has one', async () => {
    const { executions, journal } = await open()
    const create = (id: string, workflowId: string) =>
      journal.create({ ...sampleRecord(id), workflowId }, [started(1)], sampleSummary('running'))
    for (const [id, workflow] of [
      ['a1', 'a'],
      ['b1', 'b'],
      ['a2', 'a'],
    ] as const) {
      await create(id, workflow)
    }
    const newest = await executions.newest(['a', 'b', 'c', 'c\0'])
    expect(newest.map(({ id, workflowId }) => [workflowId, id]).sort()).toStrictEqual([
      ['a', 'a2'],
      ['b', 'b1'],
    ])
    expect(await executions.newest([])).toStrictEqual([])
  })
}
