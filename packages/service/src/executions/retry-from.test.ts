/** Retrying an execution from a step, with the workflow as it ran or as it is stored now. */
import type { PipelineDetail } from '@millrace/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedHost } from './testing/asked-host.ts'
import { Client, type Drawing, edge, jobOf, node } from './testing/client.ts'

let client: Client

beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

const BROKEN = "throw new Error('broken')"
const FIXED = "return 'Hello ' + name + ', ' + gate"
const RESULT = 'Hello Ada, open'

/** A launch input and a gate, which shows whether it runs again, both read by a step with this code. */
const flow = (source: string): Drawing => ({
  nodes: [
    node('in', 'text_input'),
    node('count', 'gate'),
    node('work', 'code', {
      source,
      dynamicInputs: ['name', 'gate'].map((name) => ({ name, label: name, dataType: 'string' })),
    }),
    node('out', 'output', { name: 'result' }),
  ],
  edges: [edge('in:text', 'work:name'), edge('count:value', 'work:gate'), edge('work:result', 'out:value')],
})

async function failed(): Promise<{ workflow: string; detail: PipelineDetail }> {
  const workflow = await client.store(flow(BROKEN))
  const id = await client.start(workflow, { inputs: { in: { text: 'Ada' } } })
  await client.openGate()
  return { workflow, detail: await client.untilOver(id) }
}

const retry = (id: string, body: object) => client.call('POST', `/pipelines/${id}/rerun`, body)

test('a retry from the failed step takes the results before it over', async () => {
  const { detail } = await failed()
  expect(jobOf(detail, 'work').status).toBe('failed')
  const { status, data } = await retry(detail.id, { from: 'work' })
  expect(status).toBe(202)
  // The gate would keep the execution running if it ran again.
  const again = await client.untilOver(String(data.pipeline_id))
  expect(again.status).toBe('failed')
  expect(jobOf(again, 'count')).toMatchObject({ status: 'completed', output_data: { value: 'open' } })
  expect(again.inputs).toEqual({ in: { text: 'Ada' } })
})

test('a retry with the latest version runs the corrected step with the results before it', async () => {
  const { workflow, detail } = await failed()
  await client.call('PUT', `/workflows/${workflow}`, flow(FIXED))
  const { data } = await retry(detail.id, { from: 'work', version: 'latest' })
  const again = await client.untilOver(String(data.pipeline_id))
  expect(again).toMatchObject({ status: 'completed', outputs: { result: RESULT } })
  const original = await retry(detail.id, { from: 'work', version: 'original' })
  expect(await client.untilOver(String(original.data.pipeline_id))).toMatchObject({ status: 'failed' })
})

test('a rerun of the latest version without a step runs everything again with the same inputs', async () => {
  const { workflow, detail } = await failed()
  await client.call('PUT', `/workflows/${workflow}`, flow(FIXED))
  const { data } = await retry(detail.id, { version: 'latest' })
  await client.openGate()
  expect(await client.untilOver(String(data.pipeline_id))).toMatchObject({ outputs: { result: RESULT } })
})

test('a retry from a step that the workflow no longer has, or of an unsaved workflow, is refused', async () => {
  const { workflow, detail } = await failed()
  await client.call('PUT', `/workflows/${workflow}`, { nodes: [node('in', 'text_input')], edges: [] })
  expect(await retry(detail.id, { from: 'work', version: 'latest' })).toMatchObject({
    ...{ status: 422, body: { code: 'VALIDATION_ERROR', details: [{ code: 'UNKNOWN_NODE', path: '/from/node' }] } },
  })
  const unsaved = { workflow: { nodes: [node('f', 'fail', { message: 'no' })], edges: [] } }
  const { data } = await client.call('POST', '/execute', unsaved)
  await client.untilOver(String(data.execution_id))
  expect(await retry(String(data.execution_id), { from: 'f', version: 'latest' })).toMatchObject({ status: 404 })
  expect(await retry(detail.id, { version: 'newest' })).toMatchObject({ status: 422 })
})

const host = askedHost()
const KEY = 'a-token-for-one-host-only-4711'

test('results that the caller could not have produced are not taken over by a retry', async () => {
  const secret: Drawing = {
    nodes: [
      node('make', 'prompt_template', { template: `${host.origin}/meant` }),
      node('call', 'http_request', { auth: 'bearer', token: KEY }),
    ],
    edges: [edge('make:output', 'call:url')],
  }
  const workflow_id = await host.client.store(secret)
  const start = async (body: object, role: 'operator' | 'editor') => {
    const { data } = await host.client.call('POST', '/execute', { workflow_id, ...body }, role)
    await host.client.untilOver(String(data.execution_id))
    return String(data.execution_id)
  }
  const from = (id: string, version: string, role: 'operator' | 'editor') =>
    host.client.call('POST', `/pipelines/${id}/rerun`, { from: 'call', version }, role)
  const changed = await start({ inputs: { make: { template: `${host.origin}/other` } } }, 'editor')
  const forbidden = { status: 403, body: { code: 'FORBIDDEN' } }
  for (const version of ['original', 'latest'])
    expect(await from(changed, version, 'operator')).toMatchObject(forbidden)
  const byWriter = await from(changed, 'original', 'editor')
  expect(byWriter.status).toBe(202)
  await host.client.untilOver(String(byWriter.data.pipeline_id))
  // What a writer took over stays closed to others.
  expect(await from(String(byWriter.data.pipeline_id), 'original', 'operator')).toMatchObject(forbidden)
  const own = await start({}, 'operator')
  for (const version of ['original', 'latest'])
    expect(await from(own, version, 'operator')).toMatchObject({ status: 202 })
})
