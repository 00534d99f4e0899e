/** Calls of workflows with ports of their own: the exported document runs, and so does the workflow it is imported as. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, type Drawing, edge, node } from '../executions/testing/client.ts'
import { clientOf } from './testing/flows.ts'

let client: Client
let flows: ReturnType<typeof clientOf>
beforeAll(async () => {
  client = await Client.open()
  flows = clientOf(client.service)
})
afterAll(() => client[Symbol.asyncDispose]())

const port = (name: string, dataType: string) => ({ name, dataType })

/** Returns a greeting for `who`, and `times` as it came. */
const greeter: Drawing = {
  nodes: [
    node('s', 'start'),
    node('t', 'prompt_template', { template: 'Hello {{ who }}' }),
    node('times', 'number_input', { defaultValue: 1 }),
    node('o', 'output', { name: 'greeting' }),
    node('n', 'output', { name: 'count' }),
  ],
  edges: [edge('s:inputs', 't:data'), edge('t:output', 'o:value'), edge('times:value', 'n:value')],
}

/** Passes `who` to a port of its own and the rest as an object; reads two outputs from ports of their own, and all. */
const caller = (workflow: string): Drawing => ({
  nodes: [
    node('start', 'agentspec.start_node', { dynamicOutputs: [port('name', 'string'), port('rest', 'json')] }),
    node('call', 'sub_workflow', {
      workflow,
      dynamicInputs: [port('who', 'string')],
      dynamicOutputs: [port('greeting', 'string'), port('count', 'number'), port('unused', 'string')],
    }),
    node('end', 'agentspec.end_node', {
      dynamicInputs: [port('said', 'mixed'), port('count', 'mixed'), port('all', 'mixed')],
    }),
  ],
  edges: [
    edge('start:name', 'call:who'),
    edge('start:rest', 'call:inputs'),
    edge('call:greeting', 'end:said'),
    edge('call:count', 'end:count'),
    edge('call:outputs', 'end:all'),
  ],
})

const INPUTS = [
  { name: 'Ada', rest: {} },
  { name: 'Bob', rest: { who: 'Eve', times: { value: 3 } } },
]

const exported = async (id: string, dialect: string) => {
  const { status, body } = await flows.call('GET', `/workflows/${id}/export/agentspec?dialect=${dialect}`)
  expect([status, body.errors]).toEqual([200, undefined])
  return body
}

async function imported(flow: unknown) {
  const { status, body } = await flows.call('POST', '/workflows/import/agentspec?save=true', flow)
  expect([status, body.error]).toEqual([200, undefined])
  return { id: (body.data as { id: string }).id, message: body.message }
}

test.each(['simple', 'official'])('a call with ports of its own runs after export and import (%s)', async (dialect) => {
  const called = `greeter_for_${dialect}`
  await client.store(greeter, called)
  const id = await client.store(caller(called), `caller for ${dialect}`)
  const flow = await exported(id, dialect)
  const copy = await imported(flow)
  expect(copy.id).not.toBe(id)
  for (const inputs of INPUTS) {
    const count = inputs.rest.times?.value ?? 1
    const said = `Hello ${inputs.name}`
    const outputs = { said, count, all: { greeting: said, count } }
    for (const workflow of [id, copy.id]) {
      const run = await client.untilOver(await client.start(workflow, { inputs }))
      expect([workflow, run.status, run.outputs, run.error]).toEqual([workflow, 'completed', outputs, undefined])
    }
    const run = await flows.start(flow, inputs)
    expect(await flows.over(run)).toMatchObject({ status: 'completed' })
    expect((await flows.results(run)).body).toEqual(outputs)
  }
})

test.each(['simple', 'official'])(
  'a missing workflow is named before and when its caller runs (%s)',
  async (dialect) => {
    const missing = `gone_in_${dialect}`
    const called = await client.store(greeter, missing)
    const flow = await exported(await client.store(caller(missing), `caller of ${missing}`), dialect)
    expect((await client.call('DELETE', `/workflows/${called}`)).status).toBe(200)

    const error = `The workflow "${missing}" does not exist`
    expect((await flows.call('POST', '/agentspec/flows/validate', flow)).body).toEqual({
      valid: false,
      errors: [error],
    })
    const refused = await flows.call('POST', '/agentspec/flows/execute', { flow, inputs: INPUTS[0] })
    expect(refused).toMatchObject({ status: 422, body: { code: 'VALIDATION_ERROR' } })
    expect(JSON.stringify(refused.body)).toContain(missing)

    const copy = await imported(flow)
    expect(copy.message).toContain(error)
    const run = await client.untilOver(await client.start(copy.id, { inputs: INPUTS[0] }))
    expect(run.status).toBe('failed')
    expect(run.jobs.find(({ id }) => id === 'call')).toMatchObject({
      error_code: 'NOT_FOUND',
      error_message: `There is no workflow "${missing}".`,
    })

    // Once it exists again, the same import runs.
    await client.store(greeter, missing)
    const again = await client.untilOver(await client.start(copy.id, { inputs: INPUTS[0] }))
    expect([again.status, again.error]).toEqual(['completed', undefined])
  },
)
