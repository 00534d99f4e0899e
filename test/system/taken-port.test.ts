/** A start that fails because its port is taken has run nothing of what an earlier process left. */

import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll, run } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'
import { startRecorder } from './support/recorder.ts'

afterEach(killAll)

function migrationsIn(folder: string): unknown[] {
  using database = new DatabaseSync(join(folder, 'millrace.db'), { readOnly: true })
  return database.prepare('SELECT number, name FROM migrations ORDER BY number').all()
}

test('executions are taken up only once the port is taken', async () => {
  await using recorder = await startRecorder(() => 60_000)
  const service = new CrashService(freshFolder(), ['--egress-allow', '127.0.0.1'])
  await service.start()
  const node = { id: 'get', type: 'universalNode', position: { x: 0, y: 0 } }
  const data = { label: 'get', config: { url: `${recorder.origin}/work` }, metadata: { node_type_id: 'http_request' } }
  await service.call('POST', '/workflows', { name: 'slow', nodes: [{ ...node, data }], edges: [] })
  const { body } = await service.call('POST', '/workflows/slow/execute')
  const id = body.data.execution_id
  await poll(() => recorder.calls.get(id), 10_000)
  await service.kill()

  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const unused = freshFolder()
  const startIn = (folder: string) => run(['--port', String(port), '--data-dir', folder, '--egress-allow', '127.0.0.1'])
  const failed = { code: 1, stderr: `millrace: Port ${port} of 127.0.0.1 is in use; choose another with --port.\n` }
  for (const ended of await Promise.all([startIn(service.folder), startIn(unused)])) expect(ended).toMatchObject(failed)
  other.close()
  expect(recorder.calls.get(id)).toHaveLength(1)
  // The database is migrated before.
  expect(migrationsIn(unused)).toEqual(migrationsIn(service.folder))

  await service.start()
  expect(await poll(() => (recorder.calls.get(id)?.length === 2 ? true : undefined), 10_000)).toBe(true)
})
