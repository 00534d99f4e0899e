import { type ExecutionEvent, type ExecutionRecord, Replay } from '@millrace/engine'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { END, PipelineUpdates } from './pipeline-updates.ts'

const NODES = 6

const record = {
  id: 'e',
  plan: {
    nodes: Array.from({ length: NODES }, (_, at) => ({
      id: `n${at}`,
      label: '',
      type: 't',
      config: {},
      loop: -1,
      heads: -1,
      inputs: [],
    })),
    edges: [],
    loops: [],
  },
} as unknown as ExecutionRecord

const HISTORY: readonly ExecutionEvent[] = [
  { type: 'started', v: 1, at: 1, inputs: {}, queued: true },
  { type: 'released', at: 2 },
  ...Array.from({ length: NODES }, (_, node) => [
    { type: 'step-started', at: 3, node, attempt: 1 } as const,
    { type: 'step-completed', at: 4, node, outputs: {}, logs: [{ level: 'info', message: `n${node}` }] } as const,
  ]).flat(),
  { type: 'finished', at: 5, status: 'completed' },
]

/** A journal with an engine that writes in batches and publishes the updates later. */
class World {
  readonly updates = new PipelineUpdates()
  readonly events: ExecutionEvent[] = []
  readonly #replay = new Replay(record.plan)
  readonly #untold: ExecutionEvent[][] = []

  write(count: number): void {
    const batch = HISTORY.slice(this.events.length, this.events.length + count)
    if (batch.length === 0) return
    this.events.push(...batch)
    this.#untold.push(batch)
  }

  tell(): void {
    const batch = this.#untold.shift()
    if (batch === undefined) return
    for (const event of batch) this.#replay.apply(event)
    const told = this.events.length - this.#untold.reduce((sum, one) => sum + one.length, 0)
    const { state } = this.#replay
    this.updates.publish({ record, events: batch, length: told, change: this.#replay.takeChange(), state })
  }

  async load(pause: number): Promise<{ record: ExecutionRecord; events: ExecutionEvent[] }> {
    for (let at = 0; at < pause; at++) await Promise.resolve()
    const events = [...this.events]
    for (let at = 0; at < pause; at++) await Promise.resolve()
    return { record, events }
  }
}

interface Seen {
  numbers: number[]
  logs: string[]
  jobs: Record<string, string>
  isEnded: boolean
}

const NOTHING: Seen = { numbers: [], logs: [], jobs: {}, isEnded: false }

/** Watches until the condition holds, the execution ends, or the watcher is cut off. */
async function watch(
  world: World,
  seen: Seen,
  { enough = Infinity, pause = 0, signal = new AbortController().signal },
) {
  let left = enough
  const after = seen.numbers.at(-1) ?? 0
  for await (const told of world.updates.follow('e', { after, signal, load: () => world.load(pause) })) {
    if (told === END) {
      seen.isEnded = true
      return
    }
    const { logs, jobs } = JSON.parse(told.json)
    seen.numbers.push(told.seq)
    seen.logs.push(...logs.map((line: { message: string }) => line.message))
    for (const job of jobs) seen.jobs[job.id] = job.status
    if (--left <= 0) return
  }
}

function expectAll({ numbers, logs, jobs, isEnded }: Seen): void {
  expect(isEnded).toBe(true)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(numbers.at(-1)).toBe(HISTORY.length)
  const isStart = (line: string) => line === 'Started'
  expect(logs.filter(isStart)).toHaveLength(NODES)
  expect(logs.filter((line) => !isStart(line))).toEqual(Array.from({ length: NODES }, (_, at) => `n${at}`))
  expect(Object.values(jobs)).toEqual(new Array(NODES).fill('completed'))
}

describe('a watcher', () => {
  test('receives everything once and in order across reconnects', async () => {
    const acts = fc.array(fc.tuple(fc.constantFrom('write', 'tell', 'rest'), fc.integer({ min: 1, max: 4 })), {
      maxLength: 60,
    })
    const visits = fc.array(fc.record({ enough: fc.integer({ min: 1, max: 6 }), pause: fc.nat(4) }), { maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(acts, visits, async (done, rounds) => {
        const world = new World()
        const seen: Seen = structuredClone(NOTHING)
        world.write(1)
        const watching = (async () => {
          for (const round of rounds) if (!seen.isEnded) await watch(world, seen, round)
          while (!seen.isEnded) await watch(world, seen, { enough: 50 })
        })()
        for (const [act, count] of done) {
          if (act === 'write') world.write(count)
          else if (act === 'tell') world.tell()
          else for (let at = 0; at < count; at++) await Promise.resolve()
        }
        while (world.events.length < HISTORY.length) world.write(3)
        for (let at = 0; at < HISTORY.length; at++) {
          world.tell()
          await Promise.resolve()
        }
        await watching
        expectAll(seen)
        expect(world.updates.watched).toBe(0)
      }),
      { numRuns: 500 },
    )
  })

  test('that is too slow is cut off without an end and loses nothing after reconnecting', async () => {
    const world = new World()
    world.write(1)
    const follow = world.updates.follow('e', {
      after: 0,
      signal: new AbortController().signal,
      load: () => world.load(0),
    })
    const slow = follow[Symbol.asyncIterator]()
    expect((await slow.next()).value).toMatchObject({ seq: 1 })
    const replay = new Replay(record.plan)
    const event = { type: 'logged', at: 1, level: 'info', message: 'x' } as const
    for (let at = 0; at < 3000; at++) {
      replay.apply(event)
      const { state } = replay
      world.updates.publish({ record, events: [event], length: at + 2, change: replay.takeChange(), state })
    }
    expect(await slow.next()).toEqual({ done: true, value: undefined })
    expect(world.updates.watched).toBe(0)
  })

  test('releases everything when it disconnects, even while the history is being read', async () => {
    const world = new World()
    world.write(3)
    const going = new AbortController()
    const watching = watch(world, structuredClone(NOTHING), { pause: 5, signal: going.signal })
    expect(world.updates.watched).toBe(1)
    going.abort()
    await watching
    expect(world.updates.watched).toBe(0)
  })

  test('a history that cannot be read ends it with that error', async () => {
    const updates = new PipelineUpdates()
    const signal = new AbortController().signal
    const all = updates.follow('e', { after: 0, signal, load: () => Promise.reject(new Error('gone')) })
    await expect(all[Symbol.asyncIterator]().next()).rejects.toThrow('gone')
    expect(updates.watched).toBe(0)
  })
})

test('serializes new updates once for all watchers', async () => {
  const world = new World()
  world.write(1)
  world.tell()
  const texts = new Set<string>()
  const watching = Array.from({ length: 50 }, async () => {
    const signal = new AbortController().signal
    for await (const told of world.updates.follow('e', { after: 1, signal, load: () => world.load(0) })) {
      if (told === END) return
      texts.add(told.json)
    }
  })
  for (let at = 0; at < 10; at++) await Promise.resolve()
  while (world.events.length < HISTORY.length) {
    world.write(5)
    world.tell()
  }
  await Promise.all(watching)
  expect(texts.size).toBe(Math.ceil((HISTORY.length - 1) / 5))
})

describe('a long history', () => {
  const ROUNDS = 20_000
  const long = {
    id: 'e',
    plan: { nodes: record.plan.nodes.slice(0, 1), edges: [], loops: [] },
  } as unknown as ExecutionRecord
  const events: ExecutionEvent[] = [
    { type: 'started', v: 1, at: 1, inputs: {}, queued: true },
    { type: 'released', at: 2 },
    ...Array.from(
      { length: ROUNDS },
      (_, at) => ({ type: 'logged', at: 3, level: 'info', message: `m${at}` }) as const,
    ),
    { type: 'finished', at: 5, status: 'completed' },
  ]

  test('is loaded once for fifty watchers at different positions', async () => {
    const updates = new PipelineUpdates()
    let loads = 0
    const load = async () => {
      loads += 1
      return { record: long, events }
    }
    const { signal } = new AbortController()
    const watchers = Array.from({ length: 50 }, () => updates.follow('e', { after: 0, signal, load }))
    const firsts = await Promise.all(watchers.map((watcher) => watcher.next()))
    expect(new Set(firsts.map(({ value }) => value)).size).toBe(1)
    let lines = 0
    for await (const told of watchers[0] ?? []) if (told !== END) lines += JSON.parse(told.json).logs.length
    expect(lines).toBeGreaterThan(ROUNDS - 100)
    expect(loads).toBe(1)
    await Promise.all(watchers.map((watcher) => watcher.return(undefined)))
    expect(updates.watched).toBe(0)
  })

  test('yields to other work while it is replayed', async () => {
    const updates = new PipelineUpdates()
    const { signal } = new AbortController()
    let [turns, isDone] = [0, false]
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const before = process.threadCpuUsage()
    for await (const _ of updates.follow('e', { after: 0, signal, load: async () => ({ record: long, events }) }));
    const { user, system } = process.threadCpuUsage(before)
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(Math.floor((user + system) / 1000 / 250))
  })
})
