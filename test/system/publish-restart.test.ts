/** A webhook of a workflow that is published by hand, on the real program. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, killAll } from './program.ts'
import { CrashService } from './support/crash-service.ts'

let service: CrashService
afterEach(() => {
  killAll()
  rmSync(dirname(service.folder), { recursive: true, force: true })
})

const node = (id: string, type: string, config: object) => ({
  id,
  type: 'universalNode',
  position: { x: 0, y: 0 },
  data: { label: id, config, metadata: { id: type, node_type_id: type } },
})

/** A webhook that answers with a text, so that a reply shows which version ran. */
const answering = (answer: string) => ({
  name: 'Published',
  nodes: [
    node('in', 'webhook_trigger', { path: 'live', respond: 'finished' }),
    node('text', 'text_input', { defaultValue: answer }),
    node('out', 'output', { name: 'answer' }),
  ],
  edges: [
    { id: 'a', source: 'in', target: 'text', sourceHandle: 'in-output-trigger', targetHandle: 'text-input-trigger' },
    { id: 'b', source: 'text', target: 'out', sourceHandle: 'text-output-text', targetHandle: 'out-input-value' },
  ],
})

const hook = async () => {
  const { status, body } = await service.call('POST', '/hooks/live', {})
  return [status, body.data?.outputs?.answer ?? body.code]
}

test('answers with the published version through saves and a restart', async () => {
  service = new CrashService(freshFolder())
  await service.start()
  const created = await service.call('POST', '/workflows', { ...answering('one'), config: { publish: 'manual' } })
  const path = `/workflows/${created.body.data.id}`
  expect(await hook()).toEqual([409, 'NOT_PUBLISHED'])
  expect((await service.call('POST', `${path}/publish`, {})).body.data.published_revision).toBe(1)
  expect(await hook()).toEqual([200, 'one'])
  await service.call('PUT', path, answering('two'))
  expect(await hook()).toEqual([200, 'one'])

  await service.kill()
  await service.start()
  expect(await hook()).toEqual([200, 'one'])
  await service.call('PUT', path, answering('three'))
  expect(await hook()).toEqual([200, 'one'])
  expect((await service.call('GET', path)).body.data).toMatchObject({
    revision: 3,
    published_revision: 1,
    has_unpublished_changes: true,
  })
  await service.call('POST', `${path}/publish`, {})
  expect(await hook()).toEqual([200, 'three'])

  await service.call('PUT', path, { config: { publish: 'manual', active: false } })
  expect(await hook()).toEqual([409, 'WORKFLOW_INACTIVE'])
  await service.kill()
  await service.start()
  expect(await hook()).toEqual([409, 'WORKFLOW_INACTIVE'])
  await service.call('PUT', path, { config: { publish: 'manual' } })
  expect(await hook()).toEqual([200, 'three'])
})
