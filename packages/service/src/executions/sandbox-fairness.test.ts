/** One caller cannot occupy the whole sandbox. Real service, real sandbox processes. */
import { expect, test, vi } from 'vitest'
import { Client, node } from './testing/client.ts'

vi.setConfig({ testTimeout: 120_000 })

const LOOP = { nodes: [node('loop', 'code', { source: 'while (true) {}', timeoutMs: 60_000 })], edges: [] }
const QUICK = { nodes: [node('quick', 'code', { source: 'return 1' })], edges: [] }

test('workflows run while another caller has eight loops of a minute in the sandbox', async () => {
  await using client = await Client.open()
  const loops: string[] = []
  for (let at = 0; at < 8; at++) {
    const started = await client.call<{ execution_id: string }>('POST', '/execute', { workflow: LOOP }, 'operator')
    expect(started.status).toBe(202)
    loops.push(started.data.execution_id)
  }
  const detail = await client.run(QUICK)
  expect(detail.status).toBe('completed')
  // None of the loops has ended meanwhile: the workflow did not wait for them.
  for (const id of loops) expect(['pending', 'running']).toContain(await client.statusOf(id))
  for (const id of loops) await client.call('POST', `/executions/${id}/cancel`, {}, 'operator')
})

test('--max-code-seconds cuts the time limit of a code node', async () => {
  await using client = await Client.open('--max-code-seconds', '1')
  const detail = await client.run(LOOP)
  expect(detail.status).toBe('failed')
  expect(detail.node_statuses.loop?.error).toContain('1000 ms')
})

test('two tokens with the same name are scheduled separately', async () => {
  await using client = await Client.open()
  const { auth } = client.service.services
  const token = async () =>
    (await auth.tokens.create({ name: 'CI', role: 'operator', createdBy: 'the test', expiresAt: null })).secret
  const [greedy, modest] = [await token(), await token()]
  const start = async (workflow: object, secret: string): Promise<string> => {
    const headers = { authorization: `Bearer ${secret}` }
    const reply = await client.service.app.inject({
      method: 'POST',
      url: '/api/v1/execute',
      headers,
      payload: { workflow },
    })
    expect(reply.statusCode).toBe(202)
    return reply.json().data.execution_id
  }
  const second = { nodes: [node('loop', 'code', { source: 'while (true) {}', timeoutMs: 1000 })], edges: [] }
  const many: string[] = []
  for (let at = 0; at < 16; at++) many.push(await start(second, greedy))
  await client.untilOver(await start(QUICK, modest))
  const statuses = await Promise.all(many.map((id) => client.statusOf(id)))
  // The call is served after the first of the loops, not after all of them.
  expect(statuses.filter((status) => status === 'running').length).toBeGreaterThan(8)
  for (const id of many) await client.call('POST', `/executions/${id}/cancel`, {})
})
