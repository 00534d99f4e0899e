/** When a process receives the messages about executions of other processes. */
import type { ExecutionEvent, ExecutionRecord } from '@millrace/engine'
import { planOf } from '@millrace/engine/testing/drawing'
import { memoryBuses } from '@millrace/store/testing/memory-bus'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Completions } from './completions.ts'
import { RemoteEvents } from './remote-events.ts'

const RECORD: ExecutionRecord = {
  ...{ id: 'e1', workflowId: 'w1', createdAt: 1, plan: planOf('a'), secrets: null, depth: 0, about: {} },
}
const EVENTS: readonly ExecutionEvent[] = [
  { type: 'started', v: 1, at: 1, inputs: {} },
  { type: 'finished', at: 2, status: 'cancelled' },
]

test('a worker receives them while a step waits for an execution', async () => {
  const buses = memoryBuses()
  const other = buses.connect()
  let reads = 0
  const remote = new RemoteEvents({
    bus: buses.connect(),
    journal: {
      load: async () => {
        reads += 1
        return { record: RECORD, events: EVENTS }
      },
    },
    histories: { ends: async () => new Map(), after: () => Promise.reject(new Error('read twice')) },
    log: pino({ level: 'silent' }),
    isOnDemand: true,
  })
  const completions = new Completions()
  remote.follow(completions)
  completions.onWait(() => remote.listen())
  const hints: string[] = []
  remote.onHint(({ id }) => hints.push(id))
  const heard = new Promise<void>((resolve) => void other.listen('written', (_, isOwn) => isOwn && resolve()))
  const publish = (id: string) => other.publish('written', JSON.stringify([{ id, length: 2, count: 1, isOver: true }]))

  publish('before')
  await heard
  expect(hints).toEqual([])
  const ending = completions.wait('e1')
  publish('e1')
  expect((await ending.state)?.status).toBe('cancelled')
  expect([hints, reads]).toEqual([['e1'], 1])
  // No step waits any more.
  const heardLater = async () => {
    hints.length = 0
    publish('after')
    await new Promise((resolve) => void setImmediate(resolve))
    return hints
  }
  await expect.poll(heardLater, { interval: 100 }).toEqual([])
  remote.close()
})
