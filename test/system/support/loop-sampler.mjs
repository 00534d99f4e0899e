/**
 * Loaded into the program under test with `--import`: measures the longest gap of its event loop in CPU time of the main
 * thread, and the CPU time of all threads. A connection to the socket LOOP_SAMPLER reads both and resets them.
 */
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 2

if (isMainThread && process.env.LOOP_SAMPLER !== undefined) {
  const now = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let last = now()
  let worst = 0
  let all = process.cpuUsage()
  const look = () => {
    const at = now()
    worst = Math.max(worst, at - last)
    last = at
  }
  setInterval(look, EVERY_MS).unref()
  const server = createServer((socket) => {
    look()
    const { user, system } = process.cpuUsage(all)
    socket.end(JSON.stringify({ gapMs: worst, allMs: (user + system) / 1000 }))
    worst = 0
    all = process.cpuUsage()
  })
  server.listen(process.env.LOOP_SAMPLER)
  server.unref()
}
