/** A service with a node file that does not load: everything else works, and the problem is shown. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isExecutionOver, type PipelineDetail } from '@millrace/model'
import { expect, onTestFinished, test, vi } from 'vitest'
import { echo, edge, node } from '../executions/testing/client.ts'
import { type RunningService, runningService } from '../testing/running-service.ts'

const SHOUT = `export default {
  id: 'shout', version: '1.0.0', name: 'Shout', description: 'Says it louder.', category: 'logic', tags: [],
  inputs: { text: { dataType: 'mixed' } }, outputs: { length: { dataType: 'number' } },
  config: { type: 'object', properties: { key: { type: 'string', format: 'hidden' } } },
  run: ({ config }) => ({ length: config.key.length }),
}`
const REASON = 'cannot be imported: no voice (shout.js:1)'
const KEY = 'a key of 23 characters.'

function folder(file?: string): string {
  const made = mkdtempSync(join(tmpdir(), 'millrace-invalid-node-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  if (file !== undefined) writeFileSync(join(made, 'shout.js'), file)
  return made
}

interface Reply<T> {
  readonly data: T
  readonly details?: readonly { readonly code: string; readonly message: string }[]
}

/** Waits for the end of an execution. */
async function ended({ call }: RunningService, id: string): Promise<PipelineDetail> {
  const read = () => call<PipelineDetail>('GET', `/pipelines/${id}`)
  await vi.waitUntil(async () => isExecutionOver((await read()).status), { timeout: 60_000, interval: 5 })
  return read()
}

/** The text of an event stream up to its first event. */
async function firstEvent(url: string): Promise<string> {
  const response = await fetch(url)
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    if (text.includes('data:')) break
  }
  return text
}

test('the service starts without the type, and its workflows continue after the file is corrected', async () => {
  const dataDir = folder()
  const first = await runningService(['--nodes', folder(SHOUT)], { dataDir })
  const drawing = {
    name: 'Loud',
    nodes: [node('ask', 'text_prompt', { message: 'Shout what?' }), node('shout', 'shout', { key: KEY })],
    edges: [edge('ask:text', 'shout:text')],
  }
  const stored = await first.call<Reply<{ id: string; nodes: object[] }>>('POST', '/workflows', drawing)
  const path = `/workflows/${stored.data.id}`
  const started = await first.call<Reply<{ execution_id: string }>>('POST', `${path}/execute`, {})
  const { execution_id: id } = started.data
  const asked = async ({ call }: RunningService) =>
    (await call<Reply<{ id: string }[]>>('GET', `/interrupts?execution_id=${id}`)).data
  await vi.waitUntil(async () => (await asked(first)).length === 1, { timeout: 60_000, interval: 5 })
  await first.stop()

  const broken = folder(`throw new Error('no voice')`)
  const second = await runningService(['--nodes', broken], { dataDir })
  expect(second.lines).toContainEqual({
    level: 'error',
    message: 'a node file does not load; the service runs without it',
    facts: { file: join(broken, 'shout.js'), problem: REASON },
  })
  const ready = await fetch(`${second.origin}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ invalidNodeFiles: 1 })])
  const { data: config } = await second.call<Reply<object>>('GET', '/system/config')
  expect(config).toMatchObject({ features: { invalidNodeFiles: true, reloadsNodes: false } })
  expect(await firstEvent(`${second.origin}/api/v1/catalogue/events`)).toContain(
    JSON.stringify({ version: 0, problems: [{ file: 'shout.js', message: REASON }] }),
  )
  expect((await second.run({ name: 'Other', ...echo })).status).toBe('completed')
  const refused = await second.call<Reply<object>>('POST', `${path}/execute`, {})
  const message = `Node "shout" has the type "shout", whose file does not load: ${REASON}`
  expect(refused.details).toContainEqual(expect.objectContaining({ code: 'UNKNOWN_NODE_TYPE', message }))
  // A save keeps the secret, although its type is not known at the moment.
  const { data: read } = await second.call<Reply<{ nodes: object[]; edges: object[] }>>('GET', path)
  expect(JSON.stringify(read)).not.toContain(KEY)
  await second.call('PUT', path, { name: 'Louder', nodes: read.nodes, edges: read.edges })
  const [question] = await asked(second)
  await second.call('POST', `/interrupts/${question?.id}/resolve`, { value: 'hello' })
  const failed = await ended(second, id)
  expect(failed.jobs.find((job) => job.node_id === 'shout')).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining(
      `Nodes of the type "shout" cannot run on this service: their file does not load: ${REASON}`,
    ),
  })
  await second.stop()

  await using third = await runningService(['--nodes', folder(SHOUT)], { dataDir })
  const again = { from: 'shout', version: 'latest' }
  const { data } = await third.call<Reply<{ pipeline_id: string }>>('POST', `/pipelines/${id}/rerun`, again)
  const { status, jobs } = await ended(third, data.pipeline_id)
  expect(status).toBe('completed')
  expect(jobs.find((job) => job.node_id === 'shout')).toMatchObject({ output_data: { length: KEY.length } })
})
