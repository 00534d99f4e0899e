/** CPU time of this thread for some work, in milliseconds; wall-clock time would include other processes. */
export async function threadCpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
