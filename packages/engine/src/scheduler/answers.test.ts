/** Questions to people: every answer counts at most once, whenever it arrives. */
import { describe, expect, test } from 'vitest'
import { planOf } from '../testing/drawing.ts'
import { ADA, answerAll, asks, endOf, recordOf, type SimulationOptions, simulation } from '../testing/simulate.ts'

const ID = 'execution-1'
const GRACE = { id: 'grace', name: 'Grace' }

async function started(drawing: string, scripts: Parameters<typeof simulation>[0], options: SimulationOptions = {}) {
  const run = simulation(scripts, options)
  const record = { ...recordOf(ID, planOf(drawing, options.nodes), run.clock), about: { session: 's' } }
  await run.engine.start(record, { inputs: {} })
  await run.settle()
  const say = (value: unknown, by = ADA) =>
    run.engine.answer({ execution: ID, question: `${ID}/ask/`, by, answer: { value } })
  const dismiss = (by = ADA) => run.engine.answer({ execution: ID, question: `${ID}/ask/`, by })
  const row = () => run.journal.questions.get(`${ID}/ask/`) ?? expect.fail('no question')
  return { ...run, say, dismiss, row }
}

const ASK = 'a -> ask \n ask -> out'

describe('a question', () => {
  test('is listed as soon as it is in the history, and its execution leaves memory', async () => {
    const { row, state, engine } = await started(ASK, { ask: asks() })
    expect(row()).toMatchObject({ status: 'pending', nodeId: 'ask', sessionId: 's', rootId: ID, responses: [] })
    expect(endOf(await state())).toMatchObject({ status: 'running', steps: { ask: 'interrupted', out: 'idle' } })
    expect(engine.glance(ID)).toBeUndefined()
  })

  test('resumes its step with the answer, in the same attempt', async () => {
    const { say, settle, state, row, clock } = await started(ASK, { ask: asks() })
    const asked = (await state()).steps.find(({ asked }) => asked.length > 0)
    clock.moveTo(clock.now() + 5000)
    expect(await say(true)).toMatchObject({ accepted: true, row: { status: 'resolved', value: true, closedBy: ADA } })
    await settle()
    const end = await state()
    expect(endOf(end)).toMatchObject({ status: 'completed', steps: { out: 'completed' } })
    const step = end.steps.find(({ asked }) => asked.length > 0)
    expect(step).toMatchObject({ attempt: 1, startedAt: asked?.startedAt })
    expect(end.attempts).toBe(3)
    expect(row()).toMatchObject({ status: 'resolved', responses: [{ value: true, by: ADA }] })
  })

  test.each([[false], [true]])(
    'that is answered twice at the same moment counts one answer (waiting: %s)',
    async (isAsleep) => {
      // With another step running the execution is in memory, and both answers share one append.
      const drawing = isAsleep ? ASK : `${ASK} \n slow -> end`
      const scripts = { ask: asks(), slow: () => new Promise<never>(() => {}) }
      const { say, settle, row } = await started(drawing, scripts)
      const heard = await Promise.all([say('first'), say('second', GRACE)])
      await settle()
      expect(heard.map((one) => one.accepted)).toEqual([true, false])
      expect(row()).toMatchObject({ value: 'first', responses: [{ value: 'first' }] })
    },
  )

  test('that is answered and dismissed at the same moment ends as one of the two', async () => {
    const { say, dismiss, settle, row } = await started(`${ASK} \n slow -> end`, {
      ask: asks(),
      slow: () => new Promise<never>(() => {}),
    })
    const [dismissed, answered] = await Promise.all([dismiss(), say(true)])
    await settle()
    expect([dismissed.accepted, answered.accepted]).toEqual([true, false])
    expect(row()).toMatchObject({ status: 'cancelled', why: 'cancelled', closedBy: ADA, responses: [] })
  })

  test('rejects an answer while its execution is being cancelled, and is closed', async () => {
    const { say, engine, row } = await started(`${ASK} \n slow -> end`, {
      ask: asks(),
      slow: () => new Promise<never>(() => {}),
    })
    const [cancelled, answered] = await Promise.all([engine.cancel(ID), say(true)])
    expect([cancelled, answered.accepted]).toEqual([true, false])
    expect(row()).toMatchObject({ status: 'cancelled', why: 'stopped', closedBy: null })
  })

  test('rejects answers if it is closed or does not exist', async () => {
    const { say, settle, engine } = await started(ASK, { ask: asks() })
    await say(true)
    await settle()
    expect(await say(true)).toEqual({ accepted: false, why: 'closed' })
    expect(await engine.answer({ execution: ID, question: 'other', by: ADA })).toEqual({
      accepted: false,
      why: 'closed',
    })
    expect(await engine.answer({ execution: 'none', question: 'q', by: ADA })).toEqual({
      accepted: false,
      why: 'closed',
    })
  })

  test('for two people needs one answer of each', async () => {
    const both = asks({ config: { message: 'Both?', approvals: 2 } })
    const { say, settle, row, state } = await started(ASK, { ask: both })
    expect(await say(true)).toMatchObject({ accepted: true, row: { status: 'pending' } })
    expect(await say(true)).toEqual({ accepted: false, why: 'answered' })
    expect(row().responses).toHaveLength(1)
    expect(await say(true, GRACE)).toMatchObject({ accepted: true, row: { status: 'resolved', value: true } })
    await settle()
    expect((await state()).status).toBe('completed')
  })

  test('expires at its time and not before', async () => {
    const { state, clock, settle, row } = await started('a -> ask \n ask -error-> handle', {
      ask: (task) => asks({ expiresAt: task.clock.now() + 3_600_000 })(task),
    })
    expect(row().status).toBe('pending')
    clock.moveTo(clock.now() + 3_600_000)
    await settle()
    expect(row()).toMatchObject({ status: 'cancelled', why: 'expired' })
    expect(endOf(await state())).toMatchObject({ status: 'completed', steps: { ask: 'failed', handle: 'completed' } })
  })

  test('of a loop round that is abandoned is closed with it', async () => {
    const drawing = `list -> each.items \n each -item-> ask \n each -item-> work
      ask -> each.loop_back \n work -> each.loop_back \n each -results-> out`
    const { journal, state } = await started(
      drawing,
      {
        list: () => ({ outputs: { out: [1] } }),
        ask: asks(),
        work: async () => {
          await new Promise((resolve) => setImmediate(resolve))
          return { failure: { code: 'BAD', message: 'bad' } }
        },
      },
      { nodes: { each: { config: { continueOnError: true } } } },
    )
    expect([...journal.questions.values()].map(({ status, why }) => [status, why])).toEqual([['cancelled', 'stopped']])
    expect((await state()).status).toBe('completed')
  })

  test('may be followed by another of the same step', async () => {
    const { journal, settle, state, ...run } = await started(ASK, {
      ask: ({ replies }) =>
        replies.length < 2
          ? {
              asks: {
                id: `q${replies.length}`,
                question: { type: 'text', config: { message: '?' }, allowCancel: true },
              },
            }
          : { outputs: { out: replies.map((reply) => (reply.status === 'answered' ? reply.value : '')).join() } },
    })
    await answerAll({ ...run, journal, settle, state }, 'x')
    expect((await state()).steps.find(({ asked }) => asked.length > 0)?.outputs).toEqual({ out: 'x,x' })
  })
})

describe('notes of a step', () => {
  test('are available to the run after a crash', async () => {
    const plan = planOf('agent -> out')
    const first = simulation({
      async agent({ note }) {
        await note('call-1', { result: 42 })
        return new Promise(() => {})
      },
    })
    await first.engine.start(recordOf(ID, plan, first.clock), { inputs: {} })
    await first.settle()
    await first.engine.close()
    const next = simulation(
      { agent: ({ notes }) => ({ outputs: { out: notes } }) },
      { journal: first.journal, clock: first.clock },
    )
    await next.engine.recover()
    await next.settle()
    expect((await next.state()).steps[0]?.outputs).toEqual({ out: { 'call-1': { result: 42 } } })
  })

  test('are those of earlier runs, without the ones that this run stores', async () => {
    const { settle, state } = await started('agent -> out', {
      async agent({ note, notes }) {
        await note('own', 1)
        return { outputs: { out: Object.keys(notes) } }
      },
    })
    await settle()
    const [step] = (await state()).steps
    expect(step).toMatchObject({ outputs: { out: [] }, notes: { own: 1 } })
  })

  test('of a step that is over are rejected', async () => {
    let late = Promise.resolve()
    const { engine, settle } = await started('agent -> out', {
      agent: ({ note, signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            late = note('late', 1)
            late.catch(() => {})
            resolve({ outputs: {} })
          })
        }),
    })
    await engine.cancel(ID)
    await settle()
    await expect(late).rejects.toThrow('after the step has ended')
  })
})
