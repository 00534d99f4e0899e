/** Child processes for tests of what happens when a process ends without a word. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Child {
  readonly pid: number
  /** The next thing the child says; fails when it ends without saying anything more. */
  next(): Promise<unknown>
  /** `kill -9`, and what the child had still managed to say. */
  kill(): Promise<unknown[]>
}

/** Starts a program of this folder and sends it its task. */
export function startChild(program: string, task: string): Child {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), { execArgv: [] })
  const said: unknown[] = []
  const waiting: (() => void)[] = []
  const wake = () => {
    for (const resume of waiting.splice(0)) resume()
  }
  let hasEnded = false
  child.on('message', (message) => {
    said.push(message)
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
      while (said.length === 0) {
        if (hasEnded) throw new Error(`${program} ended without a word.`)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      return said.shift()
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
      return said.splice(0)
    },
  }
}

/** Once it has ended and all that it said has arrived. */
async function endOf(child: ChildProcess): Promise<void> {
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
}
