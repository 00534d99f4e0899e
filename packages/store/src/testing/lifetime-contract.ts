import { expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { MIGRATIONS } from '../migrations.ts'
import { type Backend, opener } from './backend.ts'
import { sampleRecord, sampleSummary, started, step } from './execution-samples.ts'
import { sampleGrant, sampleSave, sampleToken, upTo } from './sample-records.ts'

export function lifetimeContract(backend: Backend): void {
  const { open, openSql, freshDatabase } = opener(backend)

  test('resolves a ping of an open store', async () => {
    const store = await open()
    await expect(store.ping()).resolves.toBeUndefined()
  })

  test('keeps its data when the database is opened again', async () => {
    const database = await freshDatabase()
    const first = await open(database)
    await first.workflows.create(sampleSave('a', { tags: ['t'] }))
    await first.workflows.update(sampleSave('a', { revision: 2, tags: ['t'] }), 1, 10)
    await first.tokens.create(sampleToken('a'))
    await first.grants.create(sampleGrant('h', { tokenId: 'a' }))
    const before = await first.workflows.get('a')
    await first.close()
    const second = await open(database)
    expect(await second.workflows.get('a')).toStrictEqual(before)
    expect(await second.workflows.suggest('name', 5)).toHaveLength(1)
    expect((await second.workflows.versions('a', { limit: 10, offset: 0 })).total).toBe(2)
    expect(await second.tokens.byHash('hash of a')).toStrictEqual(sampleToken('a'))
    expect(await second.grants.find('session', 'h')).toBeDefined()
  })

  test('rejects every call after close, and allows a second close', async () => {
    const store = await open()
    await store.workflows.create(sampleSave('a'))
    await store.workflows.get('a')
    await store.close()
    await expect(store.ping()).rejects.toThrow()
    await expect(store.workflows.get('a')).rejects.toThrow()
    await expect(store.workflows.create(sampleSave('b'))).rejects.toThrow()
    await expect(store.workflows.list({ sort: 'name', order: 'asc', limit: 1, offset: 0 })).rejects.toThrow()
    await expect(store.tokens.touch('a', 1)).rejects.toThrow()
    await expect(store.grants.take('link', 'h')).rejects.toThrow()
    await expect(store.journal.create(sampleRecord('a'), [], sampleSummary('running'))).rejects.toThrow()
    await expect(store.journal.load('a')).rejects.toThrow()
    await expect(store.executions.list({ limit: 1, offset: 0 })).rejects.toThrow()
    await expect(store.executions.remove(['a'])).rejects.toThrow()
    await expect(store.keyValues.get('a', 'b')).rejects.toThrow()
    await expect(store.close()).resolves.toBeUndefined()
  })

  test('completes calls that were made before close', async () => {
    const database = await freshDatabase()
    const first = await open(database)
    const made = upTo(20).map((n) => first.journal.create(sampleRecord(`${n}`), [started(1)], sampleSummary('running')))
    const added = first.journal.append('1', 1, [step(1)], sampleSummary('failed'))
    await first.close()
    await Promise.all([...made, added])
    const second = await open(database)
    expect((await second.executions.list({ limit: 1, offset: 0 })).total).toBe(20)
    expect(await second.journal.load('1')).toStrictEqual({ record: sampleRecord('1'), events: [started(1), step(1)] })
  })

  test('opens an empty database several times at once', async () => {
    const database = await freshDatabase()
    const stores = await Promise.all(upTo(6).map(() => open(database)))
    const created = await Promise.all(stores.map((store, at) => store.workflows.create(sampleSave(`${at}`))))
    expect(created).toStrictEqual(stores.map(() => true))
    const rows = await openSql(database).all('SELECT number FROM migrations', [])
    expect(rows).toHaveLength(MIGRATIONS.length)
  })

  test('runs migrations once, in order, and does nothing in a second run', async () => {
    const database = await freshDatabase()
    const sql = openSql(database)
    const step = (name: string, text: string) => ({ name, statements: { sqlite: [text], postgres: [text] } })
    const steps = [step('one', 'CREATE TABLE sample (n INTEGER)'), step('two', 'INSERT INTO sample VALUES (2)')]
    await migrate(sql, steps.slice(0, 1))
    await migrate(sql, steps)
    await migrate(sql, steps)
    expect((await sql.all<{ n: number }>('SELECT n FROM sample', [])).map((row) => row.n)).toStrictEqual([2])
  })

  test('rolls a failed migration back', async () => {
    const database = await freshDatabase()
    const sql = openSql(database)
    const statements = ['CREATE TABLE sample (n INTEGER)', 'INSERT INTO nowhere VALUES (1)']
    const broken = { name: 'broken', statements: { sqlite: statements, postgres: statements } }
    await expect(migrate(sql, [broken])).rejects.toThrow('nowhere')
    await expect(sql.all('SELECT n FROM sample', [])).rejects.toThrow('sample')
    const [row] = await sql.all<{ count: number }>('SELECT count(*) AS count FROM migrations', [])
    expect(row?.count).toBe(0)
  })

  test('rejects a database of a newer version and does not change it', async () => {
    const database = await freshDatabase()
    await (await open(database)).close()
    await openSql(database).run('INSERT INTO migrations (number, name) VALUES ($1, $2)', [999, 'from the future'])
    await expect(open(database)).rejects.toThrow(/newer version of Millrace.*999/)
  })
}
