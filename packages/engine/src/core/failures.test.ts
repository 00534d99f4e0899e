/** Failures, retries and endings, run on the real engine. */
import { describe, expect, test } from 'vitest'
import { fails, simulate } from '../testing/simulate.ts'

describe('failures', () => {
  test('an error edge gets the failure and the run continues', async () => {
    const end = await simulate('a -> b \n a -error-> mend', { a: fails('BROKEN') })
    expect(end).toMatchObject({ status: 'completed', steps: { a: 'failed', b: 'skipped', mend: 'completed' } })
    expect(end.tasks.at(-1)?.inputs.in).toEqual({
      message: 'BROKEN happened',
      code: 'BROKEN',
      node_id: 'a',
      retryable: false,
    })
  })

  test('an error edge delivers nothing if the node succeeds', async () => {
    expect((await simulate('a -error-> mend')).steps).toEqual({ a: 'completed', mend: 'skipped' })
  })

  test('without an error edge the execution fails, running steps are aborted and the others skipped', async () => {
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

  test('a node that throws fails', async () => {
    const end = await simulate('a', {
      a: () => {
        throw new Error('oh')
      },
    })
    expect(end.failure).toBe('FAILED')
  })

  test('a retryable failure is retried with growing delays, and the step is paused meanwhile', async () => {
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

  test('a failure that is not retryable is not retried, and the last attempt is final', async () => {
    const nodes = { a: { extensions: { 'millrace:retry': { maxAttempts: 2, delayMs: 10 } } } }
    expect((await simulate('a', { a: fails('BROKEN') }, { nodes })).ran).toEqual(['a'])
    const twice = await simulate('a', { a: fails('BUSY', true) }, { nodes })
    expect(twice.ran).toEqual(['a', 'a'])
    expect(twice).toMatchObject({ status: 'failed', failure: 'BUSY' })
  })

  test('an attempt that takes too long is aborted and fails', async () => {
    const end = await simulate(
      'a',
      { a: () => new Promise(() => {}) },
      { nodes: { a: { extensions: { 'millrace:timeoutMs': 200 } } } },
    )
    expect(end).toMatchObject({ status: 'failed', failure: 'TIMED_OUT' })
  })
})

describe('endings', () => {
  test('a node may end the run as completed or failed', async () => {
    const well = await simulate('a -> b', { a: () => ({ outputs: {}, ends: { status: 'completed' } }) })
    expect(well).toMatchObject({ status: 'completed', steps: { a: 'completed', b: 'skipped' } })
    const badly = await simulate('a -> b', {
      a: () => ({ outputs: {}, ends: { status: 'failed', failure: { code: 'ENOUGH', message: 'enough' } } }),
    })
    expect(badly).toMatchObject({ status: 'failed', failure: 'ENOUGH', steps: { a: 'failed', b: 'skipped' } })
  })

  test('maxSteps counts attempts and fails the execution', async () => {
    const end = await simulate('a -> b \n b -> c', {}, { launch: { maxSteps: 2 } })
    expect(end).toMatchObject({
      status: 'failed',
      failure: 'TOO_MANY_STEPS',
      steps: { a: 'completed', b: 'completed', c: 'skipped' },
    })
  })

  test('a timeout fails the execution and leaves nothing running', async () => {
    const end = await simulate('a', { a: () => new Promise(() => {}) }, { launch: { timeoutMs: 500 } })
    expect(end).toMatchObject({ status: 'failed', failure: 'TIMED_OUT', steps: { a: 'cancelled' } })
  })

  test('a waiting step completes at its time', async () => {
    const end = await simulate('a -> out', {
      a: ({ clock }) => ({ sleepUntil: clock.now() + 5000, outputs: { out: 'rested' } }),
    })
    expect(end.outputs).toEqual({ out: 'rested' })
  })
})
