/** Workflows that call workflows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, type Drawing, echo, edge, jobOf, node } from './testing/client.ts'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

function calls(workflow: string, config: object = {}): Drawing {
  return {
    nodes: [
      node('with', 'json_input', { defaultValue: { in: { text: 'from above' } } }),
      node('call', 'sub_workflow', { workflow, ...config }),
      node('out', 'output', { name: 'got' }),
    ],
    edges: [edge('with:value', 'call:inputs'), edge('call:outputs', 'out:value')],
  }
}

test('returns the outputs of the called workflow, whose execution can be inspected', async () => {
  const child = await client.store(echo)
  const detail = await client.run(calls(child))
  expect(detail.outputs).toEqual({ got: { answer: 'from above' } })
  const below = await client.detail(jobOf(detail, 'call').child_id ?? '')
  expect(below).toMatchObject({ status: 'completed', workflow_id: child, inputs: { in: { text: 'from above' } } })
})

test('a call that does not wait returns only the execution id', async () => {
  const detail = await client.run(calls(await client.store(echo), { wait: false }))
  const id = String(jobOf(detail, 'call').output_data?.execution_id)
  expect((await client.untilOver(id)).outputs).toEqual({ answer: 'from above' })
})

test('cancelling the parent cancels its children', async () => {
  const slow = await client.store({ nodes: [node('d', 'delay', { seconds: 1000 })], edges: [] })
  const id = await client.start(await client.store(calls(slow)))
  await client.until(async () => jobOf(await client.detail(id), 'call').child_id !== undefined)
  const child = jobOf(await client.detail(id), 'call').child_id ?? ''
  await client.call('POST', `/executions/${id}/cancel`)
  expect((await client.untilOver(child)).status).toBe('cancelled')
})

test('the calling step fails if the called workflow fails, is invalid or does not exist', async () => {
  const failing = await client.store({ nodes: [node('f', 'fail', { message: 'No luck' })], edges: [] })
  const broken = await client.store({ nodes: [node('x', 'nope')], edges: [] })
  const strict = await client.store({
    nodes: [node('s', 'start', { schema: { type: 'object', required: ['must'] } })],
    edges: [],
  })
  for (const [workflow, message] of [
    [failing, /No luck/],
    [broken, /cannot run/],
    [strict, /must/],
    ['nothing_here', /nothing_here/],
  ] as const) {
    const detail = await client.run(calls(workflow))
    expect(detail).toMatchObject({ status: 'failed', node_statuses: { call: { status: 'failed' } } })
    expect(detail.error).toMatch(message)
  }
})

test('the calling step fails if the called workflow is deleted while it runs', async () => {
  const slow = await client.store({ nodes: [node('d', 'delay', { seconds: 1000 })], edges: [] })
  const id = await client.start(await client.store(calls(slow)))
  await client.until(async () => jobOf(await client.detail(id), 'call').child_id !== undefined)
  await client.call('DELETE', `/workflows/${slow}`)
  expect(await client.untilOver(id)).toMatchObject({ status: 'failed', error_code: 'CHILD_FAILED' })
})

test('a workflow that calls itself fails at the depth limit', async () => {
  const id = await client.store(calls('calls_itself'), 'Calls itself')
  const detail = await client.untilOver(await client.start(id))
  expect(detail).toMatchObject({ status: 'failed', error: /16 deep/ })
})

test('calls are admitted although the queue is full, and one slot is enough for any depth', async () => {
  await using own = await Client.open('--max-concurrent-executions', '1', '--max-waiting-executions', '1')
  await own.store(echo, 'Innermost')
  await own.store(calls('innermost'), 'Middle')
  const id = await own.start(await own.store(calls('middle')))
  expect((await own.untilOver(id)).outputs).toEqual({ got: { got: { answer: 'from above' } } })
})
