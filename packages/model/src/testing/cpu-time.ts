/**
 * CPU time for tests that limit the amount of work. Wall-clock limits fail on a busy machine; the CPU time of the
 * calling thread counts only its own work.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
