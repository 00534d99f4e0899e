/** Child processes for tests of processes that are killed. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Child {
  readonly pid: number
  /** The next message of the child; rejects if the child ends first. */
  next(): Promise<unknown>
  /** Kills the child with SIGKILL and returns the messages that were not read yet. */
  kill(): Promise<unknown[]>
}

/** Starts a program of this folder and sends it its task. */
export function startChild(program: string, task: string): Child {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), { execArgv: [] })
  const messages: unknown[] = []
  const waiting: (() => void)[] = []
  const wake = () => {
    for (const resume of waiting.splice(0)) resume()
  }
  let hasEnded = false
  child.on('message', (message) => {
    messages.push(message)
    wake()
  })
  const ended = endOf(child).then(() => {
    hasEnded = true
    wake()
  })
  child.send(task)
  return {
    pid: child.pid ?? 0,
    async next() {
      while (messages.length === 0) {
        if (hasEnded) throw new Error(`${program} ended without sending a message.`)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      return messages.shift()
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
      return messages.splice(0)
    },
  }
}

/** Resolves when the child has ended and all its messages have arrived. */
async function endOf(child: ChildProcess): Promise<void> {
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
}
