import { describe, expect, test } from 'vitest'
import { Client, echo, node } from './testing/client.ts'

const gated = { nodes: [node('g', 'gate')], edges: [] }

describe('more executions than may run', () => {
  test('wait as pending and run in order', async () => {
    await using client = await Client.open('--max-concurrent-executions', '1')
    const workflow = await client.store(gated)
    const ids = [await client.start(workflow), await client.start(workflow), await client.start(workflow)]
    await client.until(() => client.shutGates === 1)
    const statuses = () => Promise.all(ids.map((id) => client.statusOf(id)))
    expect(await statuses()).toEqual(['running', 'pending', 'pending'])
    await client.openGate()
    await client.until(() => client.shutGates === 1)
    expect(await statuses()).toEqual(['completed', 'running', 'pending'])
    await client.openGate()
    await client.openGate()
    await client.until(async () => (await statuses()).every((status) => status === 'completed'))
  })

  test('wait even if all of them come at the same moment, and none is forgotten', async () => {
    await using client = await Client.open('--max-concurrent-executions', '2')
    const workflow = await client.store(gated)
    const ids = await Promise.all(Array.from({ length: 12 }, () => client.start(workflow)))
    await client.until(() => client.shutGates === 2)
    for (let left = ids.length - 1; left >= 0; left--) {
      await client.openGate()
      await client.until(() => client.shutGates >= Math.min(2, left))
      expect(client.shutGates).toBeLessThanOrEqual(2)
    }
    for (const id of ids) expect((await client.untilOver(id)).status).toBe('completed')
    expect(client.mostShutGates).toBe(2)
  })

  test('a waiting one can be cancelled', async () => {
    await using client = await Client.open('--max-concurrent-executions', '1')
    const workflow = await client.store(gated)
    await client.start(workflow)
    const second = await client.start(workflow)
    expect((await client.call('POST', `/executions/${second}/cancel`)).status).toBe(200)
    expect(await client.statusOf(second)).toBe('cancelled')
  })

  test('are refused when too many wait, and taken again when there is room', async () => {
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
  test('ends what runs of it and removes its history', async () => {
    await using client = await Client.open('--max-concurrent-executions', '2')
    const workflow = await client.store({ nodes: [...gated.nodes, ...echo.nodes], edges: echo.edges })
    const ids = [await client.start(workflow), await client.start(workflow), await client.start(workflow)]
    await client.until(() => client.shutGates === 2)
    expect((await client.call('DELETE', `/workflows/${workflow}`)).status).toBe(200)
    await client.until(() => client.abortedGates >= 2)
    for (const id of ids) expect((await client.call('GET', `/pipelines/${id}`)).status).toBe(404)
    expect((await client.call('GET', '/executions')).data).toEqual([])
    const other = await client.store(echo)
    expect((await client.untilOver(await client.start(other))).status).toBe('completed')
    expect(client.service.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('leaves them alone when it is refused', async () => {
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
