/** Tasks for the tests of the pool. */
import { Problem } from '@millrace/model'

let counted = 0

export const TEST_TASKS = {
  echo: async () => ({ perform: (input: unknown) => input }),
  spin: async () => ({
    perform: (_: null) => {
      for (;;);
    },
  }),
  /** Increments a counter that all runs in its thread share. */
  count: async () => ({ perform: (_: null) => ++counted }),
  /** Waits until the main thread changes the first number. */
  wait: async () => ({
    perform: async (flag: Int32Array) => {
      const { async: isAsync, value } = Atomics.waitAsync(flag, 0, 0)
      return isAsync ? value : 'not-equal'
    },
  }),
  fail: async () => ({
    perform: (code: string) => {
      throw Object.assign(new TypeError('It does not work.'), { code })
    },
  }),
  refuse: async () => ({
    perform: (message: string) => {
      throw new Problem('VALIDATION_ERROR', { status: 400, message })
    },
  }),
  fill: async () => ({
    perform: (_: null) => {
      const kept: number[][] = []
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index + kept.length))
    },
  }),
}
