/** Agents with remote tools (MCP servers, other agents), and their cancellation. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { speaksMcp, text } from '../effects/mcp/testing/mcp-server.ts'
import { Client, type Drawing, edge, jobOf, node } from './testing/client.ts'

const KEY = 'Bearer s3cr3t-of-the-tools'
const server = createServer(
  speaksMcp({
    tools: [{ name: 'weather', description: 'Tells it.' }, { name: 'launch.rocket' }, { name: 'broken' }],
    async call(name, { city }, headers) {
      if (name === 'broken') return { ...text(`no luck with ${headers.get('authorization')}`), isError: true }
      return text(JSON.stringify({ name, city, by: headers.get('authorization') }))
    },
  }) as RequestListener,
)

let client: Client
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url = `http://${host}/mcp`
  client = await Client.open('--egress-allow', host)
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  server.close()
})

function agent(script: unknown[], tool: object, config: object = {}): Drawing {
  const { id } = tool as { id: string }
  return {
    nodes: [
      node('in', 'text_input', { defaultValue: 'Go' }),
      node('agent', 'simple_agent', { provider: 'echo', model: 'echo', script, ...config }),
      node('out', 'output', { name: 'answer' }),
      tool,
    ],
    edges: [edge('in:text', 'agent:message'), edge('agent:response', 'out:value'), edge(`${id}:tool`, 'agent:tool')],
  }
}

const calls = (...toolCalls: { name: string; args: object }[]) => ({ toolCalls })

test('calls tools of an MCP server, passes their failures to the model and leaks no key', async () => {
  const script = [
    calls(
      { name: 'weather', args: { city: 'Oslo' } },
      { name: 'launch_rocket', args: {} },
      { name: 'broken', args: {} },
    ),
    'Done.',
  ]
  const headers = JSON.stringify({ authorization: KEY })
  const detail = await client.run(agent(script, node('remote', 'mcp_tools', { url, headers })))
  expect(detail).toMatchObject({ status: 'completed', outputs: { answer: 'Done.' } })
  expect(jobOf(detail, 'agent').output_data?.steps).toMatchObject([
    { tool: 'weather', result: { name: 'weather', city: 'Oslo', by: '__secret__:****' } },
    { tool: 'launch_rocket', result: { name: 'launch.rocket' } },
    { tool: 'broken', error: { code: 'TOOL_FAILED', message: 'no luck with __secret__:****' } },
  ])
  const told = JSON.stringify([detail, await client.logs(detail.id)])
  expect(told).not.toContain('s3cr3t')
  expect(detail.jobs.filter(({ tool_of }) => tool_of === 'agent')).toHaveLength(3)
})

test('an MCP server at a private address that is not allowed fails the agent', async () => {
  const detail = await client.run(agent(['Done.'], node('remote', 'mcp_tools', { url: 'http://127.0.0.1:1/mcp' })))
  expect(detail).toMatchObject({ status: 'failed', error_code: 'EGRESS_DENIED' })
})

test('cancelling an agent cancels the agent it called and the tools of that agent', async () => {
  const sleeper = await client.store({
    nodes: [node('in', 'text_input', { defaultValue: 'z' }), node('wait', 'delay', { seconds: 600 })],
    edges: [edge('in:text', 'wait:value')],
  })
  const inner = await client.store(
    agent([calls({ name: 'sleep', args: {} }), 'Inner.'], node('sleep', 'sub_workflow', { workflow: sleeper })),
  )
  const outer = await client.store(
    agent([calls({ name: 'helper', args: {} }), 'Outer.'], node('helper', 'sub_workflow', { workflow: inner })),
  )
  const id = await client.start(outer)
  const statusOf = async (workflow: string) => {
    const { body } = await client.call<{ data: { status: string }[] }>('GET', `/executions?workflow_id=${workflow}`)
    return body.data.map(({ status }) => status).join()
  }
  await client.until(async () => (await statusOf(sleeper)) === 'running')
  await client.call('POST', `/executions/${id}/cancel`)
  await client.until(async () => (await statusOf(sleeper)) === 'cancelled')
  expect([await statusOf(outer), await statusOf(inner)]).toEqual(['cancelled', 'cancelled'])
  const detail = await client.detail(id)
  expect(detail.jobs.find(({ tool_of }) => tool_of === 'agent')).toMatchObject({ status: 'cancelled' })
})
