/** Processes and folders that do not outlive this process, even if it is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface GuardedProcess {
  readonly pid: number
  /** Everything it has printed so far. */
  output(): string
  /** Resolves with the first match of its output; rejects if the process ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<Ended>
  signal(name: NodeJS.Signals): void
  /** Sends a signal and waits for the end. A stopped process is continued first. */
  stop(name?: NodeJS.Signals): Promise<Ended>
}

let guard: Writable | undefined

/** Writes a line to the guard, one process that serves all others of this process. */
function tell(line: string): void {
  guard ??= startGuard()
  guard.write(`${line}\n`)
}

function startGuard(): Writable {
  const program = fileURLToPath(new URL('guard-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  child.unref()
  // The pipe of a child process is a socket; it must not keep this process alive.
  const pipe = child.stdin as Socket
  pipe.unref()
  pipe.on('error', () => {})
  return pipe
}

/** A temporary folder that is deleted when this process ends. */
export function guardedFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `millrace-${name}-`))
  tell(`folder ${folder}`)
  return folder
}

/** Starts a program in a process group of its own, so that Ctrl-C reaches only this process. */
export function spawnGuarded(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): GuardedProcess {
  const child = spawn(command, args, {
    env: { PATH: `${process.env.PATH}:/usr/sbin`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const { pid } = child
  if (pid !== undefined) tell(`+${pid}`)
  return guarded(child)
}

function guarded(child: ChildProcess): GuardedProcess {
  const pid = child.pid ?? 0
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk
    })
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  const closed = once(child, 'close').then(([code, signal]): Ended => {
    tell(`-${pid}`)
    return { code, signal }
  })
  const ended = Promise.race([closed, failed])
  ended.catch(() => {})
  return {
    pid,
    output: () => text,
    ended,
    async printed(pattern) {
      const found = Promise.withResolvers<RegExpExecArray>()
      const look = () => {
        const match = pattern.exec(text)
        if (match !== null) found.resolve(match)
      }
      child.stdout?.on('data', look)
      child.stderr?.on('data', look)
      look()
      const over = ended.then(() => Promise.reject(new Error(`ended before it printed ${pattern}: ${text}`)))
      over.catch(() => {})
      return Promise.race([found.promise, over])
    },
    signal: (name) => void child.kill(name),
    stop(name = 'SIGTERM') {
      child.kill(name)
      child.kill('SIGCONT')
      return ended
    },
  }
}
