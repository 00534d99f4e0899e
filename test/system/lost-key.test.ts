/** Without the key that sealed the secrets the service works, reports the lost secrets and accepts new ones. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'

let service: CrashService
afterEach(() => {
  killAll()
  rmSync(dirname(service.folder), { recursive: true, force: true })
})

const document = (secret: string) => ({
  name: 'Signed',
  nodes: [
    {
      id: 'hook',
      type: 'universalNode',
      position: { x: 0, y: 0 },
      data: {
        label: 'Hook',
        config: { path: 'signed', auth: 'token', secret },
        metadata: { id: 'webhook_trigger', node_type_id: 'webhook_trigger' },
      },
    },
  ],
  edges: [],
})

/** A workflow without a secret. */
const PLAIN = {
  name: 'Plain',
  nodes: [
    {
      id: 'text',
      type: 'universalNode',
      position: { x: 0, y: 0 },
      data: { label: 'Text', config: {}, metadata: { id: 'text_input', node_type_id: 'text_input' } },
    },
  ],
}

const isCompleted = (execution: string) =>
  poll(async () => {
    const { body } = await service.call('GET', `/pipelines/${execution}`)
    return body.status === 'completed' ? true : undefined
  }, 60_000)

test('running a workflow with lost secrets reports them, and new ones can be saved', async () => {
  service = new CrashService(freshFolder())
  await service.start()
  const created = await service.call('POST', '/workflows', document('the-first-secret'))
  expect(created.status).toBe(201)
  const { id } = created.body.data
  expect((await service.call('POST', '/workflows', { ...PLAIN, edges: [] })).status).toBe(201)
  await service.kill()
  const file = join(service.folder, 'secret-key')
  rmSync(file)
  // Never replaced by itself: what was sealed with it could then never be opened again.
  await expect(service.start()).rejects.toThrow(`${file} is missing, and the database contains secrets`)
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, `${'5e'.repeat(32)}\n`, { mode: 0o600 })
  await service.start()

  const plain = await service.call('POST', '/workflows/plain/execute', {})
  expect(plain.status).toBe(202)
  expect(await isCompleted(plain.body.data.execution_id)).toBe(true)
  const path = `/workflows/${id}`
  const refused = await service.call('POST', `${path}/execute`, {})
  expect(refused).toMatchObject({ status: 422, body: { code: 'VALIDATION_ERROR' } })
  expect(refused.body.error).toContain('sealed with another key')
  const stored = (await service.call('GET', path)).body.data
  expect((await service.call('POST', '/hooks/signed', {})).status).toBe(401)

  // As an editor saves it that knows nothing of this: the placeholder stands for nothing any more.
  expect((await service.call('PUT', path, { ...stored, name: 'Signed again' })).status).toBe(200)
  const renewed = await service.call('PUT', path, document('the-second-secret'))
  expect(renewed.status).toBe(200)
  const started = await service.call('POST', `${path}/execute`, {})
  expect(started.status).toBe(202)
  expect(await isCompleted(started.body.data.execution_id)).toBe(true)
  expect(service.log).not.toContain('"level":50')
})
