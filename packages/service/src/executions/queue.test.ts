import { describe, expect, test } from 'vitest'
import { Client, echo, node } from './testing/client.ts'

const gated = { nodes: [node('g', 'gate')], edges: [] }

describe('more executions than slots', () => {
  test('are queued as pending and run in order', async () => {
    await using client = await Client.open('--max-concurrent-executions', '1')
    const workflow = await client.store(gated)
    const ids = [await client.start(workflow), await client.start(workflow), await client.start(workflow)]
    await client.until(() => client.closedGates === 1)
    const statuses = () => Promise.all(ids.map((id) => client.statusOf(id)))
    expect(await statuses()).toEqual(['running', 'pending', 'pending'])
    await client.openGate()
    await client.until(() => client.closedGates === 1)
    expect(await statuses()).toEqual(['completed', 'running', 'pending'])
    await client.openGate()
    await client.openGate()
    await client.until(async () => (await statuses()).every((status) => status === 'completed'))
  })

  test('are queued even if they start concurrently, and none is lost', async () => {
    await using client = await Client.open('--max-concurrent-executions', '2')
    const workflow = await client.store(gated)
    const ids = await Promise.all(Array.from({ length: 12 }, () => client.start(workflow)))
    await client.until(() => client.closedGates === 2)
    for (let left = ids.length - 1; left >= 0; left--) {
      await client.openGate()
      await client.until(() => client.closedGates >= Math.min(2, left))
      expect(client.closedGates).toBeLessThanOrEqual(2)
    }
    for (const id of ids) expect((await client.untilOver(id)).status).toBe('completed')
    expect(client.mostShutGates).toBe(2)
  })

  test('a queued execution can be cancelled', async () => {
    await using client = await Client.open('--max-concurrent-executions', '1')
    const workflow = await client.store(gated)
    await client.start(workflow)
    const second = await client.start(workflow)
    expect((await client.call('POST', `/executions/${second}/cancel`)).status).toBe(200)
    expect(await client.statusOf(second)).toBe('cancelled')
  })

  test('are rejected while the queue is full and accepted again when there is space', async () => {
    await using client = await Client.open('--max-concurrent-executions', '1', '--max-waiting-executions', '1')
    const workflow = await client.store(gated)
    const [first, second] = [await client.start(workflow), await client.start(workflow)]
    for (const path of [`/workflows/${workflow}/execute`, `/workflows/${workflow}/pipelines`]) {
      const refused = await client.call('POST', path)
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_EXECUTIONS' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    await client.openGate()
    await client.untilOver(first)
    await client.until(async () => (await client.statusOf(second)) === 'running')
    expect((await client.call('POST', `/workflows/${workflow}/execute`)).status).toBe(202)
  })
})

describe('deleting a workflow', () => {
  test('cancels its executions and removes their history', async () => {
    await using client = await Client.open('--max-concurrent-executions', '2')
    const workflow = await client.store({ nodes: [...gated.nodes, ...echo.nodes], edges: echo.edges })
    const ids = [await client.start(workflow), await client.start(workflow), await client.start(workflow)]
    await client.until(() => client.closedGates === 2)
    expect((await client.call('DELETE', `/workflows/${workflow}`)).status).toBe(200)
    await client.until(() => client.abortedGates >= 2)
    for (const id of ids) expect((await client.call('GET', `/pipelines/${id}`)).status).toBe(404)
    expect((await client.call('GET', '/executions')).data).toEqual([])
    const other = await client.store(echo)
    expect((await client.untilOver(await client.start(other))).status).toBe('completed')
    expect(client.service.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('does not touch its executions when the deletion is rejected', async () => {
    await using client = await Client.open()
    const workflow = await client.store(gated)
    const id = await client.start(workflow)
    const refused = await client.service.app.inject({
      method: 'DELETE',
      url: `/api/v1/workflows/${workflow}`,
      headers: { ...client.service.as('editor'), 'if-match': '"7"' },
    })
    expect(refused.statusCode).toBe(409)
    expect(await client.statusOf(id)).toBe('running')
  })
})
