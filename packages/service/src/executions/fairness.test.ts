import { expect, test } from 'vitest'
import { Client, node } from './testing/client.ts'

const gated = { nodes: [node('g', 'gate')], edges: [] }

test('workflows take turns even if one of them has a long queue', async () => {
  await using client = await Client.open('--max-concurrent-executions', '1')
  const [busy, other] = [await client.store(gated, 'Busy'), await client.store(gated, 'Other')]
  for (const _ of [1, 2, 3, 4]) await client.start(busy)
  const late = await client.start(other)
  // The busy workflow has one running; the other one must start after its second at the latest.
  for (const _ of [1, 2]) {
    if ((await client.statusOf(late)) !== 'pending') break
    await client.until(() => client.closedGates === 1)
    await client.openGate()
    await client.until(() => client.closedGates === 1)
  }
  expect(await client.statusOf(late)).toBe('running')
  const { data } = await client.call<object[]>('GET', '/executions?status=pending')
  expect(data.length).toBeGreaterThan(0)
})
