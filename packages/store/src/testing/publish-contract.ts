import { expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { MIGRATIONS } from '../migrations.ts'
import type { TriggerSave } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { sampleSave } from './sample-records.ts'

const webhook = (path: string, isInert = false): TriggerSave => ({
  kind: 'webhook',
  nodeId: 'in',
  path,
  method: 'POST',
  cron: '',
  timezone: '',
  settings: {},
  isInert,
  nextAt: null,
})

const manual = { isManual: true, hasTriggers: true }

export function publishContract(backend: Backend): void {
  const { open, openSql, freshDatabase, migratedDatabase } = opener(backend)

  test('publishes a version with its triggers and keeps them while later saves are not published', async () => {
    const database = await migratedDatabase()
    const { workflows, triggers } = await open(database)
    await workflows.create({ ...sampleSave('a', manual), triggers: [webhook('one', true)] })
    expect(await triggers.webhooks('one')).toStrictEqual([])
    expect(await triggers.inertWebhook('one')).toMatchObject({ id: 'a', isManual: true, publishedRevision: null })
    expect(await triggers.inertWebhook('one\0')).toBeUndefined()
    const publication = { id: 'a', revision: 1, expected: 1, at: 5, triggers: [webhook('one')] }
    expect(await workflows.publish(publication)).toBe(true)
    const second = sampleSave('a', { ...manual, revision: 2, publishedRevision: 1 })
    await workflows.update({ ...second, triggers: 'unchanged' }, 1, 10)
    const again = await open(database)
    expect(await again.workflows.current('a')).toMatchObject({ revision: 2, publishedRevision: 1, hasTriggers: true })
    expect((await again.triggers.webhooks('one')).map(({ workflowId }) => workflowId)).toStrictEqual(['a'])
    expect(await again.triggers.inertWebhook('one')).toBeUndefined()
  })

  test('publishes nothing if the workflow was saved meanwhile, is not manual, or has no such version', async () => {
    const { workflows, triggers } = await open()
    await workflows.create(sampleSave('a', manual))
    await workflows.create(sampleSave('b'))
    const publish = (id: string, revision: number, expected: number) =>
      workflows.publish({ id, revision, expected, at: 5, triggers: [webhook('one')] })
    expect(await publish('a', 1, 2)).toBe(false)
    expect(await publish('a', 9, 1)).toBe(false)
    expect(await publish('b', 1, 1)).toBe(false)
    expect(await publish('gone', 1, 1)).toBe(false)
    expect(await publish('a\0', 1, 1)).toBe(false)
    expect(await triggers.webhooks('one')).toStrictEqual([])
    expect((await workflows.current('a'))?.publishedRevision).toBe(null)
  })

  test('saves nothing over a version that was published meanwhile', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a', manual))
    await workflows.publish({ id: 'a', revision: 1, expected: 1, at: 5, triggers: [] })
    const save = sampleSave('a', { ...manual, revision: 2, publishedRevision: null })
    expect(await workflows.update({ ...save, publishedBefore: null }, 1, 10)).toBe(false)
    expect(await workflows.current('a')).toMatchObject({ revision: 1, publishedRevision: 1 })
    expect(await workflows.update({ ...save, publishedBefore: 1 }, 1, 10)).toBe(true)
  })

  test('keeps the published version beyond the limit of versions', async () => {
    const { workflows } = await open()
    await workflows.create(sampleSave('a', manual))
    await workflows.publish({ id: 'a', revision: 1, expected: 1, at: 5, triggers: [] })
    for (const revision of [2, 3, 4, 5]) {
      await workflows.update(sampleSave('a', { ...manual, revision, publishedRevision: 1 }), revision - 1, 2)
    }
    const kept = async () =>
      (await workflows.versions('a', { limit: 9, offset: 0 })).items.map(({ revision }) => revision)
    expect(await kept()).toStrictEqual([5, 4, 1])
    await workflows.publish({ id: 'a', revision: 5, expected: 5, at: 5, triggers: [] })
    await workflows.update(sampleSave('a', { ...manual, revision: 6, publishedRevision: 5 }), 5, 2)
    expect(await kept()).toStrictEqual([6, 5])
  })

  test('marks the workflows of an older database that have triggers', async () => {
    const database = await freshDatabase()
    const older = openSql(database)
    const before = MIGRATIONS.findIndex(({ name }) => name === 'published and active workflows')
    await migrate(older, MIGRATIONS.slice(0, before))
    for (const id of ['a', 'b']) {
      await older.run(
        `INSERT INTO workflows (id, machine_name, revision, created_at, updated_at, tags, name, name_key, description,
          description_key) VALUES ($1, $1, 1, 1, 1, '[]', $1, $1, '', '')`,
        [id],
      )
    }
    await older.run(
      `INSERT INTO triggers (workflow_seq, node_id, kind, path, method, cron, timezone, settings, is_inert, since)
      SELECT seq, '"in"', 'webhook', 'x', 'POST', '', '', '{}', 0, 1 FROM workflows WHERE id = $1`,
      ['a'],
    )
    const { workflows } = await open(database)
    expect(await workflows.current('a')).toMatchObject({ isManual: false, isActive: true, hasTriggers: true })
    expect(await workflows.current('b')).toMatchObject({ hasTriggers: false })
  })
}
