import { afterEach, expect, test, vi } from 'vitest'
import { releaseMemoryWhenIdle } from './release-memory.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('collects garbage once, after the event loop has been idle', () => {
  vi.useFakeTimers()
  const uses = [0.9, 0.2, 0.01, 0.01]
  const release = vi.fn()
  releaseMemoryWhenIdle(1000, { useSince: () => () => uses.shift() ?? 0, release })
  vi.advanceTimersByTime(2000)
  expect(release).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(release).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(5000)
  expect(release).toHaveBeenCalledOnce()
})
