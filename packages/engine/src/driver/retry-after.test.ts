import { expect, test } from 'vitest'
import { simulate } from '../testing/simulate.ts'

const RETRY = { nodes: { a: { extensions: { 'millrace:retry': { maxAttempts: 2, delayMs: 100 } } } } }

test.each([
  [20_000, 20_000],
  [10, 100],
])(
  'waits for the Retry-After of %s ms, but at least for the delay of the policy: %s ms',
  async (retryAfterMs, waited) => {
    const times: number[] = []
    const { status } = await simulate(
      'a -> out',
      {
        a: ({ attempt, clock }) => {
          times.push(clock.now())
          if (attempt > 1) return { outputs: {} }
          return { failure: { code: 'RATE_LIMITED', message: 'busy', retryable: true, retryAfterMs } }
        },
      },
      RETRY,
    )
    expect(status).toBe('completed')
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(waited)
  },
)
