/**
 * Loaded into the service with `--import`: measures how long its event loop is blocked. A timer fires as often as
 * possible; the CPU time of the main thread between two of its calls is one gap. CPU time does not depend on the load of
 * the machine.
 */
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.send !== undefined) {
  let longest = 0
  let last = process.threadCpuUsage()
  const tick = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1000)
    last = now
    setTimeout(tick, 1).unref()
  }
  tick()
  process.on('message', (message) => {
    if (message !== 'gap') return
    process.send?.({ gapMs: longest, rssMb: process.memoryUsage.rss() / 2 ** 20 })
    longest = 0
  })
  process.channel?.unref()
}
