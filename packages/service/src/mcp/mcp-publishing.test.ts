import { afterEach, beforeEach, expect, test } from 'vitest'
import { Client, edge, node } from '../executions/testing/client.ts'
import { type McpCaller, mcpCaller } from './testing/mcp-caller.ts'

let client: Client
let operator: McpCaller
beforeEach(async () => {
  client = await Client.open()
  operator = await mcpCaller(client, 'operator')
})
afterEach(async () => {
  await operator[Symbol.asyncDispose]()
  await client[Symbol.asyncDispose]()
})

const answering = (answer: string, config: object) => ({
  nodes: [node('text', 'text_input', { defaultValue: answer }), node('out', 'output', { name: 'answer' })],
  edges: [edge('text:text', 'out:value')],
  config,
})

test('runs the published version of a workflow that is published by hand', async () => {
  const config = { publish: 'manual', tool: { name: 'ask' } }
  const id = await client.store(answering('one', config))
  expect((await operator.call('run_workflow', { workflow: id })).value).toMatchObject({ code: 'NOT_PUBLISHED' })
  await client.call('POST', `/workflows/${id}/publish`)
  await client.call('PUT', `/workflows/${id}`, answering('two', config))
  expect((await operator.call('run_workflow', { workflow: id })).value).toMatchObject({ outputs: { answer: 'one' } })
  expect((await operator.call('ask', {})).value).toEqual({ answer: 'one' })
})

test('starts no inactive workflow', async () => {
  const id = await client.store(answering('one', { active: false, tool: { name: 'ask' } }))
  expect((await operator.call('run_workflow', { workflow: id })).value).toMatchObject({ code: 'WORKFLOW_INACTIVE' })
  await expect(operator.call('ask', {})).rejects.toThrow()
})
