import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Bus, MAX_PAYLOAD_BYTES } from './bus.ts'
import { openPostgresBus } from './postgres/postgres-bus.ts'
import { memoryBuses } from './testing/memory-bus.ts'
import { cutConnections, type PostgresServer, startPostgres } from './testing/postgres-server.ts'

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server.stop())

/** A way to open connected buses, and to cut all their connections. */
interface Backend {
  open(): Promise<Bus>
  cutAll(): Promise<void>
}

function postgresBackend(): () => Promise<Backend> {
  return async () => {
    const url = await server.freshDatabase()
    return { open: () => openPostgresBus(url), cutAll: () => cutConnections(url, 'millrace bus') }
  }
}

async function memoryBackend(): Promise<Backend> {
  const buses = memoryBuses()
  const opened: ReturnType<typeof buses.connect>[] = []
  return {
    async open() {
      const bus = buses.connect()
      opened.push(bus)
      return bus
    },
    async cutAll() {
      for (const bus of opened) bus.cut()
      setImmediate(() => {
        for (const bus of opened) bus.restore()
      })
    },
  }
}

describe.each([
  ['Postgres', postgresBackend()],
  ['memory', memoryBackend],
])('a bus on %s', (_, start) => {
  let backend: Backend
  let one: Bus
  let other: Bus

  beforeEach(async () => {
    backend = await start()
    one = await backend.open()
    other = await backend.open()
  })

  afterEach(() => Promise.all([one.close(), other.close()]))

  const heardBy = (bus: Bus) => {
    const heard: string[] = []
    bus.listen('deltas', (payload, isOwn) => heard.push(isOwn ? `own ${payload}` : payload))
    return heard
  }

  test('delivers the messages of a channel in order, also to the sender', async () => {
    const [own, others, foreign] = [heardBy(one), heardBy(other), [] as string[]]
    other.listen('written', (payload) => foreign.push(payload))
    const sent = Array.from({ length: 3_000 }, (_unused, at) => `m${at}`)
    for (const payload of sent) one.publish('deltas', payload)
    await expect.poll(() => others.length).toBe(sent.length)
    expect(others).toEqual(sent)
    await expect.poll(() => own.length).toBe(sent.length)
    expect(own[0]).toBe('own m0')
    expect(foreign).toEqual([])
  })

  test('delivers equal messages of one turn each', async () => {
    const heard = heardBy(other)
    for (const payload of ['a', 'a', 'a']) one.publish('deltas', payload)
    await expect.poll(() => heard).toEqual(['a', 'a', 'a'])
  })

  test('delivers the longest allowed message and rejects a longer one', async () => {
    const heard = heardBy(other)
    const longest = 'ä'.repeat(MAX_PAYLOAD_BYTES / 2)
    for (const payload of [longest, 'short', longest]) one.publish('deltas', payload)
    expect(() => one.publish('deltas', `${longest}x`)).toThrow('at most 7500 bytes (got 7501)')
    expect(() => one.publish('deltas', 'a\nb')).toThrow('control characters')
    await expect.poll(() => heard).toEqual([longest, 'short', longest])
  })

  test('stops calling a listener that was removed', async () => {
    const heard: string[] = []
    const stop = other.listen('deltas', (payload) => heard.push(payload))
    const kept = heardBy(other)
    stop()
    one.publish('deltas', 'a')
    await expect.poll(() => kept).toEqual(['a'])
    expect(heard).toEqual([])
  })

  test('reports a gap after its connection broke, and delivers later messages', async () => {
    const heard = heardBy(other)
    const gaps = { one: 0, other: 0 }
    one.onGap(() => {
      gaps.one += 1
    })
    other.onGap(() => {
      gaps.other += 1
    })
    await backend.cutAll()
    await expect.poll(() => Math.min(gaps.one, gaps.other)).toBeGreaterThan(0)
    expect([one.isConnected, other.isConnected]).toEqual([true, true])
    one.publish('deltas', 'later')
    await expect.poll(() => heard).toEqual(['later'])
  })

  test('sends messages that were published while the connection was away, once', async () => {
    const heard: string[] = []
    const third = await backend.open()
    let gaps = 0
    other.onGap(() => {
      gaps += 1
    })
    other.listen('deltas', (payload) => heard.push(payload))
    one.publish('deltas', 'before')
    await expect.poll(() => heard).toEqual(['before'])
    await backend.cutAll()
    await expect.poll(() => gaps).toBeGreaterThan(0)
    const rest = Array.from({ length: 200 }, (_unused, at) => `m${at}`)
    for (const payload of rest) one.publish('deltas', payload)
    await expect.poll(() => heard.at(-1)).toBe('m199')
    expect(heard).toEqual(['before', ...rest])
    await third.close()
  })
})

test('a bus sends what is queued before it closes', async () => {
  const url = await server.freshDatabase()
  const [one, other] = await Promise.all([openPostgresBus(url), openPostgresBus(url)])
  const heard: string[] = []
  other.listen('written', (payload) => heard.push(payload))
  one.publish('written', 'last')
  await one.close()
  await expect.poll(() => heard).toEqual(['last'])
  await other.close()
})

test('a bus stops receiving a channel that has no listener here, until it has one', async () => {
  const url = await server.freshDatabase()
  const [one, other] = await Promise.all([openPostgresBus(url), openPostgresBus(url)])
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  const isUnlistened = async () => {
    const { rows } = await sql.query("SELECT query FROM pg_stat_activity WHERE application_name = 'millrace bus'")
    return rows.some(({ query }) => query === 'UNLISTEN millrace_written')
  }
  let gaps = 0
  other.onGap(() => {
    gaps += 1
  })
  const heard: string[] = []
  const own: string[] = []
  one.listen('written', (payload) => own.push(payload))
  const stop = other.listen('written', (payload) => heard.push(payload))
  one.publish('written', 'a')
  await expect.poll(() => heard).toEqual(['a'])
  stop()
  expect(await isUnlistened()).toBe(false)
  one.publish('written', 'b')
  await expect.poll(isUnlistened).toBe(true)
  one.publish('written', 'c')
  await expect.poll(() => own).toContain('c')
  await new Promise<void>((ready) => void other.listen('written', (payload) => heard.push(payload), ready))
  one.publish('written', 'd')
  await expect.poll(() => heard).toEqual(['a', 'd'])
  expect(gaps).toBe(0)
  await Promise.all([one.close(), other.close(), sql.end()])
})

test('reports an unreachable server', async () => {
  await expect(openPostgresBus('postgres://nobody@127.0.0.1:1/nothing')).rejects.toThrow(
    'The Postgres database does not answer: connect ECONNREFUSED',
  )
})
