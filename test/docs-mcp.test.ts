/** docs/how-to/mcp.md: its tables are those of the code, its workflow is published. */
import { loadBuiltInNodes } from '@millrace/nodes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MCP_LIMITS } from '../packages/service/src/effects/mcp/mcp-limits.ts'
import { Client } from '../packages/service/src/executions/testing/client.ts'
import { OWN_TOOLS } from '../packages/service/src/mcp/own-tools.ts'
import { mcpCaller } from '../packages/service/src/mcp/testing/mcp-caller.ts'
import { fencesRunBy } from './fences.ts'
import { readPage, tableBelow, unquoted } from './markdown.ts'

const page = readPage('docs/how-to/mcp.md')

describe('docs/how-to/mcp.md', () => {
  let client: Client
  beforeAll(async () => {
    client = await Client.open()
  })
  afterAll(() => client[Symbol.asyncDispose]())

  test('lists the tools of the service with what they need and take', () => {
    const rows = tableBelow(page, 'Workflows as tools').map((row) => row.map(unquoted))
    const properties = (schema: unknown) => Object.keys((schema as { properties: object }).properties)
    expect(rows).toEqual(
      OWN_TOOLS.map(({ name, access, parameters }) => [name, access, properties(parameters).join(', ')]),
    )
  })

  test('lists the settings of mcp_tools and the limits', async () => {
    const settings = tableBelow(page, 'Tools of other servers').map(([name]) => unquoted(name!))
    const mcpTools = (await loadBuiltInNodes()).find(({ id }) => id === 'mcp_tools')
    expect(settings).toEqual(Object.keys(mcpTools?.config.properties as object))
    const { connectMs, listMs, callMs, longestCallMs, idleMs, maxBytes, maxTools } = MCP_LIMITS
    expect([connectMs, listMs, callMs, longestCallMs, idleMs]).toEqual([20e3, 20e3, 120e3, 600e3, 60e3])
    expect([maxBytes, maxTools]).toEqual([4 * 2 ** 20, 500])
  })

  test('shows how a client is set up, and a workflow that is published', async () => {
    const title = 'shows how a client is set up, and a workflow that is published'
    const [setup, workflow] = fencesRunBy('docs/how-to/mcp.md', title).map((text) => JSON.parse(text))
    const { pathname } = new URL(setup.mcpServers.millrace.url)
    await using caller = await mcpCaller(client, 'operator', pathname)
    expect((await client.call('POST', '/workflows', workflow)).status).toBe(201)
    expect(await caller.names()).toContain('greet_person')
    expect(await caller.call('greet_person', { who: 'Ada' })).toEqual({
      isError: false,
      value: { greeted: { who: 'Ada' } },
    })
  })
})
