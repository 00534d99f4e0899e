/**
 * One sandbox process, seen from the service: it may only read its own program and the libraries, communicates over
 * standard input and output, and is ended with SIGKILL.
 *
 * It handles one call after the other and answers in that order; calls may be sent ahead.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { parse, sep } from 'node:path'
import { SANDBOX_FOLDER, SANDBOX_PROGRAM } from '../../platform/assets.ts'
import type { Libraries } from './calls.ts'
import { type Frame, FrameReader, FrameTooLarge, frameOf } from './frames.ts'
import { processTimeMs } from './process-time.ts'

/**
 * Why a process ended. `killed`: by this service. `killed from outside`: by a signal of the system or of a person.
 * `gone`: for an unknown reason.
 */
export type Ending = 'killed' | 'killed from outside' | 'memory' | 'answer too large' | 'gone'

/** The process ended before it accepted calls. */
export class ProcessEnded extends Error {
  readonly ending: Ending
  constructor(ending: Ending) {
    super(`The sandbox process ended: ${ending}.`)
    this.ending = ending
  }
}

export interface ProcessLimits {
  readonly maxHeapMb: number
  readonly maxAnswerBytes: number
}

const PACKAGES = ['jsonata', 'liquidjs', '@jitl']

/** Receives what a process sends. */
export interface ProcessListener {
  answered(id: number, frame: Frame): void
  ended(ending: Ending): void
}

export class SandboxProcess {
  /** Resolves when it accepts calls; rejects if it ends before. */
  readonly ready: Promise<void>
  readonly #child: ChildProcess
  readonly #starting = Promise.withResolvers<void>()
  #listener: ProcessListener | undefined
  #ending: Ending | undefined
  #hasEnded = false
  #isFlushing = false
  /** CPU time that it had used at its last answer. */
  #usedBefore = 0

  constructor({ maxHeapMb, maxAnswerBytes }: ProcessLimits) {
    this.#child = start(maxHeapMb)
    const reader = new FrameReader(maxAnswerBytes)
    this.#child.stdout?.on('data', (piece: Buffer) => this.#receive(reader, piece))
    this.#child.once('error', () => this.#ended('gone'))
    // Not `exit`: answers that it wrote before may still be in the pipe.
    this.#child.once('close', (code, signal) => this.#ended(endingOf(code, signal)))
    // Writing to a process that has just ended fails; `close` reports its end.
    this.#child.stdin?.on('error', () => {})
    this.ready = this.#starting.promise
    this.ready.catch(() => {})
    this.send(0, libraries())
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  listen(listener: ProcessListener): void {
    this.#listener = listener
  }

  /** Sends one message; those of one turn of the event loop are written together. */
  send(id: number, head: object, body = ''): void {
    const { stdin } = this.#child
    if (stdin === null || this.#hasEnded) return
    if (!this.#isFlushing) {
      this.#isFlushing = true
      stdin.cork()
      setImmediate(() => {
        this.#isFlushing = false
        stdin.uncork()
      })
    }
    stdin.write(frameOf({ ...head, id }, body))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** CPU time of the running call in milliseconds; undefined if the system does not report it. */
  async usedMs(): Promise<number | undefined> {
    const now = await processTimeMs(this.pid)
    return now === undefined ? undefined : now - this.#usedBefore
  }

  /** Ends the process immediately. */
  kill(): void {
    this.#endWith('killed')
  }

  #receive(reader: FrameReader, piece: Buffer): void {
    try {
      for (const frame of reader.push(piece)) this.#answer(frame)
    } catch (error) {
      this.#endWith(error instanceof FrameTooLarge ? 'answer too large' : 'gone')
    }
  }

  #answer(frame: Frame): void {
    if (this.#hasEnded) return
    const { id, usedMs } = frame.head as { readonly id?: unknown; readonly usedMs?: unknown }
    if (typeof usedMs === 'number') this.#usedBefore = usedMs
    if (id === 0) this.#starting.resolve()
    else if (typeof id === 'number') this.#listener?.answered(id, frame)
  }

  #endWith(ending: Ending): void {
    this.#ending ??= ending
    this.#child.kill('SIGKILL')
    // Do not wait for `close`: the pipe of a killed process is useless, and its callers are waiting.
    this.#ended(ending)
  }

  #ended(ending: Ending): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#ending ??= ending
    this.#starting.reject(new ProcessEnded(this.#ending))
    this.#listener?.ended(this.#ending)
  }
}

/** V8 aborts with its own signals when its heap is full; SIGKILL is sent by others, such as a system without memory. */
function endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  if (signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134 || code === 133) return 'memory'
  return signal === 'SIGKILL' || signal === 'SIGTERM' ? 'killed from outside' : 'gone'
}

function start(maxHeapMb: number): ChildProcess {
  const child = spawn(process.execPath, [...sandboxFlags(maxHeapMb), SANDBOX_PROGRAM], {
    env: {},
    // A heap overflow may leave a core file in the working folder, which must not be the folder of the service.
    cwd: parse(SANDBOX_PROGRAM).root,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  })
  // An idle process does not keep the service alive; during a call, the timer of the call does.
  child.unref()
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref?(): void } | null)?.unref?.()
  return child
}

/** Allows reading its own program and the libraries. Not writing, programs, threads, addons, WASI or the inspector. */
export function sandboxFlags(maxHeapMb: number): string[] {
  const readable = [SANDBOX_FOLDER, ...PACKAGES.map(folderOf)]
  return [
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${maxHeapMb}`,
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-addons',
    '--no-warnings',
  ]
}

const require = createRequire(import.meta.url)

function libraries(): Libraries {
  return {
    jsonata: require.resolve('jsonata'),
    liquid: require.resolve('liquidjs'),
    quickjsWasm: require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'),
  }
}

/** The folder of an installed package or scope. */
function folderOf(name: string): string {
  const inside = require.resolve(name === '@jitl' ? '@jitl/quickjs-wasmfile-release-sync' : name)
  const marker = `${sep}node_modules${sep}${name}${sep}`
  return inside.slice(0, inside.lastIndexOf(marker) + marker.length)
}
