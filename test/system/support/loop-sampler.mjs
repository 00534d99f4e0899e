/**
 * Loaded into the program under test with `--import`: measures the longest gap of its event loop in CPU time of the main
 * thread. A connection to the socket LOOP_SAMPLER reads the value and resets it.
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
  const look = () => {
    const at = now()
    worst = Math.max(worst, at - last)
    last = at
  }
  setInterval(look, EVERY_MS).unref()
  const server = createServer((socket) => {
    look()
    socket.end(String(worst))
    worst = 0
  })
  server.listen(process.env.LOOP_SAMPLER)
  server.unref()
}
