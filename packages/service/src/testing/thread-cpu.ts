/** Processing time of this thread for some work, in milliseconds: the clock would count what others do on the machine. */
export async function threadCpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
