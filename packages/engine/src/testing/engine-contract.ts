/** What every engine does, wherever it runs: the same ends, the same effects of calls, and nothing lost with a process. */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { ExecutionEvent } from '../core/events.ts'
import { CORPUS, INNER } from './corpus.ts'
import { planOf } from './drawing.ts'
import { newRecord, openRun, type ProcessOptions, type ProcessRun, type Substrate } from './process-run.ts'
import { ADA, answerAll, asks, endOf, fails, gives, never, type Script, simulate } from './simulate.ts'

/** Takes thousands of steps; the loops above cover the same code. */
const TOO_LONG = new Set(['an endless cycle'])

const GRACE = { id: 'grace', name: 'Grace' }
const calls: Script = () => ({ child: { workflow: 'inner', inputs: {}, wait: true } })

/** A step that runs until it is released. */
function held(outcome = { outputs: { out: 'done' } }) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const script: Script = () => {
    begun.resolve()
    return promise.then(() => outcome)
  }
  return { script, release: resolve, begun: begun.promise }
}

export function engineContract(substrate: () => Substrate): void {
  const opened: ProcessRun[] = []
  afterEach(async () => {
    // The last process ends what the test has left, so that the next test does not continue it.
    const runs = opened.splice(0)
    await Promise.all(runs.flatMap(({ started }) => started.map((id) => runs.at(-1)?.engine.cancel(id))))
    for (const run of runs) await run.kill()
  })

  async function open(scripts: Record<string, Script> = {}, options: ProcessOptions = {}): Promise<ProcessRun> {
    const run = await openRun(substrate(), scripts, options)
    opened.push(run)
    await run.engine.recover()
    return run
  }

  async function started(drawing: string, scripts: Record<string, Script>, options: ProcessOptions = {}) {
    const id = randomUUID()
    const run = await open(scripts, options)
    await run.start(id, planOf(drawing, options.nodes))
    return { ...run, id }
  }

  const eventsOf = async ({ engine }: ProcessRun, id: string): Promise<readonly ExecutionEvent[]> =>
    (await engine.history(id))?.events ?? []
  const count = (events: readonly ExecutionEvent[], type: ExecutionEvent['type']) =>
    events.filter((event) => event.type === type).length

  describe('the ends of executions', () => {
    const cases = Object.entries(CORPUS).filter(([name]) => !TOO_LONG.has(name))
    test.each(cases)('%s', async (_, { drawing, scripts = {}, options = {} }) => {
      const children = { inner: INNER }
      const simulated = await simulate(drawing, scripts, { ...options, children })
      await answerAll(simulated.run)
      await simulated.run.settle()
      const expected = endOf(await simulated.run.state())
      const run = await started(drawing, scripts, { ...options, children })
      const end = endOf(await run.answerUntilEnd(run.id))
      expect(JSON.parse(JSON.stringify(end).replaceAll(run.id, 'execution-1'))).toEqual(
        JSON.parse(JSON.stringify(expected)),
      )
    })
  })

  describe('calls', () => {
    test('one of two cancels at the same moment ends the execution', async () => {
      const { id, engine, until, ...run } = await started('ask -> out', { ask: asks() })
      await until(id, ({ questions }) => questions.size > 0)
      expect((await Promise.all([engine.cancel(id), engine.cancel(id)])).sort()).toEqual([false, true])
      expect((await run.state(id)).status).toBe('cancelled')
      expect(count(await eventsOf({ ...run, engine, until }, id), 'finished')).toBe(1)
      expect(await engine.cancel(id)).toBe(false)
    })

    test('a cancel ends an execution whose step runs, and aborts the step', async () => {
      let signal: AbortSignal | undefined
      const aborted = Promise.withResolvers<void>()
      const slow: Script = (task) => {
        signal = task.signal
        signal.addEventListener('abort', () => aborted.resolve())
        return never(task)
      }
      const { id, engine, until, state } = await started('slow -> out', { slow })
      await until(id, ({ active }) => active.size > 0)
      expect(await engine.cancel(id)).toBe(true)
      await aborted.promise
      expect((await state(id)).status).toBe('cancelled')
    })

    test('a cancel ends an execution that waits for a slot', async () => {
      const first = held()
      const { id, engine, state, start } = await started('a -> out', { a: first.script }, { maxActive: 1 })
      await first.begun
      const queued = randomUUID()
      await start(queued, planOf('b -> out'))
      expect((await state(queued)).status).toBe('pending')
      expect(await engine.cancel(queued)).toBe(true)
      expect((await state(queued)).status).toBe('cancelled')
      first.release()
      expect(await engine.cancel(queued)).toBe(false)
      expect((await state(id)).status).toMatch(/running|completed/)
    })

    test('calls to an unknown execution have no effect', async () => {
      const { engine } = await open()
      const id = randomUUID()
      expect(await engine.cancel(id)).toBe(false)
      expect(await engine.pause(id)).toBe(false)
      expect(await engine.answer({ execution: id, question: 'q', by: ADA })).toEqual({ accepted: false, why: 'closed' })
      expect(await engine.view(id)).toBeUndefined()
    })

    test('an execution can be failed from outside', async () => {
      const { id, engine, until, state } = await started('ask -> out', { ask: asks() })
      await until(id, ({ questions }) => questions.size > 0)
      expect(await engine.fail(id, { code: 'BROKEN', message: 'no more' })).toBe(true)
      expect(endOf(await state(id))).toMatchObject({ status: 'failed', failure: 'BROKEN' })
    })

    test('starts nothing while paused, and continues after resume', async () => {
      const { engine, ended, ran, state } = await open()
      const id = randomUUID()
      const plan = planOf('a -> b')
      await engine.prepare(newRecord(id, plan), { inputs: {} })
      expect(await engine.pause(id)).toBe(true)
      expect(await engine.pause(id)).toBe(false)
      expect(await engine.release(id)).toBe(true)
      expect(await engine.release(id)).toBe(false)
      expect(await engine.resume(id)).toBe(true)
      expect((await ended(id)).status).toBe('completed')
      expect(ran(id)).toEqual(['a', 'b'])
      expect((await state(id)).isPaused).toBe(false)
    })

    test('a prepared execution takes notes and the launch of its release', async () => {
      const { engine, ended, ran } = await open()
      const id = randomUUID()
      await engine.prepare(newRecord(id, planOf('a -> out')), { inputs: { who: 'Ada' } }, [
        { level: 'info', message: 'first' },
      ])
      await engine.note(id, [
        { level: 'info', message: 'second' },
        { level: 'warning', message: 'third' },
      ])
      expect(ran(id)).toEqual([])
      expect(await engine.release(id, { inputs: { who: 'Grace' } })).toBe(true)
      const end = await ended(id)
      expect(end).toMatchObject({ status: 'completed', started: { inputs: { who: 'Grace' } } })
      expect(end.logs.map(({ line }) => line.message)).toEqual(['first', 'second', 'third'])
    })
  })

  describe('answers', () => {
    const ask = (id: string) => `${id}/ask/`

    test('of two people at the same moment, one counts', async () => {
      const { id, engine, until, ended } = await started('ask -> out', { ask: asks() })
      await until(id, ({ questions }) => questions.size > 0)
      const say = (value: string, by: typeof ADA) =>
        engine.answer({ execution: id, question: ask(id), by, answer: { value } })
      const heard = await Promise.all([say('first', ADA), say('second', GRACE)])
      const counted = heard.filter((one) => one.accepted)
      expect(counted).toHaveLength(1)
      expect(counted[0]).toMatchObject({ row: { status: 'resolved', executionId: id, nodeId: 'ask' } })
      const { questions } = await ended(id)
      expect([...questions.values()]).toMatchObject([{ status: 'resolved', responses: [expect.anything()] }])
    })

    test('an answer and a cancel at the same moment have one effect', async () => {
      const { id, engine, until, state } = await started('ask -> out \n slow -> end', { ask: asks(), slow: never })
      await until(id, ({ questions }) => questions.size > 0)
      const answer = engine.answer({ execution: id, question: ask(id), by: ADA, answer: { value: 1 } })
      const [isCancelled, answered] = await Promise.all([engine.cancel(id), answer])
      expect(isCancelled).toBe(true)
      const question = (await state(id)).questions.get(ask(id))
      expect(question?.status).toBe(answered.accepted ? 'resolved' : 'cancelled')
    })

    test('the same person is not counted twice', async () => {
      const both = asks({ config: { message: 'Both?', approvals: 2 } })
      const { id, engine, until, ended } = await started('ask -> out', { ask: both })
      await until(id, ({ questions }) => questions.size > 0)
      const say = (by: typeof ADA) => engine.answer({ execution: id, question: ask(id), by, answer: { value: true } })
      expect(await say(ADA)).toMatchObject({ accepted: true, row: { status: 'pending' } })
      expect(await say(ADA)).toEqual({ accepted: false, why: 'answered' })
      expect(await say(GRACE)).toMatchObject({ accepted: true, row: { status: 'resolved' } })
      expect((await ended(id)).status).toBe('completed')
      expect(await say(GRACE)).toEqual({ accepted: false, why: 'closed' })
    })
  })

  describe('children', () => {
    const options = { children: { inner: INNER } }

    test('a waiting child is cancelled with its parent', async () => {
      const { id, engine, until, ended } = await started('call -outputs-> b', { call: calls, inside: asks() }, options)
      await until(`${id}-call`, ({ questions }) => questions.size > 0)
      expect(await engine.cancel(id)).toBe(true)
      expect((await ended(`${id}-call`)).status).toBe('cancelled')
    })

    test('a step fails if its child is cancelled', async () => {
      const { id, engine, until, ended } = await started('call -error-> b', { call: calls, inside: asks() }, options)
      await until(`${id}-call`, ({ questions }) => questions.size > 0)
      expect(await engine.cancel(`${id}-call`)).toBe(true)
      expect(endOf(await ended(id))).toMatchObject({ status: 'completed', steps: { call: 'failed', b: 'completed' } })
    })

    test('a parent waits for its child over a crash', async () => {
      const scripts = { call: calls, inside: asks() }
      const { id, until, kill } = await started('call -outputs-> out', scripts, options)
      await until(`${id}-call`, ({ questions }) => questions.size > 0)
      await until(id, ({ active }) => [...active].some(({ child }) => child !== undefined))
      await kill()
      const next = await open(scripts, options)
      expect((await next.answerUntilEnd(id)).status).toBe('completed')
      expect(next.ran(id)).toEqual(['out'])
    })
  })

  describe('limits', () => {
    test('executions beyond the slots wait, and all of them end', async () => {
      let running = 0
      let most = 0
      const a: Script = async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        return { outputs: { out: 1 } }
      }
      const { start, ended } = await open({ a }, { maxActive: 2 })
      const ids = Array.from({ length: 10 }, () => randomUUID())
      await Promise.all(ids.map((id) => start(id, planOf('a -> out'))))
      for (const id of ids) expect((await ended(id)).status).toBe('completed')
      expect(most).toBeLessThanOrEqual(2)
    })

    test('a parent that waits in memory for another execution takes no slot', async () => {
      const inner = randomUUID()
      const a: Script = async ({ record }) => {
        await run.start(inner, planOf('b -> out'))
        await run.engine.idle(record.id, () => run.ended(inner))
        return { outputs: { out: 'both' } }
      }
      const run = await open({ a }, { maxActive: 1 })
      const id = randomUUID()
      await run.start(id, planOf('a -> out'))
      expect(endOf(await run.ended(id)).outputs).toEqual({ out: 'both' })
    })

    test('an execution that takes too long fails', async () => {
      const { ended, start } = await open({ slow: never })
      const id = randomUUID()
      await start(id, planOf('slow -> out'), { inputs: {}, timeoutMs: 100 })
      expect(endOf(await ended(id))).toMatchObject({ status: 'failed', steps: { slow: 'cancelled' } })
    })

    test('the same id starts once', async () => {
      const { id, start, ended, ran } = await started('a -> out', {})
      await expect(start(id, planOf('a -> out'))).rejects.toThrow('exists')
      await ended(id)
      expect(ran(id)).toEqual(['a', 'out'])
    })
  })

  describe('crashes', () => {
    test('a step that may have run runs again, with the same idempotency key', async () => {
      const first = await started('a -> b \n b -> out', { a: gives('kept'), b: never })
      await first.until(first.id, (state) => endOf(state).steps.b === 'running')
      await first.kill()
      const next = await open({ a: fails(), b: ({ inputs }) => ({ outputs: { out: inputs.in } }) })
      expect(endOf(await next.ended(first.id))).toMatchObject({ status: 'completed', outputs: { out: 'kept' } })
      expect(next.ran(first.id)).toEqual(['b', 'out'])
      const keys = [...first.tasks, ...next.tasks].filter(({ node }) => node === first.tasks[1]?.node)
      expect(new Set(keys.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    })

    test('a step that must not run twice fails', async () => {
      const options = { mayNotRunAgain: ['pay'] }
      const first = await started('pay -error-> handle', { pay: never }, options)
      await first.until(first.id, (state) => endOf(state).steps.pay === 'running')
      await first.kill()
      const next = await open({}, options)
      expect(endOf(await next.ended(first.id))).toMatchObject({ steps: { pay: 'failed', handle: 'completed' } })
      expect(next.ran(first.id)).toEqual(['handle'])
    })

    test('an execution in the queue runs in the next process', async () => {
      const first = await started('a -> out', { a: never }, { maxActive: 1 })
      await first.until(first.id, ({ active }) => active.size > 0)
      const queued = randomUUID()
      await first.start(queued, planOf('b -> out'))
      await first.kill()
      const next = await open({})
      expect((await next.ended(queued)).status).toBe('completed')
      expect((await next.ended(first.id)).status).toBe('completed')
    })

    test('a timer fires in the next process', async () => {
      const sleeps: Script = ({ clock }) => ({ sleepUntil: clock.now() + 1500, outputs: { out: 'rested' } })
      const first = await started('a -> out', { a: sleeps })
      await first.until(first.id, ({ active }) => [...active].some((step) => step.until !== undefined))
      await first.kill()
      const next = await open({ a: fails() })
      expect(endOf(await next.ended(first.id)).outputs).toEqual({ out: 'rested' })
    })
  })

  describe('a planned stop', () => {
    test('waits for running steps, starts no more, and the next process continues', async () => {
      const pay = held({ outputs: { out: 'paid' } })
      const options = { mayNotRunAgain: ['pay'] }
      const first = await started('pay -> after \n after -> out', { pay: pay.script }, options)
      await pay.begun
      const drained = first.engine.drain()
      pay.release()
      await drained
      expect(count(await eventsOf(first, first.id), 'step-completed')).toBe(1)
      await first.kill()
      const next = await open({}, options)
      expect(endOf(await next.ended(first.id)).outputs).toEqual({ out: 'paid' })
      expect(next.ran(first.id)).toEqual(['after', 'out'])
    })
  })
}
