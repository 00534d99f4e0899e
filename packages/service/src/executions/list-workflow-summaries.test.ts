import type { WorkflowSummary } from '@millrace/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Client, echo, edge, node } from './testing/client.ts'

let client: Client
beforeEach(async () => {
  client = await Client.open()
})
afterEach(() => client[Symbol.asyncDispose]())

const list = async (query = '') =>
  (await client.call<WorkflowSummary[]>('GET', `/workflow-summaries${query}`)).data.map(({ thumbnail, ...rest }) => ({
    thumbnail,
    ...rest,
  }))

test('lists thumbnail, node count, triggers, state and last run of each workflow', async () => {
  const plain = await client.store(echo, 'Plain')
  const started = await client.start(plain)
  await client.untilOver(started)
  await client.store(
    {
      nodes: [
        node('note', 'notes', { content: 'A note' }),
        node('in', 'webhook_trigger', { path: 'x', auth: 'token', secret: 'a long enough secret' }),
        node('out', 'output', {}),
      ],
      edges: [edge('in:body', 'out:value'), edge('note:value', 'out:value')],
      config: { publish: 'manual', active: false, tool: { name: 'it' } },
    },
    'Hooked',
  )
  const [hooked, first] = await list('?sort=created_at')
  expect(first).toMatchObject({
    id: plain,
    name: 'Plain',
    machineName: 'plain',
    revision: 1,
    publish: 'automatic',
    published_revision: 1,
    active: true,
    has_triggers: false,
    triggers: [],
    has_secrets: false,
    node_count: 2,
    last_run: { id: started, workflow_id: plain, status: 'completed' },
  })
  expect(hooked).toMatchObject({
    publish: 'manual',
    published_revision: null,
    has_unpublished_changes: true,
    active: false,
    has_triggers: true,
    triggers: ['webhook', 'tool'],
    has_secrets: true,
    node_count: 3,
    thumbnail: {
      nodes: [
        { x: 0, y: 0, type: 'webhook_trigger' },
        { x: 0, y: 0, type: 'output' },
      ],
      edges: [[0, 1]],
    },
    last_run: null,
  })
  await client.call('PUT', `/workflows/${plain}`, { nodes: [], edges: [] })
  expect((await list('?search=plain'))[0]).toMatchObject({ revision: 2, node_count: 0 })
})

test('stays small for workflows with 1,000 nodes', async () => {
  const many = Array.from({ length: 1000 }, (_, at) => node(`n${at}`, 'text_input', { defaultValue: 'x'.repeat(100) }))
  for (const name of ['One', 'Two']) await client.store({ nodes: many, edges: [] }, name)
  const size = async (path: string) => JSON.stringify((await client.call('GET', path)).body).length
  expect(await size('/workflow-summaries?limit=25')).toBeLessThan(10_000)
  expect(await size('/workflows?limit=25')).toBeGreaterThan(400_000)
})
