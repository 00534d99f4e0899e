import type { Task } from '@millrace/engine'
import { type Effects, type NodeDefinition, NodeFailure, type RunContext } from '@millrace/model'
import { expect, test } from 'vitest'
import { NO_TOOLS, type ToolBoxNeeds, toolsMade } from './tool-box.ts'

const SECRET = 'hush-hush-tool'

/** A node with a secret as a tool, and its log. */
async function toolThat(run: (context: RunContext) => unknown) {
  const facts = { id: 'one', tool: true, tags: [], inputs: {}, outputs: {}, config: { type: 'object', properties: {} } }
  const lines: unknown[] = []
  const task = { record: { id: 'e', plan: { nodes: [], edges: [] } }, signal: new AbortController().signal }
  const [tool] = await toolsMade([{ id: 'n', type: 'one', label: 'My tool', config: {} }], task as unknown as Task, {
    ...NO_TOOLS,
    definitions: new Map([['one', { ...facts, run } as unknown as NodeDefinition]]),
    configOf: () => ({ config: { key: SECRET }, secrets: [SECRET] }),
    effectsFor: () => ({}) as Effects,
    log: (...line) => void lines.push(line),
  })
  if (tool === undefined) throw new Error('there is no tool')
  return { tool, lines }
}

test('the result of a tool contains none of its secrets', async () => {
  const { tool } = await toolThat(({ config }) => ({ said: `with ${config.key}` }))
  expect(await tool.call({}, 'k')).toEqual({ said: 'with __secret__:****' })
})

test.each([
  ['a failure', new NodeFailure('NO_LUCK', `not with ${SECRET}`), 'NO_LUCK'],
  ['an error', new Error(`not with ${SECRET}`), 'FAILED'],
])('nor does %s', async (_, error, code) => {
  const { tool } = await toolThat(() => {
    throw error
  })
  await expect(tool.call({}, 'k')).rejects.toMatchObject({ code, message: 'not with __secret__:****' })
})

test('the log of a tool is part of the agent log, with its label and without its secrets', async () => {
  const { tool, lines } = await toolThat(({ log }) => {
    log('info', `asked with ${SECRET}`, { key: SECRET })
    log('warning', 'nothing came')
    return {}
  })
  await tool.call({}, 'k')
  expect(lines).toEqual([
    ['info', 'My tool: asked with __secret__:****', { key: '__secret__:****' }],
    ['warning', 'My tool: nothing came', undefined],
  ])
})

const TASK = { record: { id: 'e', plan: { nodes: [], edges: [] } }, signal: new AbortController().signal }

/** Names and descriptions of the tools that a node offers. */
async function offered(
  node: { type: string; label: string; config: Record<string, unknown> },
  needs: Pick<ToolBoxNeeds, 'definitions' | 'workflow'> | Pick<ToolBoxNeeds, 'mcpTools'>,
) {
  const given: ToolBoxNeeds = {
    ...NO_TOOLS,
    definitions: new Map(),
    configOf: () => ({ config: node.config, secrets: [] }),
    effectsFor: () => ({}) as Effects,
    log: () => undefined,
    ...needs,
  }
  const tools = await toolsMade([{ id: 'n', ...node }], TASK as unknown as Task, given)
  return tools.map(({ name, description }) => [name, description])
}

test('a tool has the description of its node, otherwise that of its type or workflow', async () => {
  const type = {
    id: 'one',
    tool: true,
    description: 'Does one.',
    inputs: {},
    outputs: {},
    config: {},
    run: () => ({}),
    tags: [],
  }
  const called = {
    id: 'sub_workflow',
    tool: true,
    description: 'Calls.',
    inputs: {},
    outputs: {},
    config: {},
    run: () => ({}),
  }
  const definitions = new Map(
    [type, called].map((definition) => [definition.id, definition as unknown as NodeDefinition]),
  )
  const workflow = async () => ({ name: 'Place order', description: 'Orders.', schema: undefined })
  const needs = { definitions, workflow } as unknown as Pick<ToolBoxNeeds, 'definitions' | 'workflow'>
  const described = { instanceDescription: 'For lamps only.' }
  expect(await offered({ type: 'one', label: 'One', config: {} }, needs)).toEqual([['One', 'Does one.']])
  expect(await offered({ type: 'one', label: 'One', config: described }, needs)).toEqual([['One', 'For lamps only.']])
  const sub = { type: 'sub_workflow', label: 'Sub-workflow', config: { workflow: 'w' } }
  expect(await offered(sub, needs)).toEqual([['Place_order', 'Orders.']])
  expect(await offered({ ...sub, label: 'Buy', config: { ...sub.config, ...described } }, needs)).toEqual([
    ['Buy', 'For lamps only.'],
  ])
})

test('offers the named tools of an MCP server, or all', async () => {
  const remote = (name: string) => ({ name, description: name, parameters: {}, call: async () => null })
  const needs = { mcpTools: async () => [remote('look'), remote('launch')] } as unknown as Pick<
    ToolBoxNeeds,
    'mcpTools'
  >
  const names = async (config: object) =>
    (await offered({ type: 'mcp_tools', label: 'Remote', config: { ...config } }, needs)).map(([name]) => name)
  expect(await names({})).toEqual(['look', 'launch'])
  expect(await names({ include: [] })).toEqual(['look', 'launch'])
  expect(await names({ include: ['launch', 'gone'] })).toEqual(['launch'])
})
