/** Which events share an append, and what may run before it is durable. */
import { describe, expect, test } from 'vitest'
import { planOf } from '../testing/drawing.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { turn } from '../testing/faulty-journal.ts'
import { MemoryJournal } from '../testing/memory-journal.ts'
import { NotedJournal } from '../testing/noted-journal.ts'
import {
  appendsOf,
  asks,
  gives,
  recordOf,
  type Script,
  type SimulationOptions,
  simulation,
} from '../testing/simulate.ts'

async function run(drawing: string, scripts: Record<string, Script> = {}, options: SimulationOptions = {}) {
  const journal = new NotedJournal()
  const simulated = simulation(scripts, { ...options, journal })
  const plan = planOf(drawing, options.nodes)
  await simulated.engine.start(recordOf('execution-1', plan, simulated.clock), { inputs: {} })
  await simulated.settle()
  return { ...simulated, journal, state: await simulated.state() }
}

test('appends a result with the starts of the next steps, and the last result with the end', async () => {
  const { journal } = await run('a -> b')
  expect(journal.appends).toEqual([
    'started, released, step-started 0',
    'step-completed 0, step-started 1',
    'step-completed 1, finished',
  ])
})

test('appends the results of steps that finish in one turn of the event loop together', async () => {
  const { journal } = await run('a -> b \n a -> c \n a -> d')
  expect(journal.appends).toEqual([
    'started, released, step-started 0',
    'step-completed 0, step-started 1, step-started 2, step-started 3',
    'step-completed 1, step-completed 2, step-completed 3, finished',
  ])
})

test('E4 appends a chain of quick steps in one batch with its creation and its end', async () => {
  const { journal } = await run('a -> b \n b -> c', {}, { quick: ['a', 'b', 'c'] })
  expect(journal.appends).toEqual(['started, released, step-completed 0, step-completed 1, step-completed 2, finished'])
})

test('E4 appends quick steps before the next step with effects starts, and those after it with its result', async () => {
  const { journal } = await run('a -> b \n b -> c \n c -> d \n d -> e', {}, { quick: ['a', 'b', 'd', 'e'] })
  expect(journal.appends).toEqual([
    'started, released, step-completed 0, step-completed 1, step-started 2',
    'step-completed 2, step-completed 3, step-completed 4, finished',
  ])
})

test('appends the start of a quick step with expressions, which holds their values, with its result', async () => {
  const nodes = { b: { extensions: { 'millrace:expressions': { in: '{{ nodes.a.out }}' } } } }
  const { journal } = await run('a -> b.other \n b -> c', {}, { quick: ['a', 'b', 'c'], nodes })
  expect(journal.appends).toEqual([
    'started, released, step-completed 0, step-started 1, step-completed 1, step-completed 2, finished',
  ])
})

test('appends the rounds of a loop of quick steps in one batch', async () => {
  const drawing = 'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out'
  const { journal, state } = await run(drawing, { list: gives([1, 2, 3]) }, { quick: ['list', 'work', 'out'] })
  expect(journal.appends).toHaveLength(1)
  expect(state.status).toBe('completed')
})

describe('a batch of quick steps is written when it has', () => {
  const CHAIN = 'a -> b \n b -> c \n c -> d'
  const quick = ['a', 'b', 'c', 'd']

  test('many events', async () => {
    const { journal } = await run(CHAIN, {}, { quick, batchLimits: appendsOf(3) })
    expect(journal.appends).toEqual([
      'started, released, step-completed 0',
      'step-completed 1, step-completed 2, step-completed 3',
      'finished',
    ])
  })

  test('many characters', async () => {
    const long: Script = () => ({ outputs: { out: 'x'.repeat(600) } })
    const batchLimits = { events: 100, characters: 1000, ms: 100 }
    const { journal } = await run(CHAIN, { a: long, b: long, c: long, d: long }, { quick, batchLimits })
    expect(journal.appends).toEqual([
      'started, released, step-completed 0, step-completed 1',
      'step-completed 2, step-completed 3',
      'finished',
    ])
  })

  test('taken long in all', async () => {
    const clock = new FakeClock()
    const slow: Script = () => {
      clock.moveTo(clock.now() + 100)
      return { outputs: { out: 1 } }
    }
    const { journal } = await run(CHAIN, { a: slow, b: slow, c: slow, d: slow }, { quick, clock })
    expect(journal.appends).toEqual([
      'started, released, step-completed 0, step-completed 1, step-completed 2',
      'step-completed 3, finished',
    ])
  })
})

describe('a batch of quick steps continues in the next turn of the event loop', () => {
  /** A node that takes this long, and the turns of the event loop in which it ran. */
  function slow(ms: number) {
    const clock = new FakeClock()
    const turns = new Set<number>()
    let current = 0
    const next = () => {
      current += 1
      if (turns.size < 4) setImmediate(next)
    }
    setImmediate(next)
    const script: Script = () => {
      clock.moveTo(clock.now() + ms)
      turns.add(current)
      return { outputs: { out: 1 } }
    }
    return { clock, turns, script }
  }

  test('if it has taken long', async () => {
    const { clock, turns, script } = slow(6)
    const { journal } = await run(
      'a -> b \n b -> c \n c -> d',
      { a: script, b: script, c: script, d: script },
      { quick: ['a', 'b', 'c', 'd'], clock, batchLimits: { events: 100, characters: 1e6, ms: 8 } },
    )
    expect(journal.appends).toHaveLength(1)
    expect(turns.size).toBe(2)
  })

  test('if other executions have taken long in this one', async () => {
    const { clock, turns, script } = slow(30)
    const journal = new NotedJournal()
    const batchLimits = { events: 100, characters: 1e6, ms: 1000 }
    const { engine, settle } = simulation({ a: script, b: script }, { quick: ['a', 'b'], clock, journal, batchLimits })
    const starts = ['first', 'second'].map((id) => engine.start(recordOf(id, planOf('a -> b'), clock), { inputs: {} }))
    await Promise.all(starts)
    await settle()
    expect(journal.appends).toEqual(Array(2).fill('started, released, step-completed 0, step-completed 1, finished'))
    expect(turns.size).toBe(2)
  })

  test('but is written if a command arrives', async () => {
    const { clock, script } = slow(30)
    const journal = new NotedJournal()
    let cancelled: Promise<boolean> | undefined
    const cancel: Script = (task) => {
      cancelled = engine.cancel('execution-1')
      return script(task)
    }
    const { engine, settle, ran } = simulation(
      { b: cancel, c: script, d: script },
      { quick: ['a', 'b', 'c', 'd'], clock, journal, batchLimits: appendsOf(3) },
    )
    await engine.start(recordOf('execution-1', planOf('a -> b \n b -> c \n c -> d'), clock), { inputs: {} })
    await settle()
    expect(await cancelled).toBe(true)
    expect(journal.appends).toEqual(['started, released, step-completed 0', 'step-completed 1', 'finished'])
    expect(ran).toEqual(['a', 'b'])
  })
})

test('executions of quick steps take turns', async () => {
  const order: string[] = []
  const { engine, clock, settle } = simulation(
    {},
    {
      quick: ['a', 'b', 'c', 'd'],
      batchLimits: appendsOf(1),
      onEvents: ({ record }) => order.push(record.id),
    },
  )
  const plan = planOf('a -> b \n b -> c \n c -> d')
  await Promise.all(['x', 'y'].map((id) => engine.start(recordOf(id, plan, clock), { inputs: {} })))
  await settle()
  expect(order.join('')).toBe('xy'.repeat(order.length / 2))
  expect(order.length).toBeGreaterThan(8)
})

test('a cancel ends a long loop of quick steps at the next append', async () => {
  const drawing = 'list -> each.items \n each -item-> work \n work -> each.loop_back'
  const items = Array.from({ length: 500 }, (_, at) => at)
  let cancelled: Promise<boolean> | undefined
  const simulated = simulation(
    { list: gives(items) },
    {
      quick: ['list', 'work'],
      batchLimits: appendsOf(20),
      onEvents: () => {
        cancelled ??= simulated.engine.cancel('execution-1')
      },
    },
  )
  await simulated.engine.start(recordOf('execution-1', planOf(drawing), simulated.clock), { inputs: {} })
  await simulated.settle()
  expect(await cancelled).toBe(true)
  expect((await simulated.state()).status).toBe('cancelled')
  expect(simulated.ran.length).toBeLessThan(100)
})

test('a limit of steps counts the quick steps of one batch', async () => {
  const plan = planOf('a -> b \n b -> c \n c -> d')
  const simulated = simulation({}, { quick: ['a', 'b', 'c', 'd'] })
  await simulated.engine.start(recordOf('execution-1', plan, simulated.clock), { inputs: {}, maxSteps: 2 })
  await simulated.settle()
  expect(simulated.ran).toEqual(['a', 'b'])
  expect((await simulated.state()).failure?.code).toBe('TOO_MANY_STEPS')
})

test.each<[string, string[]]>([
  ['no quick steps', []],
  ['quick steps before it', ['a', 'b', 'c']],
  ['quick steps between', ['b', 'c']],
  ['quick steps after it', ['b', 'd']],
])('E4 runs no step with effects before its inputs are durable: %s', async (_, quick) => {
  const journal = new NotedJournal()
  const plan = planOf('a -> b \n b -> d \n a -> c \n c -> d')
  const early: string[] = []
  const watch: Script = ({ record, node }) => {
    if (quick.includes(plan.nodes[node]?.id ?? '')) return { outputs: { out: node, value: node } }
    const done = new Set<number>()
    for (const event of journal.rows.get(record.id)?.events ?? [])
      if (event.type === 'step-completed') done.add(event.node)
    for (const { from, to } of plan.edges) if (to === node && !done.has(from)) early.push(`${node} before ${from}`)
    return { outputs: { out: node, value: node } }
  }
  const scripts = Object.fromEntries(plan.nodes.map(({ id }) => [id, watch]))
  const simulated = simulation(scripts, { quick, journal })
  await simulated.engine.start(recordOf('execution-1', plan, simulated.clock), { inputs: {} })
  await simulated.settle()
  expect(simulated.ran.sort()).toEqual(['a', 'b', 'c', 'd'])
  expect(early).toEqual([])
})

test('E4 runs no step with effects before its start is durable', async () => {
  const journal = new NotedJournal()
  const started: boolean[] = []
  const watch: Script = ({ record, node }) => {
    const events = journal.rows.get(record.id)?.events ?? []
    started.push(events.some((event) => event.type === 'step-started' && event.node === node))
    return { outputs: { out: 1, value: 1 } }
  }
  const simulated = simulation({ a: watch, b: watch }, { journal })
  await simulated.engine.start(recordOf('execution-1', planOf('a -> b'), simulated.clock), { inputs: {} })
  await simulated.settle()
  expect(started).toEqual([true, true])
})

test('leaves nothing behind if an execution cannot be created', async () => {
  const journal = new MemoryJournal()
  journal.tap = () => {
    throw new Error('disk gone')
  }
  const { engine, clock, ran, settle } = simulation({}, { quick: ['a'], journal })
  await expect(engine.start(recordOf('execution-1', planOf('a -> b'), clock), { inputs: {} })).rejects.toThrow('gone')
  await settle()
  expect(ran).toEqual(['a'])
  expect(journal.rows.size).toBe(0)
})

test('writes the question of a first step with the event that asks it', async () => {
  const { journal, state } = await run('a -> b', { a: asks() }, { quick: ['a'] })
  expect(journal.appends).toEqual(['started, released', 'step-asks 0'])
  expect([...journal.questions.values()].map(({ status }) => status)).toEqual(['pending'])
  expect(state.open.size).toBe(1)
})

test('runs a quick node that returns a promise once, also if other events arrive meanwhile', async () => {
  let finish = () => {}
  const late: Script = () =>
    new Promise((resolve) => {
      finish = () => resolve({ outputs: { out: 1, value: 1 } })
    })
  const { engine, clock, ran, settle, state } = simulation({ a: late }, { quick: ['a', 'c', 'd', 'e'] })
  const started = engine.start(recordOf('execution-1', planOf('a -> b \n c -> d \n d -> e'), clock), { inputs: {} })
  // The creation waits for the promise for a while.
  await turn()
  clock.moveTo(clock.now() + 60)
  await started
  await settle()
  expect(ran.sort()).toEqual(['a', 'c', 'd', 'e'])
  finish()
  await settle()
  expect(ran.filter((id) => id === 'a')).toEqual(['a'])
  expect((await state()).status).toBe('completed')
})

test('reads the queue only when an execution may be queued', async () => {
  const journal = new NotedJournal()
  const { engine, clock, settle } = simulation({}, { journal, maxActive: 1 })
  const plan = planOf('a -> b')
  await engine.recover()
  const start = (id: string) => engine.start(recordOf(id, plan, clock), { inputs: {} })
  await start('first')
  await settle()
  const before = journal.asked
  for (const id of ['second', 'third', 'fourth']) {
    await start(id)
    await settle()
  }
  expect(journal.asked).toBe(before)
  await Promise.all(['fifth', 'sixth', 'seventh'].map(start))
  await settle()
  expect(journal.asked).toBeGreaterThan(before)
  for (const row of journal.rows.values()) expect(row.head.status).toBe('completed')
})

test('starts no step early when a step stores a note at once', async () => {
  const notes: Script = ({ note }) => note('key', 1).then(() => ({ outputs: { out: 1 } }))
  const late: Script = async () => ({ outputs: { out: 1 } })
  const journal = new SlowJournal()
  // The late step ends before the first events are durable; its successor is decided with the first note.
  const { engine, clock, ran, settle } = simulation({ notes, late }, { quick: ['late'], journal })
  await engine.start(recordOf('execution-1', planOf('late -> next \n notes'), clock), { inputs: {} })
  await settle()
  expect(ran.sort()).toEqual(['late', 'next', 'notes'])
})

class SlowJournal extends MemoryJournal {
  override async create(...given: Parameters<MemoryJournal['create']>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    return super.create(...given)
  }

  override async append(...given: Parameters<MemoryJournal['append']>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    return super.append(...given)
  }
}
