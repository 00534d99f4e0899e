/** MCP servers at the tool port of an agent are exported as toolboxes, which other runtimes support. */
import { isObject } from '@millrace/model'
import { expect, test } from 'vitest'
import { writeOfficial } from '../codec/write-official.ts'
import { writeSimpleFlow } from '../codec/write-simple.ts'
import { readAgentSpec } from '../read.ts'
import { catalogue, drawnWorkflow } from '../testing/canvas.ts'
import { officialProblems } from '../testing/official-rules.ts'
import { toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

const SECRET = 'Bearer very-secret-0815'

function agentWith(server: Record<string, unknown>, agent: Record<string, unknown> = {}) {
  return drawnWorkflow(
    {
      s: 'start',
      a: ['simple_agent', { provider: 'openai', model: 'm', ...agent }],
      t: ['mcp_tools', server],
      c: 'calculator',
      e: 'end',
    },
    's:inputs -> a:message\nt:tool -> a:tool\nc:tool -> a:tool\na:response -> e:value',
  )
}

function exported(workflow: ReturnType<typeof agentWith>) {
  const made = toFlow(workflow, catalogue, { dialect: 'official' })
  if (made.errors !== undefined) throw new Error(made.errors.join('\n'))
  return made
}

/** The agent of the flow in the official document. */
function agentIn(value: unknown): Record<string, unknown> | undefined {
  if (Array.isArray(value)) return value.map(agentIn).find((one) => one !== undefined)
  if (!isObject(value)) return undefined
  return value.component_type === 'Agent' ? value : agentIn(Object.values(value))
}

const HEADERS = { headers: JSON.stringify({ Authorization: SECRET }) }

test.each([
  [
    'streamable HTTP',
    { url: 'https://tools.test/mcp' },
    { component_type: 'StreamableHTTPTransport', id: 't/transport', name: 't', url: 'https://tools.test/mcp' },
  ],
  [
    'SSE with secret headers',
    { transport: 'sse', url: 'https://tools.test/sse', ...HEADERS },
    {
      component_type: 'SSETransport',
      id: 't/transport',
      name: 't',
      url: 'https://tools.test/sse',
      sensitive_headers: { $component_ref: 't/transport.sensitive_headers' },
    },
  ],
  [
    'a program',
    { transport: 'stdio', command: 'tools', args: ['--all'] },
    { component_type: 'StdioTransport', id: 't/transport', name: 't', command: 'tools', args: ['--all'] },
  ],
])('a server with %s is exported as a toolbox with that transport and restored', (_, server, transport) => {
  const workflow = agentWith(server)
  const { flow } = exported(workflow)
  const document = writeOfficial(flow)
  expect(agentIn(document)).toMatchObject({
    tools: [{ component_type: 'ServerTool', name: 'calculator' }],
    toolboxes: [{ component_type: 'MCPToolBox', id: 't/toolbox', name: 't', client_transport: transport }],
  })
  expect(officialProblems(document)).toEqual([])
  for (const form of [document, writeSimpleFlow(flow)]) {
    expect(JSON.stringify(form)).not.toContain('0815')
    const read = readAgentSpec(JSON.stringify(form))
    if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
    const { headers: secret, ...kept } = { headers: undefined, ...server }
    const back = toWorkflow(read, catalogue).workflow
    expect(back.nodes.map(({ id, data }) => [id, data?.config])).toEqual(
      workflow.nodes.map(({ id, data }) => [id, id === 't' ? kept : data?.config]),
    )
    expect(back.edges).toEqual(workflow.edges)
  }
})

test('the included tools become the filter of the toolbox, and approval applies to all of them', () => {
  const { flow } = exported(agentWith({ url: 'https://a.test', include: ['one', 'two'] }, { approveTools: true }))
  const box = agentIn(writeOfficial(flow))?.toolboxes
  expect(box).toMatchObject([{ tool_filter: ['one', 'two'], requires_confirmation: true }])
  expect(agentIn(writeOfficial(exported(agentWith({ url: 'https://a.test' })).flow))?.toolboxes).not.toMatchObject([
    { tool_filter: expect.anything() },
  ])
})

test('a stdio server is exported with a warning, because runtimes reject it', () => {
  const { warnings } = exported(agentWith({ transport: 'stdio', command: 'tools' }))
  expect(warnings).toContainEqual(expect.stringContaining('StdioTransport'))
  expect(exported(agentWith({ url: 'https://a.test' })).warnings.join()).not.toContain('StdioTransport')
})
