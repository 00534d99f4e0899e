import { describe, expect, test } from 'vitest'
import { nameInProject } from '../project-names.ts'
import type { Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { sampleRecord, sampleSummary, started } from './execution-samples.ts'
import { sampleSave, sampleToken } from './sample-records.ts'

const all = { limit: 100, offset: 0 }
const AT = 1_700_000_000_000

/** Two projects with one workflow each besides the default one, and an execution of each and of none. */
async function filled({ projects, workflows, journal }: Store): Promise<void> {
  for (const id of ['sales', 'hr']) await projects.create({ id, name: id.toUpperCase(), createdAt: AT })
  await workflows.create(sampleSave('d', { tags: ['shared'], name: 'Report' }))
  await workflows.create(sampleSave('s', { tags: ['shared', 'Sold'], name: 'Report', project: 'sales' }))
  await workflows.create(sampleSave('h', { name: 'Report', project: 'hr' }))
  for (const workflowId of ['d', 's', 'h', '']) {
    await journal.create(sampleRecord(`run of ${workflowId}`, { workflowId }), [started(1)], sampleSummary('running'))
  }
}

export function projectContract(backend: Backend): void {
  const { open } = opener(backend)

  test('lists projects with what belongs to them, the default one first', async () => {
    const store = await open()
    await filled(store)
    const { items, total } = await store.projects.list(all)
    expect([items.map(({ id, name, workflows }) => [id, name, workflows]), total]).toStrictEqual([
      [
        ['default', 'Default', 1],
        ['hr', 'HR', 1],
        ['sales', 'SALES', 1],
      ],
      3,
    ])
    expect((await store.projects.list({ ...all, ids: ['sales'] })).items).toHaveLength(1)
    expect((await store.projects.list({ ...all, ids: [] })).total).toBe(0)
    expect(await store.projects.create({ id: 'hr', name: 'other', createdAt: AT })).toBe(false)
    expect([await store.projects.rename('hr', 'People'), await store.projects.rename('x', 'y')]).toEqual([true, false])
    expect(await store.projects.get('hr')).toMatchObject({ name: 'People', createdAt: AT })
    expect(await store.projects.get('hr\0')).toBeUndefined()
  })

  test('gives a person the strongest role, by itself or by a group', async () => {
    const { projects } = await open()
    await projects.create({ id: 'sales', name: 'Sales', createdAt: AT })
    const member = { project: 'sales', addedAt: AT }
    expect(await projects.setMember({ ...member, kind: 'person', subject: 'ada', role: 'viewer' })).toBe(true)
    expect(await projects.setMember({ ...member, kind: 'group', subject: 'team', role: 'editor' })).toBe(true)
    expect(await projects.setMember({ ...member, project: 'x', kind: 'group', subject: 'team', role: 'editor' })).toBe(
      false,
    )
    expect(await projects.rolesOf({ person: 'ada', groups: ['team', 'a\0'] })).toStrictEqual(
      new Map([['sales', 'editor']]),
    )
    expect(await projects.rolesOf({ person: 'team', groups: ['ada'] })).toStrictEqual(new Map())
    expect(await projects.rolesOf({ groups: [] })).toStrictEqual(new Map())
    expect(await projects.setMember({ ...member, kind: 'group', subject: 'team', role: 'viewer' })).toBe(true)
    expect(await projects.rolesOf({ groups: ['team'] })).toStrictEqual(new Map([['sales', 'viewer']]))
    expect((await projects.members('sales', all)).items.map(({ kind, subject }) => [kind, subject])).toStrictEqual([
      ['person', 'ada'],
      ['group', 'team'],
    ])
    expect(await projects.removeMember({ project: 'sales', kind: 'group', subject: 'team' })).toBe(true)
    expect(await projects.removeMember({ project: 'sales', kind: 'group', subject: 'team' })).toBe(false)
  })

  test('finds the project of everything, and moves a workflow with its executions', async () => {
    const store = await open()
    await filled(store)
    const { projects } = store
    const of = (kind: 'workflow' | 'execution', id: string) => projects.projectOf({ kind, id })
    expect([await of('workflow', 's'), await of('workflow', 'machine_s'), await of('workflow', 'x')]).toEqual([
      ...['sales', 'sales', undefined],
    ])
    expect([await of('execution', 'run of s'), await of('execution', 'run of '), await of('execution', 'x')]).toEqual([
      ...['sales', 'default', undefined],
    ])
    const part = sampleRecord('part', { workflowId: 's', isUnlisted: true })
    await store.journal.create(part, [started(1)], sampleSummary('running'))
    expect(await of('execution', 'part')).toBe('sales')
    expect([await projects.moveWorkflow('s', 'hr'), await projects.moveWorkflow('x', 'hr')]).toEqual([true, false])
    expect([await of('workflow', 's'), await of('execution', 'run of s')]).toEqual(['hr', 'hr'])
  })

  describe('lists of some projects', () => {
    test('have the workflows, tags and suggestions of those only', async () => {
      const store = await open()
      await filled(store)
      const query = { sort: 'name', order: 'asc', ...all } as const
      const ids = async (projects: readonly string[]) =>
        (await store.workflows.list({ ...query, projects })).items.map(({ id }) => id)
      expect([await ids(['sales']), await ids(['default', 'hr']), await ids([])]).toEqual([['s'], ['d', 'h'], []])
      expect((await store.workflows.summaries({ ...query, projects: ['hr'], search: 'repo' })).items).toMatchObject([
        { id: 'h', project: 'hr' },
      ])
      expect(await store.workflows.tags({ ...all, projects: ['default'] })).toEqual({
        ...{ items: [{ tag: 'shared', count: 1 }], total: 1 },
      })
      expect((await store.workflows.suggest('rep', 10, ['sales'])).map(({ id }) => id)).toEqual(['s'])
      expect((await store.workflows.suggest('port', 10, ['sales', 'hr'])).map(({ id }) => id)).toEqual(['h', 's'])
    })

    test('have the executions of those only, with their number', async () => {
      const store = await open()
      await filled(store)
      const list = async (projects: readonly string[], more: object = {}) => {
        const { items, total } = await store.executions.list({ ...all, projects, ...more })
        return [items.map(({ workflowId }) => workflowId), total]
      }
      expect(await list(['sales'])).toEqual([['s'], 1])
      expect(await list(['default'])).toEqual([['', 'd'], 2])
      expect(await list(['sales', 'hr'], { limit: 1, offset: 1 })).toEqual([['s'], 2])
      expect(await list([])).toEqual([[], 0])
      expect(await list(['sales'], { workflowId: 'h' })).toEqual([[], 0])
      expect(await list(['hr'], { workflowId: 'h' })).toEqual([['h'], 1])
      expect(await list(['hr'], { createdFrom: 1 })).toEqual([['h'], 1])
      expect(await list(['hr'], { status: 'completed' })).toEqual([[], 0])
    })
  })

  test('removes a project without workflows, with its tokens, budgets, values and vectors', async () => {
    const store = await open()
    await filled(store)
    const { projects, keyValues, vectors, tokens } = store
    expect([await projects.remove('hr'), await projects.remove('x')]).toEqual(['full', 'missing'])
    await store.workflows.remove('h')
    const document = { id: 'a', text: 'a', metadata: {}, embedding: [1, 0] }
    for (const project of ['hr', 'sales', 'default']) {
      await keyValues.set(nameInProject(project, 'space'), 'key', project)
      await vectors.upsert(nameInProject(project, 'docs'), [document])
    }
    await tokens.create(sampleToken('t', { project: 'hr' }))
    for (const subject of ['hr', 'sales']) {
      await store.budgets.create({
        ...{ id: subject, scope: 'project', subject, unit: 'tokens', limit: 1, warnPercent: 80 },
        ...{ createdAt: 1, updatedAt: 1, createdBy: '' },
      })
    }
    expect(await projects.remove('hr')).toBe('done')
    expect((await store.budgets.list({ month: 202611, limit: 10, offset: 0 })).items.map(({ id }) => id)).toEqual([
      'sales',
    ])
    for (const [project, left] of [
      ['hr', 0],
      ['sales', 1],
      ['default', 1],
    ] as const) {
      expect(await keyValues.list(nameInProject(project, 'space'))).toHaveLength(left)
      expect(await vectors.count(nameInProject(project, 'docs'))).toBe(left)
    }
    expect(await tokens.get('t')).toBeUndefined()
  })
}
