/** The contract of journals: every implementation that passes works under the engine. */
import { describe, expect, test } from 'vitest'
import type { ExecutionEvent } from '../core/events.ts'
import type { ExecutionSummary, Journal } from '../ports.ts'
import { done, oddValues, queued, running, sampleRecord, started, step } from './journal-samples.ts'

export interface JournalBackend {
  /** An empty journal; the caller closes it. */
  open(): Promise<Journal>
  /** Tests that are left out, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>
}

/** Runs the contract over a backend: `journalContract('memory', { open: async () => new MemoryJournal() })`. */
export function journalContract(name: string, { open, skip = {} }: JournalBackend): void {
  const check = (title: string, run: (journal: Journal) => Promise<void>) => {
    const reason = skip[title]
    test.skipIf(reason !== undefined)(reason === undefined ? title : `${title} (left out: ${reason})`, async () => {
      await run(await open())
    })
  }

  describe(`the journal on ${name}`, () => {
    describe('histories', () => historyContract(check))
    describe('appends', () => appendContract(check))
    describe('values', () => valueContract(check))
    describe('queues', () => queueContract(check))
  })
}

type Check = (title: string, run: (journal: Journal) => Promise<void>) => void

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

function historyContract(check: Check): void {
  check('loads an execution as it was created', async (journal) => {
    const record = sampleRecord('a', {
      parent: { execution: 'p', node: 3, scope: '0:1' },
      depth: 2,
      about: {
        startedBy: 'Ada 😀',
        origin: { source: 'stored', byWriter: true },
        kanban: { columns: [{ key: 'é', label: '', statuses: ['failed'] }] },
      },
    })
    await journal.create(record, [started(1)], running)
    expect(await journal.load('a')).toStrictEqual({ record, events: [started(1)] })
  })

  check('keeps encrypted secrets unchanged', async (journal) => {
    const secrets = new Uint8Array([0, 1, 254, 255])
    await journal.create(sampleRecord('a', { secrets }), [started(1)], running)
    expect((await journal.load('a'))?.record.secrets).toStrictEqual(secrets)
  })

  check('keeps the plan of each execution', async (journal) => {
    const plan = (label: string) => ({
      nodes: [],
      edges: [],
      loops: [],
      tools: [{ id: 't', type: 'x', label, config: {} }],
    })
    for (const id of ['a', 'b', 'c']) {
      await journal.create(sampleRecord(id, { plan: plan(id === 'c' ? 'new' : 'old') }), [started(1)], running)
    }
    expect((await journal.load('a'))?.record.plan).toStrictEqual(plan('old'))
    expect((await journal.load('b'))?.record.plan).toStrictEqual(plan('old'))
    expect((await journal.load('c'))?.record.plan).toStrictEqual(plan('new'))
  })

  check('returns undefined for a missing execution', async (journal) => {
    expect(await journal.load('a')).toBeUndefined()
    expect(await journal.load('a\0b')).toBeUndefined()
  })

  check('rejects a second execution with the same id and keeps the first', async (journal) => {
    await journal.create(sampleRecord('a', { depth: 1 }), [started(1)], running)
    await expect(journal.create(sampleRecord('a', { depth: 2 }), [started(2)], running)).rejects.toThrow('a exists')
    expect(await journal.load('a')).toStrictEqual({ record: sampleRecord('a', { depth: 1 }), events: [started(1)] })
  })

  check('returns a copy of the history', async (journal) => {
    await journal.create(sampleRecord('a'), [started(1)], running)
    const loaded = (await journal.load('a'))?.events as ExecutionEvent[]
    loaded.push(step(9))
    expect((await journal.load('a'))?.events).toStrictEqual([started(1)])
  })
}

function appendContract(check: Check): void {
  check('appends events in order, one or many at a time', async (journal) => {
    await journal.create(sampleRecord('a'), [started(1), step(0)], running)
    await journal.append('a', 2, [step(1)])
    await journal.append('a', 3, [step(2), step(3), step(4)])
    await journal.append('a', 6, [])
    await journal.append('a', 6, [step(5)], done)
    expect((await journal.load('a'))?.events).toStrictEqual([started(1), ...upTo(6).map((n) => step(n))])
  })

  check('keeps the histories of concurrent executions separate', async (journal) => {
    const ids = upTo(30).map((n) => `e${n}`)
    await Promise.all(ids.map((id) => journal.create(sampleRecord(id), [started(1)], running)))
    await Promise.all(
      ids.map(async (id, at) => {
        for (const n of upTo(20)) await journal.append(id, n + 1, [step(at * 100 + n)])
      }),
    )
    for (const [at, id] of ids.entries()) {
      const events = [started(1), ...upTo(20).map((n) => step(at * 100 + n))]
      expect((await journal.load(id))?.events).toStrictEqual(events)
    }
  })

  check('rejects an append to a history of another length and writes nothing', async (journal) => {
    await journal.create(sampleRecord('a'), [started(1), step(0)], running)
    for (const length of [0, 1, 3, 100]) {
      await expect(journal.append('a', length, [step(9)], done)).rejects.toThrow('a has 2 events')
    }
    expect((await journal.load('a'))?.events).toStrictEqual([started(1), step(0)])
    expect(await journal.active('', 10)).toStrictEqual(['a'])
  })

  check('rejects an append to a missing execution', async (journal) => {
    await expect(journal.append('a', 0, [step(1)])).rejects.toThrow('no execution a')
    await expect(journal.append('a\0b', 0, [step(1)])).rejects.toThrow('no execution')
    expect(await journal.load('a')).toBeUndefined()
  })

  check('rejects failing appends without affecting concurrent ones', async (journal) => {
    const ids = upTo(40).map((n) => `e${n}`)
    await Promise.all(ids.map((id) => journal.create(sampleRecord(id), [started(1)], running)))
    const answers = await Promise.allSettled([
      ...ids.map((id, at) => journal.append(id, at % 4 === 0 ? 7 : 1, [step(at)], done)),
      journal.append('nobody', 1, [step(1)]),
      journal.create(sampleRecord('e1'), [started(2)], running),
      journal.create(sampleRecord('new'), [started(2)], running),
    ])
    const isWrong = (at: number) => (at < 40 ? at % 4 === 0 : at < 42)
    expect(answers.map(({ status }) => status)).toStrictEqual(
      answers.map((_, at) => (isWrong(at) ? 'rejected' : 'fulfilled')),
    )
    for (const [at, id] of ids.entries()) {
      const added = isWrong(at) ? [] : [step(at)]
      expect((await journal.load(id))?.events).toStrictEqual([started(1), ...added])
    }
    expect(await journal.active('', 100)).toStrictEqual([...ids.filter((_, at) => isWrong(at)), 'new'].sort())
  })

  check('accepts exactly one of many appends at the same position', async (journal) => {
    await journal.create(sampleRecord('a'), [started(0)], running)
    for (const round of upTo(10)) {
      const answers = await Promise.allSettled(upTo(8).map((n) => journal.append('a', round + 1, [step(n)])))
      const winners = answers.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
      expect(winners).toHaveLength(1)
      expect((await journal.load('a'))?.events.at(-1)).toStrictEqual(step(winners[0] ?? -1))
    }
    expect((await journal.load('a'))?.events).toHaveLength(11)
  })

  check('keeps the order of writes that are not awaited, also if a value is large', async (journal) => {
    const rows = Array.from({ length: 40_000 }, (_, at) => ({ at, name: `row ${at}` }))
    await Promise.all([
      journal.create(sampleRecord('a'), [{ ...started(1), inputs: { rows } }], queued),
      journal.append('a', 1, [step(1, { rows })], running),
      journal.append('a', 2, [step(2)], running),
      journal.setSummary('a', done),
    ])
    const stored = await journal.load('a')
    expect(stored?.events.map((event) => event.at)).toStrictEqual([1, step(1).at, step(2).at])
    expect(await journal.active('', 10)).toStrictEqual([])
  })

  check('keeps the order of writes that are not awaited', async (journal) => {
    const writes = [journal.create(sampleRecord('a'), [started(0)], running)]
    for (const n of upTo(20)) writes.push(journal.append('a', n + 1, [step(n)], n === 19 ? done : queued))
    await Promise.all(writes)
    expect((await journal.load('a'))?.events).toHaveLength(21)
    expect(await journal.pending(10)).toStrictEqual([])
  })
}

function valueContract(check: Check): void {
  check('keeps every JSON value', async (journal) => {
    const [first, ...rest] = oddValues()
    await journal.create(sampleRecord('a'), [{ ...started(1), inputs: { first } }], running)
    for (const [at, value] of rest.entries()) await journal.append('a', at + 1, [step(at, { value })])
    expect(asJson((await journal.load('a'))?.events)).toStrictEqual([
      { ...started(1), inputs: { first } },
      ...rest.map((value, at) => step(at, { value })),
    ])
  })

  check('keeps large values in every position', async (journal) => {
    const text = 'naïve 😀 '.repeat(20_000)
    const list = upTo(30_000)
    const events: ExecutionEvent[] = [
      { ...started(1), inputs: { text, small: 1 }, reused: { 3: { outputs: { list, text }, taken: ['x'] } } },
      { type: 'queued', at: 2, inputs: { text } },
      step(1, { list, text, note: { $value: 'a look-alike', bytes: 1 } }),
      { type: 'step-waits', at: 3, node: 2, until: 9, outputs: { text: [text] } },
      { type: 'logged', at: 4, level: 'info', message: text },
    ]
    await journal.create(sampleRecord('a'), events, running)
    await journal.append('a', events.length, [step(7, { text })])
    expect(asJson((await journal.load('a'))?.events)).toStrictEqual([...events, step(7, { text })])
  })

  check('keeps a long history complete and in order', async (journal) => {
    const batches = Array.from({ length: 60 }, (_, at) => upTo(250).map((item) => step(at, { item })))
    await journal.create(sampleRecord('a'), [started(1)], running)
    let length = 1
    for (const batch of batches) {
      await journal.append('a', length, batch)
      length += batch.length
    }
    expect(asJson((await journal.load('a'))?.events)).toStrictEqual([started(1), ...batches.flat()])
  })
}

/** Large outputs may be read as text; as JSON they equal what was written. */
function asJson(loaded: unknown): unknown {
  return JSON.parse(JSON.stringify(loaded))
}

function queueContract(check: Check): void {
  const waitsUntil = (wakeAt: number): ExecutionSummary => ({
    status: 'running',
    updatedAt: 1,
    wakeAt,
    isActive: false,
  })
  const make = async (journal: Journal, id: string, { workflowId = 'w', head = queued } = {}) => {
    // Ids are not in order of creation, so that an order by id would fail.
    const createdAt = 1000 - id.charCodeAt(0)
    await journal.create(sampleRecord(id, { workflowId, createdAt }), [started(1)], head)
  }

  check('lists active executions page by page, without pending and finished ones', async (journal) => {
    for (const id of ['e', 'c', 'a', 'd', 'b']) await make(journal, id, { head: running })
    await make(journal, 'f')
    await make(journal, 'g', { head: done })
    await make(journal, 'h', { head: { ...done, isActive: true } })
    await make(journal, 'i', { head: waitsUntil(5) })
    expect(await journal.active('', 3)).toStrictEqual(['a', 'b', 'c'])
    expect(await journal.active('c', 3)).toStrictEqual(['d', 'e', 'h'])
    expect(await journal.active('h', 3)).toStrictEqual([])
    await journal.append('b', 1, [step(1)], done)
    await journal.setSummary('h', done)
    await journal.setSummary('nobody', running)
    expect(await journal.active('', 10)).toStrictEqual(['a', 'c', 'd', 'e'])
  })

  check('finds due executions, and the time of the next one', async (journal) => {
    expect(await journal.nextDue()).toBeNull()
    for (const [id, wakeAt] of Object.entries({ a: 300, b: 100, c: 200 })) {
      await make(journal, id, { head: waitsUntil(wakeAt) })
    }
    await make(journal, 'd', { head: running })
    expect(await journal.nextDue()).toBe(100)
    expect(await journal.due(99, 10)).toStrictEqual([])
    expect([...(await journal.due(200, 10))].sort()).toStrictEqual(['b', 'c'])
    expect(await journal.due(1000, 2)).toHaveLength(2)
    await journal.append('b', 1, [step(1)], running)
    await journal.setSummary('c', done)
    expect(await journal.due(299, 10)).toStrictEqual([])
    expect(await journal.nextDue()).toBe(300)
  })

  check('returns queued executions in the order of creation', async (journal) => {
    for (const id of ['d', 'c', 'b', 'a']) await make(journal, id)
    await make(journal, 'e', { head: { ...queued, isActive: false } })
    await make(journal, 'f', { head: running })
    expect(await journal.pending(3)).toStrictEqual(['d', 'c', 'b'])
    expect(await journal.pending(10)).toStrictEqual(['d', 'c', 'b', 'a'])
    await journal.append('d', 1, [{ type: 'released', at: 1 }], running)
    expect(await journal.pending(1)).toStrictEqual(['c'])
  })

  check('alternates between workflows, however many executions of one of them are queued', async (journal) => {
    for (const id of ['z', 'y', 'x', 'w', 'v']) await make(journal, id, { workflowId: 'busy' })
    for (const id of ['n', 'm']) await make(journal, id, { workflowId: 'calm' })
    await make(journal, 'b', { workflowId: 'quiet' })
    expect(await journal.pending(1)).toStrictEqual(['z'])
    expect(await journal.pending(3)).toStrictEqual(['z', 'n', 'b'])
    expect(await journal.pending(4)).toStrictEqual(['z', 'n', 'b', 'y'])
    expect(await journal.pending(100)).toStrictEqual(['z', 'n', 'b', 'y', 'm', 'x', 'w', 'v'])
    expect(await journal.pending(0)).toStrictEqual([])
  })
}
