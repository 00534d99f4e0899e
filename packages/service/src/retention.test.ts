/** Retention of conversations, stored values and files. */
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { edge, node } from './executions/testing/client.ts'
import { shout, Talk } from './playground/testing/talk.ts'
import { removeExpired, startRetention } from './retention.ts'

const DAY_MS = 24 * 3600 * 1000
const { signal } = new AbortController()
const rest = async () => {}
const NONE = { sessionRetentionDays: 0, messageRetentionDays: 0, keyValueRetentionDays: 0, fileRetentionDays: 0 }

let talk: Talk
beforeEach(async () => {
  talk = await Talk.open()
})
afterEach(() => talk[Symbol.asyncDispose]())

function clean(days: Partial<typeof NONE>): Promise<void> {
  const { services, clock } = talk.client.service
  const config = { ...services.config, ...NONE, ...days }
  return removeExpired({ ...services, clock, config }, { signal, rest })
}

const statusOf = async (path: string) => (await talk.client.call('GET', path)).status
const statusOfSession = (id: string) => statusOf(`/playground/sessions/${id}`)

/** What the memory of a session has, oldest first. */
async function remembered(id: string, ...contents: string[]): Promise<string[]> {
  const messages = contents.map((content) => ({ role: 'user', content }))
  const { memories } = talk.client.service.services.store
  const all = await memories.remember({ kind: 'session', id }, `step ${++steps}`, { messages, max: 9 })
  return all.map(({ content }) => content)
}
let steps = 0

test('removes conversations with messages and executions, except those in progress', async () => {
  const old = await talk.begin(shout)
  await remembered(old.id, 'a memory')
  const [sent] = await talk.say(old.id, 'hello')
  const asking = {
    nodes: [node('in', 'chat_input'), node('ask', 'text_prompt', { message: 'Well?' })],
    edges: [edge('in:trigger', 'ask:trigger')],
  }
  const waiting = await talk.begin(asking)
  await talk.send(waiting.id, 'hello')
  await talk.question(waiting.id)
  talk.client.service.clock.advance(7 * DAY_MS)
  const recent = await talk.begin(shout)
  talk.client.service.clock.advance(4 * DAY_MS)

  const stream = await talk.overhear(old.id, {})
  await clean({ sessionRetentionDays: 10 })
  await stream.heard
  expect(await Promise.all([old, waiting, recent].map(({ id }) => statusOfSession(id)))).toEqual([404, 200, 200])
  expect(await statusOf(`/executions/${sent?.executionId}`)).toBe(404)
  expect(await remembered(old.id)).toEqual([])
})

test('removes old messages of a conversation that is kept, and passes only the others to the workflow', async () => {
  const session = await talk.begin(shout)
  const [first] = await talk.say(session.id, 'old secret')
  await remembered(session.id, 'a memory')
  talk.client.service.clock.advance(7 * DAY_MS)
  await talk.say(session.id, 'recent')
  talk.client.service.clock.advance(4 * DAY_MS)
  await clean({ messageRetentionDays: 10 })
  const page = await talk.client.call('GET', `/playground/sessions/${session.id}/messages`)
  expect([page.status, JSON.stringify(page.body)]).toEqual([200, expect.not.stringContaining('old secret')])
  expect(JSON.stringify(page.body)).toContain('recent')
  expect(page.body).toMatchObject({ hasOlder: false })
  const [next] = await talk.say(session.id, 'third')
  const detail = await talk.client.call('GET', `/executions/${next?.executionId}`)
  expect(JSON.stringify(detail.body)).not.toContain('old secret')
  // The execution has an age of its own, and the memory is kept with its conversation.
  const processed = await talk.client.call('GET', `/executions/${first?.executionId}`)
  expect(JSON.stringify(processed.body)).toContain('old secret')
  expect(await remembered(session.id)).toEqual(['a memory'])
  await talk.client.call('POST', `/playground/sessions/${session.id}/reset`)
  expect(await remembered(session.id)).toEqual([])
})

test('removes values that were not written again, and no setting of the service', async () => {
  const store = async (key: string) => {
    const config = { operation: 'set', namespace: 'n', key, value: 1 }
    const id = await talk.client.start(await talk.client.store({ nodes: [node('kv', 'key_value', config)], edges: [] }))
    await talk.client.untilOver(id)
  }
  const { keyValues } = talk.client.service.services.store
  const settings = 'millrace settings'.padEnd(101, '.')
  await keyValues.set(settings, 'x', 1)
  await store('old')
  await store('again')
  talk.client.service.clock.advance(3 * DAY_MS)
  await store('again')
  await clean({ keyValueRetentionDays: 2 })
  expect((await keyValues.list('n')).map(({ key }) => key)).toEqual(['again'])
  expect(await keyValues.get(settings, 'x')).toBe(1)
})

test('rests after each batch', async () => {
  const { services, clock } = talk.client.service
  const { keyValues } = services.store
  const keys = Array.from({ length: 501 }, (_, at) => `${at}`)
  await Promise.all(keys.map((key) => keyValues.set('n', key, 1, clock.now() - 2 * DAY_MS)))
  const left: number[] = []
  const config = { ...services.config, ...NONE, keyValueRetentionDays: 1 }
  const count = async () => void left.push((await keyValues.list('n')).length)
  await removeExpired({ ...services, clock, config }, { signal, rest: count })
  expect([left, await keyValues.list('n')]).toEqual([[1], []])
})

test('removes what has expired only if an age is set', async () => {
  const { id } = await talk.begin(shout)
  const said = await talk.say(id, 'hello')
  const { services, clock } = talk.client.service
  await services.store.keyValues.set('n', 'k', 1, clock.now())
  const folder = join(services.config.dataDir, 'files')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'old.txt')
  writeFileSync(file, 'x')
  utimesSync(file, clock.now() / 1000, clock.now() / 1000)
  clock.advance(40_000 * DAY_MS)
  await clean({})
  expect([await statusOfSession(id), await services.store.keyValues.get('n', 'k'), existsSync(file)]).toEqual([
    ...[200, 1, true],
  ])
  expect((await talk.page(id)).data).toHaveLength(said.length)
  await clean({ messageRetentionDays: 1 })
  expect((await talk.page(id)).data).toEqual([])
  await clean({ sessionRetentionDays: 1, keyValueRetentionDays: 1, fileRetentionDays: 1 })
  expect([await statusOfSession(id), await services.store.keyValues.get('n', 'k'), existsSync(file)]).toEqual([
    ...[404, undefined, false],
  ])
})

test('looks for expired data every 10 minutes, and logs how much it removed', async () => {
  const { services, clock } = talk.client.service
  const { keyValues } = services.store
  const expire = async (...keys: string[]) => {
    for (const key of keys) await keyValues.set('n', key, 1, clock.now() - 2 * DAY_MS)
  }
  const lines: object[] = []
  // Not polled: that would advance the timers.
  let isLogged = Promise.withResolvers<void>()
  const info = (facts: object, message: string) => {
    lines.push({ ...facts, message })
    isLogged.resolve()
  }
  const config = { ...services.config, ...NONE, keyValueRetentionDays: 1 }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const retention = startRetention({ ...services, clock, config, log: { ...services.log, info } })
  await expire('a', 'b')
  vi.advanceTimersByTime(10 * 60_000 - 1)
  expect(await keyValues.list('n')).toHaveLength(2)
  vi.advanceTimersByTime(1)
  await isLogged.promise
  isLogged = Promise.withResolvers()
  await expire('c')
  vi.advanceTimersByTime(10 * 60_000)
  await isLogged.promise
  // Nothing has expired, and nothing is logged.
  vi.advanceTimersByTime(10 * 60_000)
  await retention.stop()
  vi.useRealTimers()
  const removed = (values: number) => ({
    ...{ sessions: 0, messages: 0, values, files: 0, usage: 0 },
    message: 'retention removed expired data',
  })
  expect(lines).toEqual([removed(2), removed(1)])
  expect(await keyValues.list('n')).toEqual([])
})
