/**
 * CPU time for tests that bound how much work something is. Wall-clock limits fail on a busy machine; CPU time of the
 * calling thread only counts what the thread itself did.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
