/**
 * Waits until standard input closes, which happens when the parent ends in any way, even by `kill -9`. Then kills the
 * processes and deletes the folders that the parent has listed: `+pid`, `-pid` and `folder path`, one per line.
 */
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'

const pids = new Set<number>()
const folders: string[] = []

for await (const line of createInterface(process.stdin)) {
  if (line.startsWith('+')) pids.add(Number(line.slice(1)))
  else if (line.startsWith('-')) pids.delete(Number(line.slice(1)))
  else folders.push(line.slice('folder '.length))
}

for (const pid of pids) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
