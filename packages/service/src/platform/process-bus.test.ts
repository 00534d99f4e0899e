import { memoryBuses } from '@millrace/store/testing/memory-bus'
import { expect, test } from 'vitest'
import { processBus } from './process-bus.ts'

test.each(['worker', 'api', 'all'] as const)('the messages that a process with the role %s gets', async (role) => {
  const buses = memoryBuses()
  const input = { store: { cluster: { bus: buses.connect() } }, config: { cluster: { role } } }
  const bus = processBus(input as unknown as Parameters<typeof processBus>[0])
  const heard: string[] = []
  const channels = ['written', 'calls', 'replies', 'deltas', 'asks', 'sessions', 'changes', 'steps'] as const
  for (const channel of channels) bus?.listen(channel, () => heard.push(channel))
  const other = buses.connect()
  for (const channel of channels) other.publish(channel, 'x')
  await expect.poll(() => heard).toContain('asks')
  expect(heard.sort()).toEqual(
    (role === 'worker' ? ['written', 'calls', 'replies', 'asks', 'steps'] : [...channels]).sort(),
  )
})

test('without a cluster there is no bus', () => {
  expect(processBus({ store: { cluster: undefined }, config: { cluster: undefined } } as never)).toBeUndefined()
})
