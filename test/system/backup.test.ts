/** `millrace backup` and `POST /system/backup`, under load, and a restore from what they wrote. */
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll, run } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'

afterEach(killAll)

const hook = {
  name: 'signed',
  nodes: [
    {
      id: 'hook',
      type: 'universalNode',
      position: { x: 0, y: 0 },
      data: {
        label: 'Hook',
        config: { path: 'signed', auth: 'token', secret: 'a-secret-of-the-hook' },
        metadata: { node_type_id: 'webhook_trigger' },
      },
    },
  ],
  edges: [],
}

test('a backup of a busy service is complete, private and can be restored, with its secrets', async () => {
  const service = new CrashService(freshFolder())
  const program = await service.start()
  expect((await service.call('POST', '/workflows', hook)).status).toBe(201)
  let isOver = false
  const started: string[] = []
  const callers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { status, body } = await service.call('POST', '/workflows/signed/execute')
      if (status === 202) started.push(body.data.execution_id)
    }
  })
  await poll(() => (started.length > 30 ? true : undefined), 30_000)
  const before = [...started]
  const target = join(dirname(service.folder), 'copy.db')
  const done = await run(['backup', target, '--with-key', '--data-dir', service.folder])
  expect([done.code, done.stderr]).toEqual([0, ''])
  expect(done.stdout).toContain(`${target}: the database, `)
  const route = await service.call('POST', '/system/backup', { name: 'by-route.db' })
  expect([route.status, route.body.data.file]).toEqual([201, join(service.folder, 'backups', 'by-route.db')])
  expect((await service.call('POST', '/system/backup', { name: 'by-route.db' })).body.code).toBe('ALREADY_EXISTS')
  expect((await service.call('POST', '/system/backup', { name: '../outside.db' })).status).toBe(422)
  isOver = true
  await Promise.all(callers)
  expect(started.length).toBeGreaterThan(before.length)
  expect(readdirSync(join(service.folder, 'backups'))).toEqual(['by-route.db', 'by-route.db.manifest.json'])
  for (const file of [target, `${target}.secret-key`, route.body.data.file])
    expect(statSync(file).mode & 0o777, file).toBe(0o600)
  await program.stop()

  const folder = freshFolder()
  const written = await run(['restore', target, '--data-dir', folder])
  expect([written.code, written.stderr]).toEqual([0, ''])
  expect(written.stdout).toContain(`Restored to ${folder} (workflows: 1, `)
  const again = await run(['restore', target, '--data-dir', folder])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty')])
  const restored = new CrashService(folder)
  const { origin } = await restored.start()
  for (const id of before) {
    const status = await poll(async () => {
      const { body } = await restored.call('GET', `/pipelines/${id}`)
      return body.status === 'completed' ? 'completed' : undefined
    }, 30_000)
    expect(status, id).toBe('completed')
  }
  const headers = { authorization: 'Bearer a-secret-of-the-hook' }
  const called = await fetch(`${origin}/api/v1/hooks/signed`, { method: 'POST', headers })
  expect(called.status).toBeLessThan(300)
})

test('a backup has the files that workflows wrote', async () => {
  const service = new CrashService(freshFolder())
  const program = await service.start()
  const write = {
    name: 'writes',
    nodes: [
      {
        id: 'write',
        type: 'universalNode',
        position: { x: 0, y: 0 },
        data: { label: 'Write', config: { path: 'notes/a.txt' }, metadata: { node_type_id: 'file_write' } },
      },
    ],
    edges: [],
  }
  expect((await service.call('POST', '/workflows', write)).status).toBe(201)
  const { body } = await service.call('POST', '/workflows/writes/execute', { inputs: { write: { content: 'kept' } } })
  const status = await poll(async () => {
    const { body: detail } = await service.call('GET', `/pipelines/${body.data.execution_id}`)
    return detail.status === 'running' || detail.status === 'pending' ? undefined : detail.status
  }, 60_000)
  expect(status).toBe('completed')
  const target = join(dirname(service.folder), 'files.db')
  const done = await run(['backup', target, '--data-dir', service.folder])
  expect([done.code, done.stderr]).toEqual([0, ''])
  expect(readFileSync(join(`${target}.files`, 'notes', 'a.txt'), 'utf8')).toBe('kept')
  expect(statSync(`${target}.files`).mode & 0o777).toBe(0o700)
  await program.stop()
})

test('the parts of a backup start from an empty folder into which they are put by hand', async () => {
  const service = new CrashService(freshFolder())
  const program = await service.start()
  expect((await service.call('POST', '/workflows', hook)).status).toBe(201)
  mkdirSync(join(service.folder, 'files'))
  writeFileSync(join(service.folder, 'files', 'a.txt'), 'kept')
  const target = join(dirname(service.folder), 'parts.db')
  expect((await run(['backup', target, '--with-key', '--data-dir', service.folder])).code).toBe(0)
  await program.stop()

  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  cpSync(target, join(folder, 'millrace.db'))
  cpSync(`${target}.secret-key`, join(folder, 'secret-key'))
  cpSync(`${target}.files`, join(folder, 'files'), { recursive: true })
  const { origin } = await new CrashService(folder).start()
  const headers = { authorization: 'Bearer a-secret-of-the-hook' }
  expect((await fetch(`${origin}/api/v1/hooks/signed`, { method: 'POST', headers })).status).toBe(202)
  expect(readFileSync(join(folder, 'files', 'a.txt'), 'utf8')).toBe('kept')
})

test('reports an error in one line', async () => {
  const folder = freshFolder()
  for (const [args, message] of [
    [['backup'], 'Usage: millrace backup FILE'],
    [['backup', '/tmp/x.db', '--data-dir', folder], 'does not exist'],
    [['restore'], 'Usage: millrace restore BACKUP'],
    [['restore', '/nowhere/x.db', '--data-dir', folder], 'is not a complete backup'],
    [['backup', '/tmp/x.db', '--database', 'postgres://127.0.0.1:1/none'], 'does not answer'],
  ] as const) {
    const { code, stderr } = await run(args)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^millrace: [^\n]+\n$/)
    expect(stderr).toContain(message)
  }
})
