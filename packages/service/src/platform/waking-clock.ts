import type { Clock as WakingClock } from '@millrace/engine'
import type { Clock } from './ports.ts'

/** The longest delay of a Node.js timer; a caller that is woken early checks the time again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Adds timers to a clock, as the engine needs them. */
export function wakingClock(clock: Clock): WakingClock {
  return {
    now: () => clock.now(),
    at(time, wake) {
      const timer = setTimeout(wake, Math.min(Math.max(0, time - clock.now()), LONGEST_TIMER_MS))
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}
