import type { Clock } from '../platform/ports.ts'
import type { Hooks } from './hooks.ts'
import type { TestCalls } from './test-calls.ts'

export interface TriggerServices {
  readonly hooks: Hooks
  readonly testCalls: TestCalls
  /** The time from which the next times of a schedule are computed. */
  readonly scheduleClock: Clock
}
