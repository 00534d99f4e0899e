/** Parents and children if one of the two ends, fails or is recovered at a critical moment. */
import { expect, test } from 'vitest'
import { planOf } from '../testing/drawing.ts'
import { MemoryJournal } from '../testing/memory-journal.ts'
import { ADA, asks, never, recordOf, type Script, type SimulationOptions, simulation } from '../testing/simulate.ts'

const CALLER = 'execution-1'
const CHILD = 'execution-1-call'
const PLAN = planOf('call -outputs-> after')
const calls =
  (wait: boolean): Script =>
  () => ({ child: { workflow: 'inner', inputs: {}, wait } })

async function called(inside: Script, { wait = true, ...options }: SimulationOptions & { wait?: boolean } = {}) {
  const run = simulation({ call: calls(wait), inside }, { children: { inner: planOf('inside -> out') }, ...options })
  await run.engine.start(recordOf(CALLER, PLAN, run.clock), { inputs: {} })
  await run.settle()
  return run
}

const pendingQuestions = (journal: MemoryJournal) =>
  [...journal.questions.values()].filter(({ status }) => status === 'pending')

test('continues a child that no step waits for after a crash, even if its parent is over', async () => {
  const first = await called(() => new Promise(() => {}), { wait: false })
  expect((await first.state()).status).toBe('completed')
  await first.engine.close()
  const { journal, clock } = first
  const next = simulation({}, { journal, clock })
  await next.engine.recover()
  await next.settle()
  expect((await next.state(CHILD)).status).toBe('completed')
})

test('cancels a waiting child with its parent, wherever the process dies', async () => {
  for (let cut = 1; cut < 8; cut++) {
    const first = await called(asks())
    const { journal, clock } = first
    let writes = 0
    journal.tap = () => {
      if (++writes >= cut) throw new Error('power cut')
    }
    await first.engine.cancel(CALLER).catch(() => {})
    await first.settle()
    await first.engine.close()
    journal.tap = () => {}
    const next = simulation({ call: calls(true), inside: asks() }, { journal, clock })
    await next.engine.recover()
    await next.settle()
    if ((await next.state()).status === 'running') continue
    expect((await next.state(CHILD)).status, `cut at ${cut}`).toBe('cancelled')
    expect(pendingQuestions(journal)).toEqual([])
    expect([...journal.rows.values()].map(({ head }) => head.isActive)).toEqual([false, false])
  }
})

test('leaves no child of a parent that is cancelled while it starts the child', async () => {
  for (const turns of [0, 1, 2, 3, 4, 5]) {
    const gate = Promise.withResolvers<void>()
    const journal = new SlowJournal()
    journal.waitFor = (id) => (id === CHILD ? gate.promise : undefined)
    const run = simulation(
      { call: calls(true), inside: never },
      { children: { inner: planOf('inside -> out') }, journal },
    )
    await run.engine.start(recordOf(CALLER, PLAN, run.clock), { inputs: {} })
    await run.settle()
    const cancelling = run.engine.cancel(CALLER)
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    gate.resolve()
    await cancelling
    await run.settle()
    expect((await run.state(CHILD)).status, `after ${turns} turns`).toBe('cancelled')
    expect(journal.rows.get(CALLER)?.events.at(-1)?.type).toBe('finished')
  }
})

test('cancels the children of a step that fails, while its execution continues', async () => {
  const fails: Script = async ({ note }) => {
    await note(`child:${CHILD}`, true)
    return { failure: { code: 'BROKEN', message: 'one of several flows failed' } }
  }
  const run = simulation({ call: fails, after: asks(), inside: asks() })
  await run.engine.start(recordOf(CHILD, planOf('inside -> out'), run.clock), { inputs: {} })
  await run.settle()
  await run.engine.start(recordOf(CALLER, planOf('call -error-> after'), run.clock), { inputs: {} })
  await run.settle()
  expect((await run.state()).status).toBe('running')
  expect((await run.state(CHILD)).status).toBe('cancelled')
})

test('drops late results of a run that was replaced after a journal fault', async () => {
  const gate = Promise.withResolvers<void>()
  const journal = new SlowJournal()
  journal.waitFor = (id) => (id === CHILD ? gate.promise : undefined)
  const ready = Promise.withResolvers<void>()
  const late: Script = () => ready.promise.then(() => ({ outputs: { out: 1 } }))
  const inner = planOf('inside -> out')
  const run = simulation({ call: calls(true), late }, { children: { inner }, journal, quick: ['then'] })
  const plan = planOf('call -outputs-> after \n late -> then')
  let isFailing = false
  journal.tap = () => {
    if (isFailing) throw new Error('disk full')
  }
  await run.engine.start(recordOf(CALLER, plan, run.clock), { inputs: {} })
  // The late result cannot be written, so nothing that follows from it may be.
  isFailing = true
  ready.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  isFailing = false
  gate.resolve()
  await run.settle()
  const ends = (journal.rows.get(CALLER)?.events ?? []).flatMap((event) =>
    event.type === 'step-completed' ? [plan.nodes[event.node]?.id] : [],
  )
  expect(ends.indexOf('late')).toBeGreaterThanOrEqual(0)
  expect(ends.indexOf('then')).toBeGreaterThan(ends.indexOf('late'))
  expect((await run.state()).status).toBe('completed')
})

test('notifies a parent later if its end could not be written when the child ended', async () => {
  const gate = Promise.withResolvers<void>()
  const journal = new SlowJournal()
  let isCancelling = false
  journal.waitFor = (id) => (id === CALLER && isCancelling ? gate.promise : undefined)
  const ready = Promise.withResolvers<void>()
  const busy: Script = () => ready.promise.then(() => ({ outputs: {} }))
  const run = simulation(
    { call: calls(true), inside: asks(), busy },
    { children: { inner: planOf('inside -> out') }, journal },
  )
  await run.engine.start(recordOf(CALLER, planOf('call -outputs-> after \n busy'), run.clock), { inputs: {} })
  await run.settle()
  isCancelling = true
  const refused = expect(run.engine.cancel(CALLER)).rejects.toThrow('disk full')
  await new Promise((resolve) => setImmediate(resolve))
  await run.engine.answer({ execution: CHILD, question: `${CHILD}/inside/`, by: ADA, answer: { value: true } })
  await run.settle()
  gate.reject(new Error('disk full'))
  // Retried until the engine gives up.
  await Promise.all([refused, run.settle()])
  isCancelling = false
  ready.resolve()
  run.clock.moveTo(run.clock.now() + 60_000)
  await run.settle()
  expect((await run.state(CHILD)).status).toBe('completed')
  expect((await run.state()).status).toBe('completed')
})

test('writes nothing once the engine is closed', async () => {
  const { engine, journal } = await called(asks())
  const before = [...journal.rows.values()].map(({ events }) => events.length)
  await engine.close()
  await expect(engine.cancel(CHILD)).rejects.toThrow('closed')
  expect([...journal.rows.values()].map(({ events }) => events.length)).toEqual(before)
})

/** A journal in which a test holds back some writes. */
class SlowJournal extends MemoryJournal {
  waitFor: (id: string) => Promise<void> | undefined = () => undefined

  override async create(...given: Parameters<MemoryJournal['create']>): Promise<void> {
    await this.waitFor(given[0].id)
    return super.create(...given)
  }

  override async append(...given: Parameters<MemoryJournal['append']>): Promise<void> {
    await this.waitFor(given[0])
    return super.append(...given)
  }
}
