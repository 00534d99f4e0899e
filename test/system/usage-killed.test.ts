/** `kill -9` during model calls: the usage table has every recorded call once. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Job, UsageEntry } from '@millrace/model'
import { afterEach, expect, test } from 'vitest'
import { startModelServer } from '../../packages/service/src/effects/testing/model-server.ts'
import { freshFolder, killAll } from './program.ts'
import { CrashService, poll } from './support/crash-service.ts'
import { drawing } from './support/drawing.ts'

const PATIENCE_MS = 120_000
const STEPS = 5
/** The step that is asking when the process is killed. */
const KILLED_AT = 3

let service: CrashService
afterEach(() => {
  killAll()
  rmSync(dirname(service.folder), { recursive: true, force: true })
})

test('every recorded model call is counted once after kill -9', async () => {
  const models = await startModelServer()
  const reply = (text: string) => ({ text, usage: { input: 10, output: 5 } })
  models.script(...Array.from({ length: KILLED_AT - 1 }, (_, at) => reply(`Answer ${at}`)), { fault: 'hang' })
  service = new CrashService(freshFolder(), ['--egress-allow', '127.0.0.1'])
  await service.start()
  const config = { provider: 'openai_compatible', baseUrl: models.baseUrl, model: 'm' }
  const nodes = Array.from({ length: STEPS }, (_, at) => ({ id: `m${at}`, type: 'chat_model', config }))
  const start = { id: 'in', type: 'text_input', config: { defaultValue: 'Hello' } }
  const edges = nodes.map(({ id }, at) => `${at === 0 ? 'in.text' : `m${at - 1}.response`} -> ${id}.message`)
  const flow = drawing('chain', [start, ...nodes], edges.join('\n'))
  expect((await service.call('POST', '/workflows', flow)).status).toBe(201)
  const id = (await service.call('POST', '/workflows/chain/execute')).body.data.execution_id
  // A step asks after the results of the steps before it are durable.
  expect(await poll(() => (models.requests.length === KILLED_AT ? true : undefined), PATIENCE_MS)).toBe(true)
  await service.kill()
  models.script(...Array.from({ length: STEPS }, (_, at) => reply(`Later answer ${at}`)))
  await service.start()
  const ended = async () => {
    const { body } = await service.call('GET', `/pipelines/${id}`)
    return ['completed', 'failed'].includes(body.status) ? body : undefined
  }
  const { status, jobs } = (await poll(ended, PATIENCE_MS)) ?? {}
  expect(status).toBe('completed')
  const used = (jobs as Job[]).reduce((sum, { usage }) => sum + (usage?.inputTokens ?? 0), 0)
  const [counted] = (await service.call('GET', '/usage?group_by=workflow')).body.data as UsageEntry[]
  expect(counted).toMatchObject({ calls: STEPS, input_tokens: STEPS * 10, output_tokens: STEPS * 5 })
  expect(counted?.input_tokens).toBe(used)
  await models.close()
})
