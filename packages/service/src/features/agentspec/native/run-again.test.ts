/** A node of Agent Spec whose step was cut off, with the notes that it left. */
import { catalogueOf, type RunContext } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { expect, test } from 'vitest'
import { withAgentSpecRuns } from './native-runs.ts'

const definitions = await loadBuiltInNodes()
const api = catalogueOf(definitions).types.get('agentspec.api_node')
const definition = definitions.find(({ id }) => id === 'agentspec.api_node')
if (api === undefined || definition === undefined) throw new Error('there is no such type')
const run = withAgentSpecRuns(new Map([[definition.id, definition]]), {
  host: { mcpTools: async () => [], defaultModel: undefined },
  types: new Map([[api.node_type_id, api]]),
  registry: () => ({ tool: async () => undefined, agent: async () => undefined }),
}).get(definition.id)?.run

/** Runs the node with what an earlier run kept; the notes and the calls it made. */
async function again(notes: Record<string, unknown>, method: string) {
  const kept: Record<string, unknown> = { ...notes }
  let calls = 0
  const context = {
    config: { endpoint: 'https://api.test/', method, dynamicOutputs: [{ name: 'response', dataType: 'mixed' }] },
    inputs: {},
    launch: {},
    notes,
    replies: [],
    label: 'call',
    idempotencyKey: 'key',
    signal: new AbortController().signal,
    toolsFor: async () => [],
    isWired: () => true,
    say: () => {},
    log: () => {},
    note: async (key: string, value: unknown) => {
      kept[key] = value
    },
    effects: { now: () => 1, http: async () => ({ status: 200, headers: {}, url: '', body: String(++calls) }) },
  }
  const result = await Promise.resolve(run?.(context as unknown as RunContext)).catch((error: unknown) => error)
  return { result, kept, calls }
}

test('a step that is run again does nothing twice: what ended is known, and what may have happened is a failure', async () => {
  const first = await again({}, 'POST')
  expect(first).toMatchObject({ result: { response: 1 }, calls: 1 })
  expect(Object.keys(first.kept).sort()).toEqual(['1', '1!'])
  expect(await again(first.kept, 'POST')).toMatchObject({ result: { response: 1 }, calls: 0 })
  const { '1': _, ...cut } = first.kept
  expect(await again(cut, 'POST')).toMatchObject({ result: { code: 'INTERRUPTED_BY_CRASH' }, calls: 0 })
  expect(await again({}, 'GET')).toMatchObject({ result: { response: 1 }, calls: 1 })
})
