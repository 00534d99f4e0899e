/** The program as a user starts it: a process of its own, on a free port, with a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './support/temporary-folder.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/millrace.cjs', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Program {
  readonly process: ChildProcess
  /** The address from its output. */
  readonly origin: string
  /** The one-time link that it printed; empty where there is none. */
  readonly link: string
  /** What it has printed so far. */
  output(): { stdout: string; stderr: string }
  /** Resolves once it is gone. */
  readonly ended: Promise<Ended>
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

const running = new Set<ChildProcess>()

/** A new temporary folder. */
export function freshFolder(): string {
  return join(temporaryFolder('system'), 'data')
}

/** Starts the program and collects what it prints. */
export function launch(args: readonly string[], env: Readonly<Record<string, string>>, program = PROGRAM) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const text = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    text.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    text.stderr += chunk
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal, ...text })
    })
  })
  return { child, text, ended }
}

/** Runs the program to its end. */
export function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return launch(args, env).ended
}

/** Starts the program (of this repository or a copy) and waits until it prints its address. */
export async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = PROGRAM,
): Promise<Program> {
  const launched = launch(args, env, program)
  await printed(launched, /^Open .*\n/m)
  return programOf(launched)
}

/** Starts the program as a standby and waits until it waits for the database. */
export async function startStandby(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Program & { readonly active: Promise<void> }> {
  const launched = launch(['--standby', ...args], env)
  await printed(launched, /^Standby: waiting for .*\n/m)
  // Rejects if it ends before it takes over, which is an error only for a test that waits for it.
  const active = printed(launched, /^Open .*\n/m)
  active.catch(() => {})
  return { ...programOf(launched), active }
}

type Launched = ReturnType<typeof launch>

function printed({ child, text, ended }: Launched, line: RegExp): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const look = () => {
      if (line.test(text.stdout)) resolve()
    }
    child.stdout.on('data', look)
    ended.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)))
    look()
  })
}

function programOf({ child, text, ended }: Launched): Program {
  return {
    process: child,
    origin: /^(?:Listening on|Standby at) (http:\/\/[^/\s]+)/m.exec(text.stdout)?.[1] ?? '',
    link: /^Open (\S+)/m.exec(text.stdout)?.[1] ?? '',
    output: () => ({ ...text }),
    ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Kills all programs that a test left running. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}
