import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startHousekeeping } from './housekeeping.ts'
import { Client, echo, node } from './testing/client.ts'

const DAY_MS = 24 * 3600 * 1000
const FLAGS = ['--keep-executions-days', '2', '--keep-executions-per-workflow', '3', '--max-workflow-versions', '4']

let client: Client
beforeEach(async () => {
  client = await Client.open(...FLAGS)
})
afterEach(async () => {
  vi.useRealTimers()
  await client[Symbol.asyncDispose]()
})

const listed = async () => (await client.call<{ id: string }[]>('GET', '/executions')).data.map(({ id }) => id)

/** Advances the clock by a minute and expects only these executions to remain. */
async function leaves(ids: readonly string[]): Promise<void> {
  const { services, clock, config } = client.service
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const house = startHousekeeping({ executions: services.store.executions, clock, config, log: services.log })
  vi.advanceTimersByTime(60_000)
  await expect.poll(listed).toEqual(ids)
  await house.stop()
  vi.useRealTimers()
}

test('prunes finished executions by number and by age, and no unfinished one', async () => {
  const asking = await client.store({ nodes: [node('ask', 'text_prompt', { message: 'Well?' })], edges: [] }, 'Asks')
  const waiting = await client.start(asking)
  const workflow = await client.store(echo, 'Echo')
  const finished: string[] = []
  for (let count = 0; count < 5; count++) {
    const id = await client.start(workflow)
    await client.untilOver(id)
    finished.push(id)
  }
  await leaves([...finished.slice(-3).reverse(), waiting])

  client.service.clock.advance(2 * DAY_MS + 1)
  await leaves([waiting])
})

test('keeps only the newest versions of a workflow', async () => {
  const id = await client.store(echo, 'Saved often')
  for (let count = 0; count < 5; count++) await client.call('PUT', `/workflows/${id}`, { description: `${count}` })
  const { data } = await client.call<{ revision: number }[]>('GET', `/workflows/${id}/versions`)
  expect(data.map(({ revision }) => revision)).toEqual([6, 5, 4, 3])
})
