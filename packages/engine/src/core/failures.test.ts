/** Failures, retries and endings, run on the real engine. */
import { describe, expect, test } from 'vitest'
import { fails, simulate } from '../testing/simulate.ts'

describe('failures', () => {
  test('are delivered to an error edge, and the run continues', async () => {
    const end = await simulate('a -> b \n a -error-> handle', { a: fails('BROKEN') })
    expect(end).toMatchObject({ status: 'completed', steps: { a: 'failed', b: 'skipped', handle: 'completed' } })
    expect(end.tasks.at(-1)?.inputs.in).toEqual({
      message: 'BROKEN happened',
      code: 'BROKEN',
      node_id: 'a',
      retryable: false,
    })
  })

  test('deliver nothing to an error edge if the node succeeds', async () => {
    expect((await simulate('a -error-> handle')).steps).toEqual({ a: 'completed', handle: 'skipped' })
  })

  test('fail the execution without an error edge, abort running steps and skip the others', async () => {
    let aborted = false
    const end = await simulate('a -> c \n b', {
      a: fails('BROKEN'),
      b: ({ signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            aborted = true
            resolve({ outputs: {} })
          }),
        ),
    })
    expect(end).toMatchObject({
      status: 'failed',
      failure: 'BROKEN',
      steps: { a: 'failed', b: 'cancelled', c: 'skipped' },
    })
    expect(end.state.failure?.message).toBe('Node "a" (a) failed: BROKEN happened')
    expect(aborted).toBe(true)
  })

  test('include errors that a node throws', async () => {
    const end = await simulate('a', {
      a: () => {
        throw new Error('oh')
      },
    })
    expect(end.failure).toBe('FAILED')
  })

  test('are retried with growing delays if retryable, while the step is paused', async () => {
    const times: number[] = []
    const end = await simulate(
      'a',
      {
        a: ({ clock, attempt }) => {
          times.push(clock.now())
          return attempt < 4 ? { failure: { code: 'BUSY', message: 'busy', retryable: true } } : { outputs: {} }
        },
      },
      {
        nodes: {
          a: { extensions: { 'millrace:retry': { maxAttempts: 5, delayMs: 100, factor: 3, maxDelayMs: 500 } } },
        },
      },
    )
    expect(times.map((time, at) => time - (times[at - 1] ?? time))).toEqual([0, 100, 300, 500])
    expect(end.status).toBe('completed')
  })

  test('are final if not retryable, and after the last attempt', async () => {
    const nodes = { a: { extensions: { 'millrace:retry': { maxAttempts: 2, delayMs: 10 } } } }
    expect((await simulate('a', { a: fails('BROKEN') }, { nodes })).ran).toEqual(['a'])
    const twice = await simulate('a', { a: fails('BUSY', true) }, { nodes })
    expect(twice.ran).toEqual(['a', 'a'])
    expect(twice).toMatchObject({ status: 'failed', failure: 'BUSY' })
  })

  test('include attempts that take too long, which are aborted', async () => {
    const end = await simulate(
      'a',
      { a: () => new Promise(() => {}) },
      { nodes: { a: { extensions: { 'millrace:timeoutMs': 200 } } } },
    )
    expect(end).toMatchObject({ status: 'failed', failure: 'TIMED_OUT' })
  })

  test('of an attempt that takes too long count its model calls up to its last note', async () => {
    const used = { model: 'openai/small', calls: 1, unpriced: 0, inputTokens: 10, outputTokens: 5, cost: 0 }
    const { failure, run } = await simulate(
      'a',
      {
        async a({ note, signal }) {
          await note('turn', 1, { models: [used] })
          return new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ outputs: {}, models: [{ ...used, calls: 7 }] }))
          })
        },
      },
      { nodes: { a: { extensions: { 'millrace:timeoutMs': 200 } } } },
    )
    expect(failure).toBe('TIMED_OUT')
    expect(run.journal.usage).toMatchObject([used])
  })
})

describe('endings of an execution', () => {
  test('can be requested by a node, as completed or failed', async () => {
    const well = await simulate('a -> b', { a: () => ({ outputs: {}, ends: { status: 'completed' } }) })
    expect(well).toMatchObject({ status: 'completed', steps: { a: 'completed', b: 'skipped' } })
    const badly = await simulate('a -> b', {
      a: () => ({ outputs: {}, ends: { status: 'failed', failure: { code: 'ENOUGH', message: 'enough' } } }),
    })
    expect(badly).toMatchObject({ status: 'failed', failure: 'ENOUGH', steps: { a: 'failed', b: 'skipped' } })
  })

  test('follow from maxSteps, which counts attempts', async () => {
    const end = await simulate('a -> b \n b -> c', {}, { launch: { maxSteps: 2 } })
    expect(end).toMatchObject({
      status: 'failed',
      failure: 'TOO_MANY_STEPS',
      steps: { a: 'completed', b: 'completed', c: 'skipped' },
    })
  })

  test('follow from a timeout, which leaves nothing running', async () => {
    const end = await simulate('a', { a: () => new Promise(() => {}) }, { launch: { timeoutMs: 500 } })
    expect(end).toMatchObject({ status: 'failed', failure: 'TIMED_OUT', steps: { a: 'cancelled' } })
  })

  test('come after a waiting step has completed at its time', async () => {
    const end = await simulate('a -> out', {
      a: ({ clock }) => ({ sleepUntil: clock.now() + 5000, outputs: { out: 'rested' } }),
    })
    expect(end.outputs).toEqual({ out: 'rested' })
  })
})
