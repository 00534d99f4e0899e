import type { Task } from '@millrace/engine'
import { type Effects, type NodeDefinition, NodeFailure, type RunContext } from '@millrace/model'
import { expect, test } from 'vitest'
import { NO_TOOLS, toolsMade } from './tool-box.ts'

const SECRET = 'hush-hush-tool'

/** The tool that a node is, with a secret of its own, and what it logs. */
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

test('what a tool gives back is free of its secrets', async () => {
  const { tool } = await toolThat(({ config }) => ({ said: `with ${config.key}` }))
  expect(await tool.call({}, 'k')).toEqual({ said: 'with __secret__:****' })
})

test.each([
  ['a failure', new NodeFailure('NO_LUCK', `not with ${SECRET}`), 'NO_LUCK'],
  ['an error', new Error(`not with ${SECRET}`), 'FAILED'],
])('so is %s', async (_, error, code) => {
  const { tool } = await toolThat(() => {
    throw error
  })
  await expect(tool.call({}, 'k')).rejects.toMatchObject({ code, message: 'not with __secret__:****' })
})

test('what a tool logs is in the log of the agent, under its label and free of its secrets', async () => {
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
