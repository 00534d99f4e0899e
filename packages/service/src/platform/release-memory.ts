/**
 * One full garbage collection after the start: loading the program leaves garbage that an idle service would keep for
 * long (docs/contributing/decisions/0001-runtime.md).
 */
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: 'last-resort' }) => void

/** The event loop counts as idle if it was busy for at most this share of the time. */
const MAX_USE = 0.05

/**
 * Runs the collection once the event loop was idle for a while. With large values in memory it takes more than 60 ms, and a
 * busy service collects its garbage anyway.
 */
export function releaseMemoryWhenIdle(
  checkMs: number,
  { useSince = eventLoopUse, release = releaseMemory }: { useSince?: typeof eventLoopUse; release?: () => void } = {},
): void {
  const use = useSince()
  const check = () => (use() > MAX_USE ? releaseMemoryWhenIdle(checkMs, { useSince, release }) : release())
  setTimeout(check, checkMs).unref()
}

/** Returns a function with the share of time that the event loop was busy since this call. */
function eventLoopUse(): () => number {
  const before = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(before).utilization
}

/** Runs the collection, which takes some ten milliseconds. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect | undefined
  setFlagsFromString('--no-expose-gc')
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
