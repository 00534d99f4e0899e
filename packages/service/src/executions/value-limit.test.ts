/** --max-port-value-mib applies wherever a value enters an execution. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, type Drawing, edge, jobOf, node } from './testing/client.ts'

let client: Client
beforeAll(async () => {
  client = await Client.open('--max-port-value-mib', '1', '--max-webhook-mib', '4')
})
afterAll(() => client[Symbol.asyncDispose]())

const MIB = 2 ** 20
const large = 'x'.repeat(MIB + 10)
const TOO_LARGE = /^The value of "[a-z]+" has 1\.\d MiB; 1 MiB is the limit\.$/

describe('a step whose result is too large fails with VALUE_TOO_LARGE', () => {
  test('code', async () => {
    const detail = await client.run({
      nodes: [node('n', 'code', { source: `return 'x'.repeat(${MIB + 10})` })],
      edges: [],
    })
    expect(detail).toMatchObject({ status: 'failed', error_code: 'VALUE_TOO_LARGE' })
    expect(jobOf(detail, 'n')).toMatchObject({ status: 'failed', error_message: expect.stringMatching(TOO_LARGE) })
  })

  test('a quick node', async () => {
    const detail = await client.run({
      nodes: [
        node('a', 'code', { source: `return '"'.repeat(${0.4 * MIB})` }),
        node('twice', 'json_stringify'),
        node('again', 'json_stringify'),
      ],
      edges: [edge('a:result', 'twice:data'), edge('twice:text', 'again:data')],
    })
    // Each round escapes every quote, which doubles the size.
    expect(jobOf(detail, 'a').status).toBe('completed')
    expect([jobOf(detail, 'twice').error_code, jobOf(detail, 'again').error_code]).toContain('VALUE_TOO_LARGE')
  })

  test('a sub-workflow whose outputs are too large together', async () => {
    const called = await client.store(
      {
        nodes: ['a', 'b'].flatMap((id) => [
          node(id, 'code', { source: `return 'y'.repeat(${0.6 * MIB})` }),
          node(`${id}_out`, 'output', { name: id }),
        ]),
        edges: [edge('a:result', 'a_out:value'), edge('b:result', 'b_out:value')],
      },
      'two-halves',
    )
    const detail = await client.run({
      nodes: [node('n', 'sub_workflow', { workflow: called })],
      edges: [],
    })
    expect(jobOf(detail, 'n')).toMatchObject({ status: 'failed', error_code: 'VALUE_TOO_LARGE' })
  })

  test('a loop whose results are too large together', async () => {
    const detail = await client.run({
      nodes: [
        node('make', 'code', { source: 'return [1, 2, 3]' }),
        node('each', 'foreach'),
        node('work', 'code', { source: `return 'z'.repeat(${0.6 * MIB})` }),
      ],
      edges: [edge('make:result', 'each:items'), edge('each:item', 'work:data'), edge('work:result', 'each:loop_back')],
    })
    expect(detail).toMatchObject({ status: 'failed', error_code: 'VALUE_TOO_LARGE' })
    expect(jobOf(detail, 'each').error_message).toBe(
      'The results of 2 rounds are larger than 1 MiB, the limit for a value.',
    )
  })

  test('a node with pinned data', async () => {
    const workflow: Drawing = {
      nodes: [node('n', 'text_input', { defaultValue: 'x' }, { 'millrace:pinned': { text: large } })],
      edges: [],
    }
    const { data } = await client.call<{ execution_id: string }>('POST', '/execute', { workflow, test: true })
    await client.untilOver(data.execution_id)
    const detail = await client.detail(data.execution_id)
    expect(jobOf(detail, 'n')).toMatchObject({ status: 'failed', error_code: 'VALUE_TOO_LARGE' })
  })

  test('follows the error edge', async () => {
    const detail = await client.run({
      nodes: [node('n', 'code', { source: `return 'x'.repeat(${MIB + 10})` }), node('out', 'output', { name: 'why' })],
      edges: [edge('n:error', 'out:value')],
    })
    expect(detail).toMatchObject({ status: 'completed', outputs: { why: { code: 'VALUE_TOO_LARGE', node_id: 'n' } } })
  })
})

describe('a request with a value above the limit is 413', () => {
  const drawing: Drawing = { nodes: [node('in', 'text_input'), node('s', 'start')], edges: [] }

  test.each([
    ['for a node', { in: { text: large } }, '/inputs/in/text'],
    ['for the start node', { anything: large }, '/inputs'],
  ])('a launch value %s', async (_, inputs, path) => {
    const id = await client.store(drawing)
    const { status, body } = await client.call('POST', `/workflows/${id}/execute`, { inputs })
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(body.details).toEqual([{ code: 'VALUE_TOO_LARGE', message: expect.stringMatching(TOO_LARGE), path }])
  })

  test('the body of a webhook call', async () => {
    await client.store({ nodes: [node('hook', 'webhook_trigger', { path: 'large' })], edges: [] })
    expect((await client.call('POST', '/hooks/large', { text: large })).status).toBe(413)
    expect((await client.call('POST', '/hooks/large', { text: 'small' })).status).toBe(202)
  })

  test('the answer of a person', async () => {
    const id = await client.store({ nodes: [node('ask', 'text_prompt', { message: 'Well?' })], edges: [] })
    const execution = await client.start(id)
    await client.until(async () => ((await client.detail(execution)).waiting_for ?? []).length > 0)
    const question = (await client.detail(execution)).waiting_for?.[0]?.interrupt_id
    const { status, body } = await client.call('POST', `/interrupts/${question}`, { value: large })
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
